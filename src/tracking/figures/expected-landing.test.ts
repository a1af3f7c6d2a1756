import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureExpectations } from '../../../bench/eta/measure.ts';
import { expectLanding, type Flying } from './expected-landing.ts';

const airport = (icao: string, lat: number | null, lon: number | null) => ({ icao, name: null, lat, lon });
const hour = 3_600_000;

/** 600 nm west to east along the equator; half of it is flown. */
const cruising: Flying = {
  plan: {
    departure: airport('AAAA', 0, 0),
    arrival: airport('BBBB', 0, 10),
    distanceNm: 618,
    plannedFlightTimeMin: null,
  },
  position: { lat: 0, lon: 5, groundSpeedKt: 450, altitudeMslFt: 36_000, recordedAt: 10 * hour },
  phase: 'cruise',
  takeoffAt: 9 * hour,
  flownNm: 310,
};
const change = (values: Partial<Flying>) => expectLanding({ ...cruising, ...values });

test('half of 600 nm at 450 kt: 44 minutes in the cruise and some for the descent, and a doubt that is stated', () => {
  const expected = expectLanding(cruising);
  const minutes = ((expected?.at ?? 0) - 10 * hour) / 60_000;
  assert.ok(minutes > 44 && minutes < 58, `${minutes} min`);
  assert.ok((expected?.doubtMin ?? 0) >= 4 && (expected?.doubtMin ?? 0) <= 10);
  assert.ok((expected?.toGoNm ?? 0) > 300 && (expected?.toGoNm ?? 0) < 340);
});

test('nothing is expected of one that stands, that has landed, or of which too little is known', () => {
  const nowhere = { ...cruising.plan, arrival: airport('BBBB', null, null) };
  const cases: readonly (readonly [string, Partial<Flying>])[] = [
    ['before the takeoff', { takeoffAt: null, phase: 'taxi' }],
    ['landing', { phase: 'landing' }],
    ['landed', { phase: 'landed' }],
    ['taxiing in', { phase: 'taxi-in' }],
    ['arrived', { phase: 'arrived' }],
    ['diverted', { phase: 'diverted' }],
    ['paused', { phase: 'paused' }],
    ['an arrival without a place', { plan: nowhere }],
    ['without a speed', { position: { ...cruising.position, groundSpeedKt: null } }],
    ['standing', { position: { ...cruising.position, groundSpeedKt: 3 } }],
  ];
  for (const [name, values] of cases) assert.equal(change(values), null, name);
});

test('more to go, a slower aircraft and a climb make it later or less sure', () => {
  const later = (values: Partial<Flying>) => (change(values)?.at ?? 0) - (expectLanding(cruising)?.at ?? 0);
  assert.ok(later({ position: { ...cruising.position, lon: 3 } }) > 0);
  assert.ok(later({ position: { ...cruising.position, groundSpeedKt: 380 } }) > 0);
  assert.ok((change({ phase: 'climb' })?.doubtMin ?? 0) > (expectLanding(cruising)?.doubtMin ?? 0));
});

test('a plan that nobody could keep changes little', () => {
  const plain = expectLanding(cruising)?.at ?? 0;
  for (const plannedFlightTimeMin of [0, 1, 61, 100_000, -5, Number.NaN]) {
    for (const distanceNm of [0, 1, -7, 1e9, null]) {
      const at = change({ plan: { ...cruising.plan, plannedFlightTimeMin, distanceNm } })?.at ?? 0;
      assert.ok(Math.abs(at - plain) < 5 * 60_000, `${plannedFlightTimeMin} min, ${distanceNm} nm`);
    }
  }
});

test('a plan and a mean of just the present speed change nothing, and each counts for a quarter', () => {
  // An hour after the takeoff, of which a climb costs five minutes; a schedule has fifteen on the ground.
  const flownNm = (55 / 60) * 450;
  const alone = change({ flownNm });
  const plannedFlightTimeMin = 15 + 60 + ((alone?.toGoNm ?? 0) * 60) / 450;
  const plan = { ...cruising.plan, plannedFlightTimeMin };
  const far = { ...cruising, plan, flownNm: 0, takeoffAt: 9 * hour };
  assert.deepEqual(expectLanding(far), change({ takeoffAt: 9.9 * hour }), 'only the plan');
  assert.deepEqual(alone, change({ takeoffAt: 9.9 * hour }), 'only the mean');
  const slower = { ...plan, plannedFlightTimeMin: 75 + ((alone?.toGoNm ?? 0) * 60) / 400 };
  const at425 = change({ takeoffAt: 9.9 * hour, position: { ...cruising.position, groundSpeedKt: 425 } });
  assert.equal(expectLanding({ ...far, plan: slower })?.at, at425?.at);
  assert.equal(change({ flownNm: (55 / 60) * 400 })?.at, at425?.at);
});

test('one that climbs will descend from higher up, as far as its way allows', () => {
  // At the speed so far, so that only the altitude differs.
  const inPhase = (phase: 'climb' | 'cruise', altitudeMslFt: number, lon: number) =>
    change({ phase, flownNm: (55 / 60) * 450, position: { ...cruising.position, altitudeMslFt, lon } })?.at ?? 0;
  assert.ok(inPhase('climb', 30_000, 2) > inPhase('cruise', 30_000, 2), 'to 36,000 ft');
  assert.equal(inPhase('climb', 30_000, 2), inPhase('cruise', 36_000, 2));
  assert.equal(inPhase('climb', 41_000, 2), inPhase('cruise', 41_000, 2), 'already above');
  assert.equal(inPhase('climb', 30_000, 5), inPhase('cruise', 30_000, 5), 'too near to climb further');
});

test('one that climbs becomes faster, a fast one more than a slow one', () => {
  const climbing = (altitudeMslFt: number, groundSpeedKt: number) =>
    change({ phase: 'climb', position: { ...cruising.position, altitudeMslFt, groundSpeedKt, lon: 2 } })?.at;
  assert.equal(climbing(15_000, 300), climbing(30_000, 300 * 1.35));
  assert.equal(climbing(15_000, 100), climbing(30_000, 107.5));
});

test('four of five expectations of the recordings and the made flights are within their doubt', async (t) => {
  const expectations = await measureExpectations();
  const kept = expectations.filter(({ errorMin, doubtMin }) => Math.abs(errorMin ?? 1e9) <= (doubtMin ?? -1));
  t.diagnostic(`${kept.length} of ${expectations.length} are within their doubt`);
  assert.ok(expectations.length >= 55);
  assert.ok(kept.length / expectations.length >= 0.8);
});
