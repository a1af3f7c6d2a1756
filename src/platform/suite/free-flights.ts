import assert from 'node:assert/strict';
import type { FreeFlight } from '../../tracking/model.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { SuiteCase } from './world.ts';

export const freeFlightCases: readonly SuiteCase[] = [
  {
    name: 'free flight: becomes a plan with its aircraft',
    async run({ platform, fixtures: { first, freeFlight } }) {
      const plan = await platform.planFreeFlight(first.id, freeFlight);
      assert.equal(plan.scheduleId, null);
      assert.equal(plan.departure.icao, freeFlight.departure);
      assert.equal(plan.arrival.icao, freeFlight.arrival);
      assert.ok(freeFlight.flightNumber.endsWith(plan.flightNumber) && plan.flightNumber !== '');
      assert.ok(plan.aircraft !== null);
    },
  },
  {
    name: 'free flight: each field that is wrong is named',
    async run({ platform, fixtures: { first, freeFlight, forbiddenRegistration } }) {
      const wrong: [keyof FreeFlight, Partial<FreeFlight>][] = [
        ['airline', { airline: 'QQQ' }],
        ['flightNumber', { flightNumber: '' }],
        ['flightNumber', { flightNumber: 'A flight number that no column holds' }],
        ['departure', { departure: 'QQQQ' }],
        ['departure', { departure: '' }],
        ['arrival', { arrival: "'; --" }],
        ['aircraft', { aircraft: 'QQQQ', registration: null }],
        ['registration', { aircraft: null, registration: 'QQ-QQQ' }],
      ];
      if (forbiddenRegistration !== null)
        wrong.push(['registration', { aircraft: null, registration: forbiddenRegistration }]);
      for (const [field, part] of wrong) {
        const call = platform.planFreeFlight(first.id, { ...freeFlight, ...part });
        await assert.rejects(call, (error) => namesFields(error, [field]), `${field}: ${JSON.stringify(part)}`);
      }
      const all = platform.planFreeFlight(first.id, { ...freeFlight, departure: 'QQQQ', arrival: 'QQQR' });
      await assert.rejects(all, (error) => namesFields(error, ['departure', 'arrival']));
    },
  },
  {
    name: 'airports: found by code and by place; where there is none, null',
    async run({ platform, fixtures: { elsewhere } }) {
      assert.equal((await platform.findAirport({ icao: elsewhere.icao }))?.icao, elsewhere.icao);
      const near = { lat: elsewhere.lat + 0.01, lon: elsewhere.lon };
      assert.equal((await platform.findAirport(near))?.icao, elsewhere.icao);
      assert.equal(await platform.findAirport({ icao: 'QQQQ' }), null);
      // The middle of the South Pacific.
      assert.equal(await platform.findAirport({ lat: -48.8767, lon: -123.3933 }), null);
    },
  },
];

function namesFields(error: unknown, fields: readonly string[]): boolean {
  if (!isRefusal(error, 'invalid')) throw new Error(`expected Refusal invalid, got ${String(error)}`, { cause: error });
  const named = Object.keys(error.detail.fields ?? {});
  for (const field of fields) assert.ok(named.includes(field), `${field} is not among ${named.join(', ')}`);
  return true;
}
