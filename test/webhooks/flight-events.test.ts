import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack, noFigures, position } from '../flown.ts';
import { until } from '../until.ts';
import { World } from '../world.ts';
import { addEndpoint, local, type Receiver, Receiver as Receivers } from './receiver.ts';

const opening = null;
const track = (startAt: number) =>
  flownTrack({ from: { lat: 47.45, lon: 8.55 }, to: { lat: 48.35, lon: 11.78 }, startAt, count: 60 });
const dataOf = (receiver: Receiver, type: string) =>
  receiver.received.filter((each) => each.type === type).map(({ body }) => JSON.parse(body).data.flight);

test('take-off and landing are delivered once each, also when the server stops in between', async () => {
  await using receiver = await Receivers.open();
  await using world = await World.with(local);
  addEndpoint(world, receiver.url);
  const { session, flight } = await world.startFlight();
  for (const each of track(world.clock.now())) {
    await world.calls.report(session, { name: null, positions: [{ ...each, receivedAt: world.clock.now() }], opening });
    await world.clock.advance(10_000);
    if (each.seq === 30) await world.restart();
  }
  await world.restart();
  await world.calls.finish(session, { name: { flightId: flight.id }, figures: noFigures, opening });
  await until(() => receiver.events.includes('pirep.accepted'));
  const types = ['flight.started', 'flight.takeoff', 'flight.landed', 'pirep.filed', 'pirep.accepted'];
  assert.deepEqual(receiver.events, types);
  const [landed] = dataOf(receiver, 'flight.landed');
  assert.ok(landed.takeoff_at < landed.landing_at);
  assert.deepEqual([landed.landing_rate, landed.landing_rate_basis], [null, null]);
  assert.deepEqual(landed.pilot, { id: flight.pilot.id, ident: flight.pilot.ident });
  assert.ok(!JSON.stringify(receiver.received.map(({ body }) => body)).includes(flight.pilot.name));
});

test('what was flown without a connection is delivered in order when all of it arrives with the finish', async () => {
  await using receiver = await Receivers.open();
  await using world = await World.with(local);
  addEndpoint(world, receiver.url);
  const { session, flight } = await world.startFlight();
  const positions = track(world.clock.now());
  world.clock.set(world.clock.now() + 600_000);
  await world.calls.report(session, { name: null, positions, opening });
  const name = { flightId: flight.id };
  // Twice at once: only one of them files.
  await Promise.all([1, 2].map(() => world.calls.finish(session, { name, figures: noFigures, opening })));
  await until(() => receiver.events.length === 5);
  assert.deepEqual(receiver.events, [
    ...['flight.started', 'flight.takeoff', 'flight.landed'],
    ...['pirep.filed', 'pirep.accepted'],
  ]);
});

test('a bounce is no landing; a touch-and-go is one, and a take-off', async () => {
  await using receiver = await Receivers.open();
  await using world = await World.with(local);
  addEndpoint(world, receiver.url);
  const { session } = await world.startFlight();
  let seq = 0;
  const report = async (seconds: number, isOnGround: boolean) => {
    for (let second = 0; second < seconds; second += 2) {
      const level = isOnGround ? { altitudeMslFt: 1400 } : { altitudeMslFt: 1600, verticalSpeedFpm: -180 };
      const change = { seq: ++seq, onGround: isOnGround, groundSpeedKt: 120, ...level };
      const lon = 8.55 + seq / 2_000;
      const positions = [position(world.clock.now(), { ...change, lon })];
      await world.calls.report(session, { name: null, positions, opening });
      await world.clock.advance(2_000);
    }
  };
  await report(20, true);
  await report(60, false);
  await report(4, true);
  await report(6, false);
  await report(30, true);
  await report(60, false);
  await until(() => receiver.events.length === 4);
  assert.deepEqual(receiver.events, ['flight.started', 'flight.takeoff', 'flight.landed', 'flight.takeoff']);
  const [landed] = dataOf(receiver, 'flight.landed');
  assert.deepEqual([landed.landing_rate, landed.landing_rate_basis], [-180, 'estimated']);
});
