import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Journal } from '../src/journal/journal.ts';
import type { Flight } from '../src/tracking/model.ts';
import { isRefusal } from '../src/tracking/refusals.ts';
import { flownTrack, noFigures, position } from './flown.ts';
import { World } from './world.ts';

// A server that has lost a pilot to another one reads that server's flights in the journal before it knows of the loss.

const leg = { from: { lat: 47.4581, lon: 8.5481 }, to: { lat: 21.0365, lon: -86.8771 } };

/** A flight that has ended, which the journal reads as it was before, with this change. */
async function readAs(change: Partial<Flight>) {
  let isRead = false;
  const before = (flight: Flight): Flight => ({ ...flight, endedAt: null, ...change });
  const journal = (own: Journal): Journal =>
    new Proxy(own, {
      get(target, name) {
        if (isRead && name === 'readFlight')
          return async (...asked: Parameters<Journal['readFlight']>) => {
            const flight = await target.readFlight(...asked);
            return flight && before(flight);
          };
        if (isRead && name === 'listFlights')
          return async (...asked: Parameters<Journal['listFlights']>) =>
            (await target.listFlights(...asked)).map(before);
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  const world = await World.with({ journal });
  const { session, flight } = await world.startFlight();
  const positions = flownTrack({ ...leg, startAt: world.clock.now() - 1_000_000, count: 100 });
  await world.calls.report(session, { name: null, positions, opening: null });
  await world.tracking.operator.cancelFlight('ada@test', flight.id, 'test');
  isRead = true;
  return { world, session, flight };
}

test('a finish of a flight that another server files is answered that it is being filed', async () => {
  const { world, session, flight } = await readAs({ state: 'filing' });
  await using _world = world;
  const name = { flightId: flight.id };
  for (const opening of [null, { freeFlight: null }]) {
    const result = await world.calls.finish(session, { name, figures: noFigures, opening });
    assert.deepEqual([result.state, result.flight.id], ['filing', flight.id]);
  }
});

test('what is asked of a bid whose flight is open at another server is to be asked again', async () => {
  const { world, session, flight } = await readAs({ state: 'open' });
  await using _world = world;
  const opening = { freeFlight: null };
  const name = { bidId: flight.bidId as string };
  const positions = [position(world.clock.now() + 1_000)];
  const isToRepeat = (error: unknown) => isRefusal(error, 'shutting-down');
  await assert.rejects(world.calls.report(session, { name, positions, opening }), isToRepeat);
  await assert.rejects(world.calls.finish(session, { name, figures: noFigures, opening }), isToRepeat);
  await assert.rejects(world.calls.report(session, { name: null, positions, opening }), isToRepeat);
  await assert.rejects(world.calls.finish(session, { name: null, figures: noFigures, opening }), isToRepeat);
});
