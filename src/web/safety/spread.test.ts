import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mainMeasures } from './measures.ts';
import { minFlights, type Spread, spreadOf } from './spread.ts';
import { Breakdown } from './tally.ts';

const [measure] = mainMeasures;

type Pilots = readonly (readonly [found: number, judged: number])[];

/** Pilots with so many findings on so many flights. */
function spread(...pilots: Pilots): Spread {
  assert.ok(measure);
  const byPilot = new Breakdown();
  for (const [index, [found, judged]] of pilots.entries()) byPilot.of(String(index))[measure.id] = { found, judged };
  return spreadOf(measure, byPilot);
}

const cases: readonly (readonly [string, Pilots, Spread])[] = [
  ['no pilots', [], { pilots: 0, low: null, middle: null, high: null }],
  ['too few flights', [[1, minFlights - 1]], { pilots: 0, low: null, middle: null, high: null }],
  ['four', Array.from({ length: 4 }, () => [1, 10] as const), { pilots: 4, low: null, middle: null, high: null }],
  [
    'five in any order',
    [4, 0, 2, 1, 3].map((found) => [found, 10] as const),
    { pilots: 5, low: 10, middle: 20, high: 30 },
  ],
  [
    'six, which lie between two',
    [0, 1, 2, 3, 4, 5].map((found) => [found, 10] as const),
    { pilots: 6, low: 12.5, middle: 25, high: 37.5 },
  ],
];

for (const [what, pilots, expected] of cases)
  test(`the spread of ${what}`, () => assert.deepEqual(spread(...pilots), expected));
