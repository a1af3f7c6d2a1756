import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownFlight, inBrief, judgeBy } from '../../../../test/flight-model/flown-flight.ts';
import { position } from '../../../../test/flown.ts';
import type { Position } from '../../model.ts';
import { jumped } from './jumped.ts';

const start = Date.UTC(2026, 3, 6, 10);

type Report = readonly [seconds: number, miles: number, change?: Partial<Position>];

/** A flight along the equator: one minute of longitude is 1.0007 nm there. */
function flying(reports: readonly Report[], rated: Partial<Position> = { simRate: 1 }) {
  return flownFlight({
    positions: reports.map(([seconds, miles, change]) =>
      position(start + seconds * 1_000, { lat: 0, lon: 10 + miles / 60, groundSpeedKt: 450, ...rated, ...change }),
    ),
    pirep: { blockOffAt: start, blockOnAt: start + 3_600_000 },
  });
}

/** A report every 15 s at 450 kt is 1.9 nm farther. At 750 kt these are 3.1 nm; 5 nm more are believed. */
const cases: readonly (readonly [string, readonly Report[], readonly string[]])[] = [
  [
    'the usual flight',
    [
      [0, 0],
      [15, 1.9],
      [30, 3.8],
    ],
    [],
  ],
  // 150 nm in 15 s: 150 × 3600 / 15 = 36,000 kt.
  [
    '150 nm in 15 s, and on from there',
    [
      [0, 0],
      [15, 150],
      [30, 151.9],
    ],
    ['0-15 36000'],
  ],
  [
    'one position far away',
    [
      [0, 0],
      [15, 150],
      [30, 3.8],
    ],
    [],
  ],
  [
    'the place of a menu, twice',
    [
      [0, 0],
      [15, -600, { lat: 0, lon: 0 }],
      [30, -600, { lat: 0, lon: 0 }],
      [45, 5.7],
    ],
    [],
  ],
  [
    'the last position of all',
    [
      [0, 0],
      [15, 1.9],
      [30, 150],
    ],
    [],
  ],
  // 8 nm in 15 s: 3.1 nm at 750 kt and 5 nm are 8.1 nm. 12 nm are more, and so are 13.9 nm in 30 s: 6.2 and 5 nm are 11.2 nm.
  [
    '8 nm in 15 s',
    [
      [0, 0],
      [15, 8],
      [30, 9.9],
    ],
    [],
  ],
  [
    '12 nm in 15 s',
    [
      [0, 0],
      [15, 12],
      [30, 13.9],
    ],
    ['0-15 2880'],
  ],
  [
    'there and back',
    [
      [0, 0],
      [15, 150],
      [30, 151.9],
      [45, 5.7],
      [60, 7.6],
    ],
    ['0-15 36000', '30-45 35088'],
  ],
  // 300 nm in half an hour are 600 kt.
  [
    'a long silence',
    [
      [0, 0],
      [1_800, 300],
      [1_815, 301.9],
    ],
    [],
  ],
  // A minute more for a report that waited: 10 nm in 60.5 s are 595 kt.
  [
    '10 nm in half a second, without times of its own',
    [
      [0, 0],
      [0.5, 10, { isDated: false }],
      [1, 11, { isDated: false }],
    ],
    [],
  ],
  [
    'it says 1,150 kt itself',
    [
      [0, 0],
      [60, 19.2, { groundSpeedKt: 1_150 }],
      [120, 38.4, { groundSpeedKt: 1_150 }],
    ],
    [],
  ],
  // 4 × 450 kt: 30 nm a minute.
  [
    'at a rate of 4',
    [
      [0, 0],
      [60, 30, { simRate: 4 }],
      [120, 60, { simRate: 4 }],
    ],
    [],
  ],
];

for (const [name, reports, marks] of cases)
  test(`jump: ${name}`, () => {
    const [found, expected] = [inBrief(judgeBy(jumped, flying(reports)).marks, start), marks];
    assert.equal(found.length, expected.length, found.join());
    for (const [index, text] of expected.entries()) {
      const [span, speed] = text.split(' ');
      const [foundSpan, foundSpeed] = (found[index] ?? '').split(' ');
      assert.equal(foundSpan, span);
      // By the length of a minute on the equator.
      assert.ok(Math.abs(Number(foundSpeed) / Number(speed) - 1) < 0.002, `${foundSpeed} kt`);
    }
  });

test('where the rate is not reported, only what no rate of 5 explains is a jump', () => {
  // 30 nm a minute are 1,800 kt; 120 nm are 7,200 kt.
  assert.deepEqual(
    judgeBy(
      jumped,
      flying(
        [
          [0, 0],
          [60, 30],
          [120, 60],
        ],
        {},
      ),
    ).marks,
    [],
  );
  assert.equal(
    judgeBy(
      jumped,
      flying(
        [
          [0, 0],
          [60, 120],
          [120, 127],
        ],
        {},
      ),
    ).marks.length,
    1,
  );
});

test('a single position is not judged', () => {
  assert.deepEqual(judgeBy(jumped, flying([[0, 0]])).notJudged, [{ reason: 'too-few-positions' }]);
});
