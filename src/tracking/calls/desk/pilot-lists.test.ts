import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/manual-clock.ts';
import type { Desk } from '../../../platform/desk.ts';
import type { ListedAirport } from '../../desk-model.ts';
import { PilotLists } from './pilot-lists.ts';

const airport = (icao: string, isHub = false): ListedAirport => {
  return { icao, name: `Airport ${icao}`, lat: 47, lon: 8, iata: null, country: null, isHub };
};

test('an airport that is the same for every pilot is kept once', async () => {
  const own: Readonly<Record<string, readonly ListedAirport[]>> = {
    one: [airport('EDDF'), airport('LSZH')],
    two: [airport('EDDF'), airport('LSZH', true), airport('ZZZZ')],
  };
  const desk = { listAirports: async (pilotId: string) => own[pilotId] ?? [] } as unknown as Desk;
  const lists = new PilotLists(desk, new ManualClock(0));
  const [one, two] = [await lists.airports('one'), await lists.airports('two')];
  assert.deepEqual([one, two], [own.one, own.two]);
  assert.equal(one[0], two[0]);
  assert.notEqual(one[1], two[1]);
});
