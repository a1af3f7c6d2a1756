import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overridden } from './fare-table.ts';

const overrides: readonly [string | null, number][] = [
  [null, 150],
  ['', 150],
  ['120', 120],
  ['80%', 120],
  ['33.4%', 50.1],
  ['-5', 0],
  ['nonsense', 150],
];
for (const [override, expected] of overrides) {
  test(`150 overridden by ${override}`, () => assert.equal(overridden(150, override), expected));
}
