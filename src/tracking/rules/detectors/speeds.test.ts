import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownFlight, inBrief, judgeBy } from '../../../../test/flight-model/flown-flight.ts';
import { position } from '../../../../test/flown.ts';
import { findRunway, runwaysNear } from '../../../lib/runways/runways.ts';
import type { Position } from '../../model.ts';
import { speedBelow10000 } from './speed-below-10000.ts';
import { taxiSpeed } from './taxi-speed.ts';

const start = Date.UTC(2026, 3, 6, 10);
const at = (seconds: number, change: Partial<Position>) => position(start + seconds * 1_000, change);

/** Seconds, altitude, indicated airspeed. */
type Speeds = readonly (readonly [seconds: number, altitudeFt: number | null, speedKt: number | null])[];
const fast: readonly (readonly [string, Speeds, readonly string[]])[] = [
  [
    '250 kt',
    [
      [0, 5_000, 250],
      [20, 6_000, 250],
    ],
    [],
  ],
  [
    '251 kt for 10 s, up to its greatest speed',
    [
      [0, 5_000, 251],
      [5, 5_000, 270],
      [10, 5_000, 255],
      [15, 5_000, 250],
    ],
    ['0-10 270'],
  ],
  [
    '251 kt for 9 s',
    [
      [0, 5_000, 251],
      [9, 5_000, 251],
      [10, 5_000, 250],
    ],
    [],
  ],
  [
    'at and above 10,000 ft',
    [
      [0, 10_000, 300],
      [20, 11_000, 300],
    ],
    [],
  ],
  [
    'a descent into it',
    [
      [0, 10_500, 290],
      [10, 9_900, 290],
      [20, 9_500, 280],
      [30, 9_000, 250],
    ],
    ['10-20 290'],
  ],
  [
    'two reports two minutes apart',
    [
      [0, 5_000, 280],
      [120, 5_000, 280],
    ],
    [],
  ],
  [
    'a report without a speed between',
    [
      [0, 5_000, 280],
      [8, 5_000, null],
      [16, 5_000, 280],
    ],
    [],
  ],
];

for (const [name, speeds, marks] of fast)
  test(`speed below 10,000 ft: ${name}`, () => {
    const positions = speeds.map(([seconds, altitudeMslFt, indicatedAirspeedKt]) =>
      at(seconds, { altitudeMslFt, indicatedAirspeedKt }),
    );
    const found = judgeBy(speedBelow10000, flownFlight({ positions }));
    assert.deepEqual(inBrief(found.marks, start), marks);
  });

test('speed below 10,000 ft: ground speed alone is not judged, nor is a speed without an altitude', () => {
  const reasonOf = (change: Partial<Position>) =>
    judgeBy(speedBelow10000, flownFlight({ positions: [at(0, change), at(10, change)] })).notJudged;
  assert.deepEqual(reasonOf({ altitudeMslFt: 5_000, groundSpeedKt: 400 }), [{ reason: 'no-airspeed' }]);
  assert.deepEqual(reasonOf({ altitudeMslFt: null, indicatedAirspeedKt: 400 }), [{ reason: 'no-altitude' }]);
});

/** Runway 16 of Zürich; its taxiways lie some 200 m beside it. */
const runway = findRunway({ lat: 47.4757, lon: 8.5363 }, 154);

/** A place on or beside this runway, metres along and to its right. */
function beside(alongM: number, rightM: number) {
  assert.ok(runway !== null);
  const bearing = (runway.bearingDeg * Math.PI) / 180;
  const northM = alongM * Math.cos(bearing) - rightM * Math.sin(bearing);
  const eastM = alongM * Math.sin(bearing) + rightM * Math.cos(bearing);
  return { lat: runway.start.lat + northM / 111_180, lon: runway.start.lon + eastM / 75_368 };
}

type Taxi = readonly (readonly [
  seconds: number,
  rightM: number,
  speedKt: number,
  onGround?: boolean,
  headingDeg?: number,
])[];

const taxis: readonly (readonly [string, Taxi, readonly string[]])[] = [
  [
    '30 kt',
    [
      [0, 300, 30],
      [10, 300, 30],
    ],
    [],
  ],
  [
    '35 kt for 5 s, 300 m beside the runway',
    [
      [0, 300, 31],
      [5, 300, 35],
      [8, 300, 20],
    ],
    ['0-5 35'],
  ],
  [
    '35 kt for 4 s',
    [
      [0, 300, 35],
      [4, 300, 35],
      [8, 300, 20],
    ],
    [],
  ],
  [
    '35 kt backtracking on the runway',
    [
      [0, 10, 35],
      [5, 10, 35],
      [10, -10, 35],
    ],
    [],
  ],
  // Half of 60 m, and 30 m: up to 60 m from the centre line it is on the runway.
  [
    'just beside it',
    [
      [0, 55, 35],
      [10, 55, 35],
    ],
    [],
  ],
  [
    'beyond it',
    [
      [0, 65, 35],
      [10, 65, 35],
    ],
    ['0-10 35'],
  ],
  [
    'the take-off run, wherever it is',
    [
      [0, 300, 20],
      [10, 300, 60],
      [20, 300, 120],
      [30, 300, 150, false],
    ],
    [],
  ],
  // The turn onto it at 40 kt is a taxi; the run begins with the report that points along it.
  [
    'a fast turn before the run',
    [
      [0, 300, 40, true, 64],
      [5, 300, 40, true, 100],
      [10, 300, 90],
      [20, 300, 150, false],
    ],
    ['0-5 40'],
  ],
  [
    'vacating too fast',
    [
      [0, 0, 140, false],
      [5, 0, 130],
      [15, 0, 60],
      [20, 80, 50, true, 184],
      [26, 150, 45, true, 184],
      [30, 200, 25],
    ],
    ['20-26 50'],
  ],
];

for (const [name, reports, marks] of taxis)
  test(`speed on the taxiway: ${name}`, () => {
    const positions = reports.map(([seconds, rightM, groundSpeedKt, onGround = true, headingDeg = 154]) =>
      at(seconds, { ...beside(1_000, rightM), groundSpeedKt, onGround, headingDeg }),
    );
    const found = judgeBy(taxiSpeed, flownFlight({ positions, runwaysNear }));
    assert.deepEqual(inBrief(found.marks, start), marks);
    assert.deepEqual(found.notJudged, []);
  });

test('speed on the taxiway: not judged where no runway is known, nothing says that it is on the ground, or how fast it is', () => {
  const judged = (change: Partial<Position>, near = runwaysNear) => {
    const positions = [
      at(0, { groundSpeedKt: 40, onGround: true, ...change }),
      at(10, { groundSpeedKt: 40, onGround: true, ...change }),
    ];
    const { marks, notJudged } = judgeBy(taxiSpeed, flownFlight({ positions, runwaysNear: near }));
    assert.deepEqual(marks, []);
    return notJudged;
  };
  assert.deepEqual(judged({ lat: 0, lon: -30 }), [{ reason: 'no-runways' }]);
  assert.deepEqual(judged({ ...beside(1_000, 300), onGround: null }), [{ reason: 'no-ground' }]);
  assert.deepEqual(judged({ ...beside(1_000, 300), groundSpeedKt: null }), [{ reason: 'no-ground-speed' }]);
});
