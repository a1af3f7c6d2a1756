import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MysqlParameter, MysqlSession } from '../../lib/mysql.ts';
import { type RowStatement, writeRows } from './bulk.ts';

/** How many rows each statement had, and the values of all of them. */
async function written(statement: Omit<RowStatement, 'head'>, count: number) {
  const told: { readonly rows: number; readonly values: readonly MysqlParameter[] }[] = [];
  const session = {
    async run(sql: string, values: readonly MysqlParameter[]) {
      assert.equal(sql.split('?').length - 1, values.length);
      told.push({ rows: sql.split('(').length - 1, values });
    },
  } as unknown as MysqlSession;
  const rows = Array.from({ length: count }, (_, index) => [index, 'text']);
  await writeRows(session, { head: 'INSERT INTO any VALUES', ...statement }, rows);
  assert.deepEqual(
    told.flatMap(({ values }) => values),
    rows.flat(),
  );
  return told.map(({ rows: each }) => each);
}

test('rows are written by statements of few lengths', async () => {
  const cases: readonly [count: number, few: readonly number[], many: readonly number[]][] = [
    [0, [], []],
    [1, [1], [1]],
    [43, [32, 8, 2, 1], [43]],
    [64, [64], [64]],
    [85, [64, 16, 4, 1], [85]],
    [127, [64, 32, 16, 8, 4, 2, 1], [127]],
    [150, [128, 16, 4, 2], [128, 22]],
    [600, [256, 256, 64, 16, 8], [256, 256, 88]],
  ];
  for (const [count, few, many] of cases) {
    assert.deepEqual(await written({}, count), few, `${count}`);
    assert.deepEqual(await written({ isForMany: true }, count), many, `${count} of many`);
  }
});

test('a row may have values that are no parameters', async () => {
  assert.deepEqual(await written({ row: '(?, 0, ?)', isForMany: true }, 3), [3]);
});
