import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { rawRows } from './raw-report.ts';

test('each of many raw rows is read once, in its order, from one snapshot', () => {
  using database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE reports (number INTEGER PRIMARY KEY, flight INTEGER NOT NULL)');
  const insert = database.prepare('INSERT INTO reports VALUES (?, ?)');
  const numbers = Array.from({ length: 1_201 }, (_, index) => 3 + 7 * index);
  for (const number of numbers) insert.run(number, number % 5);
  const rows = rawRows(database, ['number', 'flight'], () => assert.fail('no row is damaged'));
  const [first] = rows;
  assert.deepEqual(first, [3, 3]);
  assert.equal(database.isTransaction, false, 'who reads no further holds no snapshot');
  const all = [...rawRows(database, ['number', 'flight'], () => assert.fail('no row is damaged'))];
  assert.deepEqual(
    all,
    numbers.map((number) => [number, number % 5]),
  );
  assert.equal(database.isTransaction, false);
});
