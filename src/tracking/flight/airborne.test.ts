import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyFold } from '../figures/fold.ts';
import type { Fold, Last } from '../figures/fold-state.ts';
import type { Airport, Plan } from '../model.ts';
import { airTransition, placed } from './airborne.ts';

const mark = (at: number) => ({ at, isEstimated: false });
const landed = (lastAt: number, further: Partial<Fold> = {}): Fold => ({
  ...emptyFold(null),
  takeoff: mark(1_000),
  landing: mark(60_000),
  last: { recordedAt: lastAt } as Last,
  ...further,
});
const inTheAir = { takeoffAt: 1_000, landing: null };

test('a touchdown is a landing once it has not bounced for ten seconds, or nothing more will come', () => {
  assert.equal(airTransition(inTheAir, landed(69_999), false), null);
  assert.equal(airTransition(inTheAir, landed(70_000), false)?.kind, 'landed');
  assert.equal(airTransition(inTheAir, landed(60_000), true)?.kind, 'landed');
  assert.equal(airTransition(inTheAir, landed(99_000, { isAirborne: true }), false), null);
});

test('after a touch-and-go it took off again when it was seen in the air, not when it took off first', () => {
  const air = { takeoffAt: 1_000, landing: { at: 60_000, rateFpm: null, isRateEstimated: false } };
  assert.deepEqual(airTransition(air, landed(95_000, { isAirborne: true }), false), {
    kind: 'took-off',
    takeoffAt: 95_000,
  });
});

test('a landing more than 10 nm from the planned arrival has its airport, if one is known there', () => {
  const airport = (icao: string, lat: number): Airport => ({ icao, name: `Airport ${icao}`, lat, lon: 8 });
  const plan = { departure: airport('LSZH', 47), arrival: airport('EDDF', 50) } as Plan;
  const landing = { kind: 'landed', landing: { at: 60_000, rateFpm: -90, isRateEstimated: false } } as const;
  const cases: readonly (readonly [landedAt: number | null, found: string | null, elsewhere: Airport | null])[] = [
    [50.01, 'EDFE', null],
    [50.9, 'EDDK', airport('EDDK', 50.9)],
    [50.9, null, null],
    [50.9, 'EDDF', null],
    [47, 'LSZH', plan.departure],
    [null, 'EDDK', null],
  ];
  for (const [lat, found, elsewhere] of cases) {
    const landingPlace = lat === null ? null : { lat, lon: 8 };
    const last = lat === null ? null : ({ lat, lon: 8 } as Last);
    const made = placed(landing, plan, landed(70_000, { landingPlace, last }), () =>
      found === null ? null : airport(found, lat ?? 0),
    );
    const expected = elsewhere === null ? landing.landing : { ...landing.landing, elsewhere };
    assert.deepEqual(made, { kind: 'landed', landing: expected }, `${lat} ${found}`);
  }
});
