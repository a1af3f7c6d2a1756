import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mysql, MysqlParameter } from '../../lib/mysql.ts';
import { ChangeOrder } from './change-order.ts';

/** A database with these changes, and what is written into the order. */
function databaseOf(changes: readonly { readonly part: number; readonly number: number; readonly at: number }[]) {
  const written = new Map<string, readonly MysqlParameter[]>();
  const session = {
    rows: async (sql: string) =>
      sql.includes('ordered_marks') ? [1, 2].map((part) => ({ part, number: 0 })) : changes,
    async run(sql: string, values: readonly MysqlParameter[] = []) {
      const [, table] = /INSERT INTO (\w+)/.exec(sql) ?? [];
      if (table !== undefined) written.set(table, [...(written.get(table) ?? []), ...values]);
      return { affectedRows: 1, insertId: 0 };
    },
  };
  const database = { ...session, transaction: (task: (one: typeof session) => unknown) => task(session) };
  return { database: database as unknown as Mysql, written };
}

test('changes of all partitions are ordered by time, and those of one by their numbers, also when a clock was set back', async () => {
  const { database, written } = databaseOf([
    { part: 1, number: 1, at: 100 },
    { part: 1, number: 2, at: 40 },
    { part: 1, number: 3, at: 130 },
    { part: 2, number: 1, at: 70 },
    { part: 2, number: 2, at: 120 },
  ]);
  const order = await ChangeOrder.open(database, 1);
  assert.equal(await order.gather(200), true);
  const values = written.get('ordered_changes') ?? [];
  const places = Array.from({ length: values.length / 4 }, (_, index) => values.slice(index * 4, index * 4 + 3));
  assert.deepEqual(places, [
    [1, 2, 1],
    [2, 1, 1],
    [3, 1, 2],
    [4, 2, 2],
    [5, 1, 3],
  ]);
  assert.deepEqual(new Map(pairs(written.get('ordered_marks') ?? [])).get(1), 3);
});

function pairs(values: readonly MysqlParameter[]): readonly (readonly [MysqlParameter, MysqlParameter])[] {
  return Array.from({ length: values.length / 2 }, (_, index) => [
    values[index * 2] ?? null,
    values[index * 2 + 1] ?? null,
  ]);
}
