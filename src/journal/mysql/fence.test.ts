import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MysqlSession } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { writeFence } from './fence.ts';

/** A database with the epoch of each partition. */
function sessionOf(epochs: ReadonlyMap<number, number>, told: { marks: number; keys: number }[] = []): MysqlSession {
  return {
    async run(sql: string, keys: readonly number[]) {
      told.push({ marks: sql.split('?').length - 1, keys: keys.length });
      const pairs = new Map<number, number>();
      for (let index = 0; index < keys.length; index += 2) pairs.set(keys[index] ?? 0, keys[index + 1] ?? 0);
      return { affectedRows: [...pairs].filter(([id, epoch]) => epochs.get(id) === epoch).length };
    },
    rows: async () => [...epochs].map(([id, epoch]) => ({ id, epoch })),
  } as unknown as MysqlSession;
}

const epochs = new Map([1, 2, 3, 4, 5, 6, 7].map((id) => [id, id * 10]));
const held = (count: number) => [...epochs].slice(0, count).map(([partition, epoch]) => ({ partition, epoch }));

test('a write of any number of partitions has as many values as places for them, in few lengths', async () => {
  const told: { marks: number; keys: number }[] = [];
  for (let count = 1; count <= 7; count++)
    assert.deepEqual(await writeFence(sessionOf(epochs, told), held(count)), [], String(count));
  assert.deepEqual(
    told.map(({ marks, keys }) => [marks, keys]),
    [2, 4, 8, 8, 16, 16, 16].map((each) => [each, each]),
  );
});

test('those of which another server has the lease are told, and no others', async () => {
  const lost = { partition: 2, epoch: 19 };
  assert.deepEqual(await writeFence(sessionOf(epochs), [...held(1), lost]), [lost]);
});

test('rows that changed between the two statements are no answer', async () => {
  const changing = { ...sessionOf(epochs), run: async () => ({ affectedRows: 0 }) } as unknown as MysqlSession;
  await assert.rejects(writeFence(changing, held(2)), DatabaseUnavailable);
});
