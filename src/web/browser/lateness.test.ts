import assert from 'node:assert/strict';
import { test } from 'node:test';
import { departureLateMin, punctuality } from './lateness.js';

const noon = Date.UTC(2024, 3, 6, 12);

test('so many minutes are late, early or on time, and nothing where none are known', () => {
  const cases: readonly (readonly [late: number | null, doubt: number, said: string | null])[] = [
    [null, 0, null],
    [0, 0, 'on-time'],
    [4, 0, 'on-time'],
    [-4, 0, 'on-time'],
    [5, 0, 'late'],
    [-5, 0, 'early'],
    [12, 12, 'on-time'],
    [13, 12, 'late'],
    [-90, 12, 'early'],
  ];
  for (const [late, doubt, said] of cases) assert.equal(punctuality(late, doubt), said, `${late} ± ${doubt}`);
});

test('a departure is late against a time in UTC alone', () => {
  const cases: readonly (readonly [planned: string | null, offBlockAt: number | null, late: number | null])[] = [
    ['11:45Z', noon, 15],
    ['12:10Z', noon, -10],
    ['23:50 UTC', noon + 12 * 3_600_000, 10],
    ['11:45', noon, null],
    [null, noon, null],
    ['11:45Z', null, null],
  ];
  for (const [planned, at, late] of cases) assert.equal(departureLateMin(planned, at), late, String(planned));
});
