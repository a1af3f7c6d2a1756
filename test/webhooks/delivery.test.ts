import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFigures } from '../flown.ts';
import { until } from '../until.ts';
import { World } from '../world.ts';
import { accept, addEndpoint, drop, hang, local, Receiver, replyWith } from './receiver.ts';

/** The crew center of the demo accepts by itself. */
const whole = ['flight.started', 'pirep.filed', 'pirep.accepted'];

async function fly(world: World): Promise<string> {
  const { session, flight } = await world.startFlight();
  await world.calls.finish(session, { name: { flightId: flight.id }, figures: noFigures, opening: null });
  return flight.id;
}

test('what happens to a flight is delivered in order, and the endpoint of later hears nothing of it', async () => {
  await using receiver = await Receiver.open();
  await using world = await World.with(local);
  addEndpoint(world, receiver.url);
  const flight = await fly(world);
  await until(() => receiver.received.length === 3);
  assert.deepEqual(receiver.types, whole);
  assert.deepEqual(new Set(receiver.received.map(({ lane }) => lane)), new Set([flight]));
  await using later = await Receiver.open();
  await world.clock.advance(1);
  addEndpoint(world, later.url, 'ep_two');
  await world.restart();
  await world.clock.advance(1_000);
  assert.deepEqual(later.received, []);
  assert.equal(receiver.events.length, 3);
});

for (const [name, reply] of Object.entries({ 'answers 500': replyWith(500), hangs: hang, 'drops after reading': drop }))
  test(`an event is delivered with the same id once a receiver that ${name} is well again, and later ones wait for it`, async () => {
    await using receiver = await Receiver.open();
    await using world = await World.with(local);
    addEndpoint(world, receiver.url);
    receiver.reply = reply;
    await fly(world);
    await until(() => receiver.received.length === 1);
    await world.clock.advance(4_000);
    assert.deepEqual(receiver.types, ['flight.started']);
    receiver.reply = accept;
    await until(async () => {
      await world.clock.advance(1_000);
      return receiver.received.length === 4;
    });
    assert.deepEqual(receiver.types, ['flight.started', ...whole]);
    assert.equal(receiver.received[0]?.id, receiver.received[1]?.id);
    assert.equal(receiver.received[0]?.body, receiver.received[1]?.body);
  });

test('a slow receiver holds up no other', async () => {
  await using slow = await Receiver.open();
  await using quick = await Receiver.open();
  await using world = await World.with(local);
  slow.reply = hang;
  addEndpoint(world, slow.url, 'ep_slow');
  addEndpoint(world, quick.url, 'ep_quick');
  await fly(world);
  await until(() => quick.received.length === 3);
  assert.deepEqual(slow.types, ['flight.started']);
});

test('410 switches the endpoint off; what waited is delivered when it is on again, and what happened meanwhile is not', async () => {
  await using receiver = await Receiver.open();
  await using world = await World.with(local);
  addEndpoint(world, receiver.url);
  receiver.reply = replyWith(410);
  const { session, flight } = await world.startFlight();
  await until(() => world.webhooks.find('ep_one')?.isOn === false);
  assert.match(world.webhooks.find('ep_one')?.offReason ?? '', /410/);
  await world.calls.finish(session, { name: { flightId: flight.id }, figures: noFigures, opening: null });
  await world.restart(60_000);
  assert.equal(receiver.received.length, 1);
  receiver.reply = accept;
  const endpoint = world.webhooks.find('ep_one');
  assert.ok(endpoint);
  world.webhooks.save({ ...endpoint, isOn: true, offReason: null });
  await until(() => receiver.received.length === 2);
  await world.clock.advance(60_000);
  assert.deepEqual(receiver.types, ['flight.started', 'flight.started']);
});
