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
  ['one pilot', [[1, 10]], { pilots: 1, low: 10, middle: 10, high: 10 }],
  [
    'two',
    [
      [0, 10],
      [2, 10],
    ],
    { pilots: 2, low: 5, middle: 10, high: 15 },
  ],
  [
    'five in any order',
    [
      [4, 10],
      [0, 10],
      [2, 10],
      [1, 10],
      [3, 10],
    ],
    { pilots: 5, low: 10, middle: 20, high: 30 },
  ],
];

for (const [what, pilots, expected] of cases)
  test(`the spread of ${what}`, () => assert.deepEqual(spread(...pilots), expected));
