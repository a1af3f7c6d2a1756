import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack, noFigures } from './flown.ts';
import { World } from './world.ts';

const zurich = { lat: 47.4581, lon: 8.5481 };
const cancun = { lat: 21.0365, lon: -86.8771 };

test('a PIREP of a host without a track of its own has the track that was flown, for its pilot alone', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  const track = flownTrack({ from: zurich, to: cancun, startAt: world.clock.now(), count: 100 });
  world.clock.set(world.clock.now() + 1_000_000);
  const positions = track.map((each) => ({ ...each, receivedAt: world.clock.now() }));
  const [first, ...rest] = positions;
  // Out of order, as after an outage.
  for (const part of [rest, [first ?? assert.fail()]])
    await world.calls.report(session, { name: null, positions: part, opening: null });
  const filed = await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  const pirepId = filed.state === 'filed' ? filed.receipt.pirepId : assert.fail();
  assert.equal(pirepId, flight.pirepId);
  const read = (await world.calls.desk.readPirep(session, pirepId)) ?? assert.fail();
  assert.deepEqual(
    read.track.map(({ at, lat }) => [at, lat]),
    positions.map(({ recordedAt, lat }) => [recordedAt, Math.round(lat * 1e7) / 1e7]),
  );
  const ben = await world.signIn('ben@demo-air.example');
  assert.equal(await world.calls.desk.readPirep(ben, pirepId), null);
});
