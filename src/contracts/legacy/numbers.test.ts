import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PositionField, positionFields } from '../../tracking/position/position.ts';
import { decimals, wholeNumbers } from './numbers.ts';

test('a comma is either the decimal sign of a number or between its thousands, never both', () => {
  const both = [...wholeNumbers].filter((name) => decimals.has(name));
  assert.deepEqual(both, []);
  const fields: readonly PositionField[] = positionFields;
  for (const { wire, kind, isWhole = false } of fields) {
    const isNumber = kind === 'number';
    assert.deepEqual([wholeNumbers.has(wire), decimals.has(wire)], [isNumber && isWhole, isNumber && !isWhole], wire);
  }
});
