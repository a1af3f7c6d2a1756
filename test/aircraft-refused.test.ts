import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Platform } from '../src/platform/port.ts';
import { isRefusal, Refusal } from '../src/tracking/refusals.ts';
import { World, type WorldChanges } from './world.ts';

/** An open flight, two more aircraft that its pilot may take, and a call for one. */
async function openFlight(changes: WorldChanges) {
  const world = await World.with(changes);
  world.embedded.crewCenter.database.exec(`UPDATE aircraft SET airport_id = 'LSZH';
    INSERT INTO aircraft (subfleet_id, icao, name, registration, airport_id, created_at)
    SELECT subfleet_id, icao, name, 'HB-JLR', airport_id, created_at FROM aircraft WHERE registration = 'HB-JLQ'`);
  const { session, bid, flight } = await world.startFlight('EDDF');
  const own = flight.aircraft?.id ?? '';
  const [one, two] = bid.aircraftChoices.flatMap(({ id }) => (id === own ? [] : [id]));
  assert.ok(own !== '' && one !== undefined && two !== undefined, 'the bid leaves a choice');
  const change = (aircraft: string) =>
    world.calls.changeAircraft(session, { name: null, aircraft, registration: null });
  return { world, one, two, change };
}

/** A crew center that refuses these aircraft, and that answers the first change only after `answers`. */
function refusing(refused: Set<string>, answers: Promise<void>) {
  const asked: string[] = [];
  const platform = (inner: Platform): Platform => {
    const { changeAircraft } = inner;
    const change: Platform['changeAircraft'] = async (flight) => {
      const id = flight.aircraft?.id ?? '';
      if (asked.push(id) === 1) await answers;
      if (refused.has(id)) throw new Refusal('crew-center-refused', { message: `Not ${id}.` });
      return changeAircraft.call(inner, flight);
    };
    return Object.assign(inner, { changeAircraft: change });
  };
  return { platform, asked };
}

const isRefusedBy = (error: unknown) => isRefusal(error, 'crew-center-refused');

test('of two changes at once each client hears what became of its own', async () => {
  const answers = Promise.withResolvers<void>();
  const refused = new Set<string>();
  const { platform, asked } = refusing(refused, answers.promise);
  const { world, one, two, change } = await openFlight({ platform });
  await using _world = world;
  refused.add(one);
  const first = assert.rejects(change(one), isRefusedBy);
  await world.until(() => asked.length === 1);
  const second = change(two);
  await world.until(async () => (await world.journal.changes.read(0, 100)).at(-1)?.flight.aircraft?.id === two);
  answers.resolve();
  await first;
  assert.equal((await second).flight.aircraft?.id, two);
});

test('a refused aircraft of another client is no refusal of the one that was delivered', async () => {
  const answers = Promise.withResolvers<void>();
  const refused = new Set<string>();
  const { platform, asked } = refusing(refused, answers.promise);
  const { world, one, two, change } = await openFlight({ platform });
  await using _world = world;
  refused.add(two);
  const first = change(one);
  await world.until(() => asked.length === 1);
  const second = assert.rejects(change(two), isRefusedBy);
  await world.until(async () => (await world.journal.changes.read(0, 100)).at(-1)?.flight.aircraft?.id === two);
  answers.resolve();
  assert.equal((await first).flight.aircraft?.id, one);
  await second;
});
