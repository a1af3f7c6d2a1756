import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs } from './timing.ts';

const cases: readonly (readonly [
  what: string,
  attempt: number,
  retryAfterS: number | null,
  least: number,
  most: number,
])[] = [
  ['the first retry', 0, null, 250, 500],
  ['the fifth', 4, null, 4_000, 8_000],
  ['the tenth', 9, null, 15_000, 30_000],
  ['the first, when the server says a second', 0, 1, 1_000, 1_100],
  ['the fifth, when the server says a second: it knows when it will be there', 4, 1, 1_000, 2_000],
  ['the tenth, when it says half a minute', 9, 30, 30_000, 33_000],
  ['the fifth, when it says that it may be asked at once', 4, 0, 1_000, 2_000],
];
for (const [what, attempt, retryAfterS, least, most] of cases)
  test(`how long ${what} waits`, () => {
    assert.equal(
      backoffMs(attempt, retryAfterS, () => 0),
      least,
    );
    assert.equal(Math.round(backoffMs(attempt, retryAfterS, () => 1)), most);
  });
