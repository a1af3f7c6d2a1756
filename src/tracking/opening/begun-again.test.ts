import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { Position } from '../model.ts';
import { beginsAgain } from './begun-again.ts';

const departure = { icao: 'LSZH', name: null, lat: 47.45, lon: 8.55 };
const parked = { lat: 47.45, lon: 8.55, groundSpeedKt: 0, onGround: null };
const flying = { lat: 47.6, lon: 8.7, groundSpeedKt: 220, onGround: null };
const elsewhere = { ...parked, lat: 39.55 };
const lastAt = 5;

/** Positions one second apart, beginning at this time. */
const from = (at: number, ...places: (typeof parked)[]) =>
  places.map((place, index) => ({ ...place, recordedAt: at + index }) as Position);

const cases: readonly [what: string, positions: readonly Position[], isAgain: boolean][] = [
  ['a report from the departure', from(6, parked), true],
  ['a kept flight from its beginning', from(6, parked, flying, flying), true],
  ['the rest of a round trip', from(6, flying, flying, parked), false],
  ['the rest of a round trip after a repeat', from(5, flying, flying, parked), false],
  ['the rest of a round trip after repeats from the ground', from(4, parked, parked, flying, parked), false],
  ['the landing of a round trip after a repeat', from(5, flying, parked), false],
  ['a repeat of a report from the departure', from(4, parked, parked), false],
  ['a report from the air', from(6, flying), false],
  ['a report from another airport', from(6, elsewhere), false],
  ['nothing', [], false],
];

for (const [what, positions, isAgain] of cases) {
  test(`a suspended flight that has flown is ${isAgain ? 'begun again' : 'continued'} by ${what}`, () => {
    const live = (state: string, hasFlown: boolean) =>
      ({
        flight: { state, plan: { departure } },
        fold: { takeoff: hasFlown ? { at: lastAt } : null, last: { recordedAt: lastAt } },
      }) as LiveFlight;
    assert.equal(beginsAgain(live('suspended', true), positions), isAgain);
    assert.equal(beginsAgain(live('open', true), positions), false);
    assert.equal(beginsAgain(live('suspended', false), positions), false);
  });
}
