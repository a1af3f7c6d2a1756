import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFlight } from '../../../test/journal/suite/samples.ts';
import { type Bid, type FlightPlan, noDetails } from '../model.ts';
import { choiceOfBid } from './plan-choice.ts';

const { plan } = sampleFlight(1);
const aircraft = { id: '4', icao: 'A343', name: null, registration: 'HB-JMJ' };
const briefing: FlightPlan = {
  ofpId: 'ofp-1',
  route: null,
  alternate: null,
  blockFuelLb: 163_500,
  cruiseAltitudeFt: null,
  passengers: null,
  cargoLb: null,
  aircraft: null,
};

const cases: readonly (readonly [string, FlightPlan | null, number | undefined])[] = [
  ['its fuel is that of the plan', briefing, 163_500],
  ['without fuel the plan has none', { ...briefing, blockFuelLb: null }, undefined],
  ['without a briefing the plan has none', null, undefined],
];

for (const [name, given, fuelLb] of cases) {
  test(`the briefing of a bid: ${name}`, async () => {
    const bid: Bid = {
      ...noDetails,
      id: 'b1',
      plan,
      aircraftChoices: [aircraft],
      briefing: given,
      blocked: null,
      fares: [],
    };
    const chosen = await choiceOfBid({} as never, 'p1', bid, { aircraft: null, registration: null });
    assert.equal(chosen.plan.plannedBlockFuelLb, fuelLb);
    assert.deepEqual({ ...chosen.plan, plannedBlockFuelLb: undefined }, { ...plan, plannedBlockFuelLb: undefined });
  });
}
