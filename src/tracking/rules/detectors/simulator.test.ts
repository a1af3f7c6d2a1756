import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownFlight, inBrief, judgeBy } from '../../../../test/flight-model/flown-flight.ts';
import { flightEvent, position } from '../../../../test/flown.ts';
import type { FlightEvent, Position } from '../../model.ts';
import { paused } from './paused.ts';
import { simRate } from './sim-rate.ts';
import { slewed } from './slewed.ts';

const start = Date.UTC(2026, 3, 6, 10);
const at = (seconds: number, change: Partial<Position> = {}) => position(start + seconds * 1_000, change);
const event = (seconds: number, kind: string): FlightEvent => flightEvent(start + seconds * 1_000, kind);
/** Block-off at 60 s, block-on at 600 s. */
const pirep = { blockOffAt: start + 60_000, blockOnAt: start + 600_000 };

type Sent = readonly (readonly [seconds: number, change: Partial<Position>])[];
const sent = (reports: Sent) => reports.map(([seconds, change]) => at(seconds, change));

/** Name, reports, events, marks. */
const pauses: readonly (readonly [string, Sent, readonly FlightEvent[], readonly string[]])[] = [
  [
    'by events: 100 to 160',
    [
      [90, {}],
      [190, {}],
    ],
    [event(100, 'pause'), event(160, 'resume')],
    ['100-160 60'],
  ],
  [
    'at the same instant as a report',
    [
      [100, { isPaused: false }],
      [130, { isPaused: true }],
      [160, { isPaused: false }],
    ],
    [event(100, 'pause')],
    ['100-160 60'],
  ],
  [
    'by reports, until the first that flies: 100 to 130',
    [
      [90, { isPaused: false }],
      [100, { isPaused: true }],
      [110, { isPaused: true }],
      [130, { isPaused: false }],
    ],
    [],
    ['100-130 30'],
  ],
  [
    'by the phase: 100 to 130',
    [
      [90, { phase: 'cruise' }],
      [100, { phase: 'paused' }],
      [130, { phase: 'cruise' }],
    ],
    [],
    ['100-130 30'],
  ],
  [
    'twice',
    [[90, { isPaused: false }]],
    [event(100, 'pause'), event(110, 'resume'), event(200, 'pause'), event(205, 'resume')],
    ['100-110 10', '200-205 5'],
  ],
  [
    'before the block-off: from then on, 60 to 80',
    [
      [50, { isPaused: true }],
      [80, { isPaused: false }],
    ],
    [],
    ['60-80 20'],
  ],
  [
    'at the stand',
    [
      [10, { isPaused: true }],
      [40, { isPaused: false }],
    ],
    [],
    [],
  ],
  [
    'never ended: until the last report',
    [
      [90, { isPaused: true }],
      [150, { isPaused: true }],
    ],
    [],
    ['90-150 60'],
  ],
  [
    'none',
    [
      [90, { isPaused: false }],
      [150, { isPaused: false }],
    ],
    [],
    [],
  ],
];

for (const [name, reports, events, marks] of pauses)
  test(`pause ${name}`, () => {
    const found = judgeBy(paused, flownFlight({ positions: sent(reports), events, pirep }));
    assert.deepEqual(inBrief(found.marks, start), marks);
    assert.deepEqual(found.notJudged, []);
  });

test('a pause up to the limit is allowed', () => {
  const events = [event(100, 'pause'), event(160, 'resume'), event(200, 'pause'), event(261, 'resume')];
  const found = judgeBy(paused, flownFlight({ positions: [at(90)], events, pirep }), { maxS: 60 });
  assert.deepEqual(inBrief(found.marks, start), ['200-261 61']);
});

test('what a client does not report is not judged', () => {
  const flight = flownFlight({ positions: [at(90), at(100)], events: [event(90, 'takeoff')], pirep });
  for (const [detector, reason] of [
    [paused, 'no-pause-reports'],
    [slewed, 'no-slew-reports'],
    [simRate, 'no-sim-rate'],
  ] as const)
    assert.deepEqual(judgeBy(detector, flight), { marks: [], notJudged: [{ reason }] });
});

test('slew: from the first to the last report of it, under way', () => {
  const reports: Sent = [
    [30, { isSlewing: true }],
    [90, { isSlewing: false }],
    [100, { isSlewing: true }],
    [110, { isSlewing: true }],
    [120, { isSlewing: false }],
    [300, { isSlewing: true }],
    [601, { isSlewing: true }],
  ];
  const found = judgeBy(slewed, flownFlight({ positions: sent(reports), pirep }));
  assert.deepEqual(inBrief(found.marks, start), ['100-110', '300-300']);
  assert.deepEqual(found.marks[0]?.lat, 47.45);
});

test('time acceleration: above 1, its greatest rate; below 1, its smallest; 0 is a pause', () => {
  const rates: Sent = [
    [30, { simRate: 16 }],
    [90, { simRate: 1 }],
    [100, { simRate: 2 }],
    [110, { simRate: 4 }],
    [120, { simRate: 1 }],
    [130, { simRate: 0.5 }],
    [140, { simRate: 0.25 }],
    [150, { simRate: 0 }],
    [160, {}],
  ];
  const flight = flownFlight({ positions: sent(rates), pirep });
  assert.deepEqual(inBrief(judgeBy(simRate, flight).marks, start), ['100-110 faster 4', '130-140 slower 0.25']);
  assert.deepEqual(inBrief(judgeBy(simRate, flight, { maxRate: 4 }).marks, start), ['130-140 slower 0.25']);
});
