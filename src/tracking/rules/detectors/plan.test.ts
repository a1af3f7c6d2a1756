import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownFlight, inBrief, judgeBy } from '../../../../test/flight-model/flown-flight.ts';
import { position } from '../../../../test/flown.ts';
import type { Aircraft, Airport, Position } from '../../model.ts';
import { offPlan } from './off-plan.ts';
import { otherAircraft } from './other-aircraft.ts';
import { early, late } from './schedule.ts';

const start = Date.UTC(2026, 3, 6, 10);
const minute = 60_000;
const at = (minutes: number, change: Partial<Position>) => position(start + minutes * minute, change);

const booked: Aircraft = { id: '1', icao: 'A343', name: 'Zürich', registration: 'HB-JMA' };
const aircraft: readonly (readonly [string, Partial<Aircraft>, readonly string[], readonly string[]])[] = [
  ['the same one', { id: '1', registration: null }, [], []],
  ['another record of the same one', { registration: 'hbjma' }, [], []],
  ['another of its type', { registration: 'HB-JMB' }, ['0-0 registration'], []],
  ['another type', { icao: 'B738', registration: 'HB-JMA' }, ['0-0 type'], []],
  ['another in all', { icao: 'B738', registration: 'D-AIAB' }, ['0-0 type', '0-0 registration'], []],
  ['one without a registration', { icao: 'B738', registration: null }, ['0-0 type'], ['no-registration']],
  ['one of which only the registration is known', { icao: null, registration: 'HB-JMA' }, [], ['no-type']],
];

for (const [name, flown, marks, reasons] of aircraft)
  test(`aircraft: ${name}`, () => {
    const flight = flownFlight({
      positions: [at(0, {})],
      plan: { aircraft: booked },
      aircraft: { ...booked, id: '2', ...flown },
      pirep: { blockOffAt: start },
    });
    const found = judgeBy(otherAircraft, flight);
    assert.deepEqual(inBrief(found.marks, start), marks);
    assert.deepEqual(
      found.notJudged.map(({ reason }) => reason),
      reasons,
    );
  });

test('aircraft: a bid without one, and a flight without one, are not judged', () => {
  const reason = (flight: ReturnType<typeof flownFlight>) => judgeBy(otherAircraft, flight).notJudged[0]?.reason;
  assert.equal(reason(flownFlight({ plan: { aircraft: null }, aircraft: booked })), 'no-booked-aircraft');
  assert.equal(reason(flownFlight({ plan: { aircraft: booked }, aircraft: null })), 'no-aircraft');
});

/** Block-off at 10:00 UTC, block-on at 12:00 UTC. */
const blocks = { blockOffAt: start, blockOnAt: start + 120 * minute };
interface Planned {
  readonly departureTime: string | null;
  readonly arrivalTime: string | null;
  readonly plannedFlightTimeMin: number | null;
}
const schedules: readonly (readonly [
  string,
  Planned,
  { readonly late: readonly string[]; readonly early: readonly string[]; readonly reasons: readonly string[] },
])[] = [
  [
    'as planned',
    { departureTime: '10:00Z', arrivalTime: '12:00Z', plannedFlightTimeMin: 120 },
    { late: [], early: [], reasons: [] },
  ],
  [
    '15 minutes late',
    { departureTime: '0945Z', arrivalTime: '11:45 UTC', plannedFlightTimeMin: 105 },
    { late: [], early: [], reasons: [] },
  ],
  [
    '16 minutes late',
    { departureTime: '09:44Z', arrivalTime: '11:44Z', plannedFlightTimeMin: 104 },
    { late: ['0-0 departure 16', '7200-7200 arrival 16', '7200-7200 block-time 16'], early: [], reasons: [] },
  ],
  [
    '30 minutes early, but as long as planned',
    { departureTime: '10:30Z', arrivalTime: '12:30Z', plannedFlightTimeMin: 120 },
    { late: [], early: ['0-0 departure 30', '7200-7200 arrival 30'], reasons: [] },
  ],
  [
    'local times, which say nothing: the block time alone',
    { departureTime: '04:00', arrivalTime: '06:00 EST', plannedFlightTimeMin: 150 },
    { late: [], early: ['7200-7200 block-time 30'], reasons: ['departure no-zone', 'arrival no-zone'] },
  ],
  [
    'no schedule',
    { departureTime: null, arrivalTime: ' ', plannedFlightTimeMin: 0 },
    { late: [], early: [], reasons: ['departure no-schedule', 'arrival no-schedule', 'block-time no-schedule'] },
  ],
];

for (const [name, plan, expected] of schedules)
  test(`schedule: ${name}`, () => {
    const flight = flownFlight({ plan, pirep: blocks });
    const [isLate, isEarly] = [judgeBy(late, flight), judgeBy(early, flight)];
    assert.deepEqual(inBrief(isLate.marks, start), expected.late);
    assert.deepEqual(inBrief(isEarly.marks, start), expected.early);
    assert.deepEqual(
      isLate.notJudged.map(({ reason, element }) => `${element} ${reason}`),
      expected.reasons,
    );
    assert.deepEqual(isEarly.notJudged, isLate.notJudged);
  });

test('schedule: block-off late in the evening, planned for after midnight', () => {
  const flight = flownFlight({
    plan: { departureTime: '00:10Z' },
    pirep: { blockOffAt: Date.UTC(2026, 3, 6, 23, 50) },
  });
  assert.equal(judgeBy(early, flight).marks[0]?.value, 20);
  assert.deepEqual(judgeBy(late, flight).marks, []);
});

test('schedule: without block times it is not judged', () => {
  const plan = { departureTime: '10:00Z', arrivalTime: '12:00Z', plannedFlightTimeMin: 120 };
  const { notJudged } = judgeBy(late, flownFlight({ plan }));
  assert.deepEqual(
    notJudged.map(({ reason }) => reason),
    ['no-block-times', 'no-block-times', 'no-block-times'],
  );
});

const airport = (icao: string, lat: number | null, lon: number | null): Airport => ({ icao, name: null, lat, lon });
/** From 0/0 along the equator to 0/20, where a degree is 60 nm, by 0/10. */
const straight = {
  plan: { departure: airport('AAAA', 0, 0), arrival: airport('BBBB', 0, 20), cruiseLevel: null },
  route: [
    { lat: 0, lon: 5, isAfterUnknown: false },
    { lat: 0, lon: 15, isAfterUnknown: false },
  ],
};

/** A report a minute, from 7° to 13° east: on the leg in the middle, so far north of it. */
function along(offNm: (index: number) => number): readonly Position[] {
  return Array.from({ length: 49 }, (_, index) =>
    at(index, { lat: offNm(index) / 60.04, lon: 7 + index / 8, onGround: false }),
  );
}

const tracks: readonly (readonly [string, (index: number) => number, readonly string[]])[] = [
  ['on it', () => 0, []],
  ['49 nm beside it', () => 49, []],
  [
    '51 nm beside it, from the 10th to the 20th minute',
    (index) => (index >= 10 && index <= 20 ? 51 : 20),
    ['600-1200 route 51'],
  ],
  ['51 nm beside it for 9 minutes', (index) => (index >= 10 && index <= 19 ? 51 : 20), []],
  [
    '70 nm beside it at its farthest',
    (index) => (index >= 10 && index <= 40 ? 50 + index / 2 : 20),
    ['600-2400 route 70'],
  ],
];

for (const [name, offNm, marks] of tracks)
  test(`route: ${name}`, () => {
    const found = judgeBy(offPlan, flownFlight({ ...straight, positions: along(offNm) }));
    assert.deepEqual(inBrief(found.marks, start), marks);
    assert.deepEqual(found.notJudged, [{ reason: 'no-filed-level', element: 'level' }]);
  });

test('route: where words of it are unknown, a way that is little longer is believed', () => {
  const route = [straight.route[0], { lat: 0, lon: 15, isAfterUnknown: true }].flatMap((each) => each ?? []);
  // 600 nm from 5° to 15°: 720 nm and twice 50 nm are believed. 150 nm beside its middle are 2 × hypot(300, 150) = 671 nm.
  const beside = (offNm: number) =>
    judgeBy(offPlan, flownFlight({ ...straight, route, positions: along(() => offNm) })).marks.length;
  assert.equal(beside(150), 0);
  assert.equal(beside(400), 1);
});

test('route: what it needs, and nobody says', () => {
  const positions = along(() => 300);
  const reasonOf = (change: Parameters<typeof flownFlight>[0]) =>
    judgeBy(offPlan, flownFlight({ ...straight, positions, ...change })).notJudged.find(
      ({ element }) => element === 'route',
    )?.reason;
  assert.equal(reasonOf({ route: null }), 'no-route');
  assert.equal(reasonOf({ plan: { ...straight.plan, arrival: airport('BBBB', null, null) } }), 'no-airport-places');
  assert.equal(reasonOf({ positions: positions.map((each) => ({ ...each, onGround: true })) }), 'no-flight');
});

interface Leveled {
  readonly name: string;
  readonly plan: { readonly cruiseLevel?: number; readonly route?: string };
  /** Altitude by minute. */
  readonly flown: (index: number) => number;
  readonly marks: readonly string[];
}
const step = (index: number) => (index < 30 ? 31_000 : 39_000);
const levels: readonly Leveled[] = [
  { name: 'as filed, in hundreds', plan: { cruiseLevel: 350 }, flown: () => 35_000, marks: [] },
  { name: 'as filed, in feet', plan: { cruiseLevel: 35_000 }, flown: () => 36_500, marks: [] },
  { name: '4,000 ft lower', plan: { cruiseLevel: 350 }, flown: () => 31_000, marks: [] },
  { name: '4,100 ft lower', plan: { cruiseLevel: 350 }, flown: () => 30_900, marks: ['0-2880 level 4100'] },
  // 0.9 × 39,000 are 35,100 ft: the first level is no cruise, the second one is 8,000 ft above what was filed.
  { name: 'a step that was not filed', plan: { cruiseLevel: 310 }, flown: step, marks: ['1800-2880 level 8000'] },
  {
    name: 'a step in the route',
    plan: { cruiseLevel: 310, route: 'DEGES N871 ABC/N0450F390 DEF' },
    flown: step,
    marks: [],
  },
  { name: 'for nine minutes', plan: { cruiseLevel: 350 }, flown: (index) => (index < 10 ? 39_500 : 36_000), marks: [] },
];

for (const { name, plan, flown, marks } of levels)
  test(`level: ${name}`, () => {
    const positions = along(() => 0).map((each, index) => ({ ...each, altitudeMslFt: flown(index) }));
    const found = judgeBy(offPlan, flownFlight({ ...straight, plan: { ...straight.plan, ...plan }, positions }));
    assert.deepEqual(inBrief(found.marks, start), marks);
    assert.deepEqual(found.notJudged, []);
  });

test('level: a climb and a descent are no cruise', () => {
  const positions = along(() => 0).map((each) => ({ ...each, altitudeMslFt: 45_000, verticalSpeedFpm: 500 }));
  const plan = { ...straight.plan, cruiseLevel: 350 };
  assert.deepEqual(judgeBy(offPlan, flownFlight({ ...straight, plan, positions })).marks, []);
});
