import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFlight } from '../../../test/journal/suite/samples.ts';
import type { FlightName, FlightState } from '../../tracking/model.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import type { Flavour } from './flavour.ts';
import { withFlight } from './flight-names.ts';

const flavour = { nameOf: (uuid: string) => ({ pirepId: uuid }) } as unknown as Flavour;

/** Returns what a call is made with whose flight has ended so. */
async function triedWith(state: FlightState): Promise<readonly FlightName[]> {
  const names: FlightName[] = [];
  const flight = sampleFlight(1, { state, endedAt: 0 });
  const call = async (name: FlightName) => {
    names.push(name);
    throw new Refusal('flight-ended', { message: 'It has ended.', flight });
  };
  await assert.rejects(withFlight(flavour, { uuid: 'pirep-1', bidID: 12 }, call), (error) =>
    isRefusal(error, 'flight-ended'),
  );
  return names;
}

test('of flights that have ended only an abandoned one is begun again with its bid', async () => {
  const named = { pirepId: 'pirep-1', bidId: '12' };
  assert.deepEqual(await triedWith('abandoned'), [named, { bidId: '12' }]);
  for (const state of ['filed', 'cancelled'] as const) assert.deepEqual(await triedWith(state), [named], state);
});
