import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWhole, rowSum, type Stored } from './row-sum.ts';

const row: readonly Stored[] = [7, 'a text', null, new Uint8Array([1, 2, 3]), 1_712_397_600_123, 5n];

test('a row is whole by its own sum, and one of a version without sums counts as whole', () => {
  const sum = rowSum(...row);
  for (const known of [sum, BigInt(sum), null, undefined]) assert.equal(isWhole(known, ...row), true, String(known));
  for (const wrong of [sum + 1, 0, -sum]) assert.equal(isWhole(wrong, ...row), false, String(wrong));
});

test('any column that differs makes another sum', () => {
  const others: readonly (readonly Stored[])[] = [
    [8, -7, 7 + 2 ** 32, null],
    ['a texu', 'a tex', '', null],
    [0, '', 'null'],
    [new Uint8Array([1, 2]), new Uint8Array([1, 2, 4]), new Uint8Array(300), null],
    [1_712_397_600_124, 1_712_397_600_123 - 2 ** 32],
    [6n, 0],
  ];
  for (const [column, values] of others.entries())
    for (const value of values)
      assert.equal(isWhole(rowSum(...row), ...row.with(column, value)), false, `${column} ${value}`);
  assert.notEqual(rowSum('a', 'b'), rowSum('b', 'a'));
  const long = new Uint8Array(1_000).fill(9);
  assert.notEqual(rowSum(long), rowSum(long.with(500, 8)));
});
