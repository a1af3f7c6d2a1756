import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../src/tracking/calls.ts';
import { isRefusal } from '../src/tracking/refusals.ts';
import { flightEvent, noFigures, position } from './flown.ts';
import { World } from './world.ts';

const here = { lat: 47.45, lon: 8.55 };
const far = { lat: 40.64, lon: -73.78 };
const near = { lat: 47.45, lon: 8.85 };

/** One flight, and two sessions of its pilot; the second signed in a minute later. */
async function twoClients() {
  const world = await World.open();
  const { session: older, flight } = await world.startFlight();
  await world.clock.advance(60_000);
  const newer = await world.signIn();
  let seq = 0;
  const send = async (session: Session, place: { lat: number; lon: number }, change = {}) => {
    await world.clock.advance(5_000);
    seq += 1;
    const positions = [position(world.clock.now(), { ...place, seq, groundSpeedKt: 400, ...change })];
    return world.calls.report(session, { name: null, positions, opening: null });
  };
  const record = (session: Session) =>
    world.calls.recordEvents(session, { name: null, events: [flightEvent(world.clock.now(), 'note')] });
  const code = async (call: Promise<unknown>) =>
    call.then(
      () => 'stored',
      (error: unknown) => (isRefusal(error) ? error.code : String(error)),
    );
  return { world, flight, older, newer, send, record, code };
}

/** Each reports from its own place by turns: what became of the older one's reports and the newer one's. */
async function byTurns(
  clients: Awaited<ReturnType<typeof twoClients>>,
  place: { lat: number; lon: number },
  change = {},
) {
  const { older, newer, send, code } = clients;
  const told: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    told.push(await code(send(older, here, change)));
    told.push(await code(send(newer, place, change)));
  }
  return told;
}

test('the older of two clients that cannot be one aircraft is refused after three changes', async () => {
  const clients = await twoClients();
  await using world = clients.world;
  const { older, newer, send, record, code } = clients;
  assert.deepEqual(await byTurns(clients, far), [...Array(4).fill('stored'), 'flight-elsewhere', 'stored']);
  assert.equal(await code(record(older)), 'flight-elsewhere');
  assert.equal(await code(record(newer)), 'stored');
  await assert.rejects(send(older, here), (error: unknown) => {
    assert.ok(isRefusal(error, 'flight-elsewhere'));
    assert.match(error.message, /^Since 10:01 UTC .* 34\d\d nm from here/);
    assert.equal(error.detail.retryAfterS, 295);
    return true;
  });
  const [view] = await world.tracking.operator.listFlights({ states: ['open'] });
  assert.match(view?.remarks[0] ?? '', /^Two clients reported this flight from 10:01 UTC on, 34\d\d nm apart\.$/);
});

test('of a batch its last position tells where a client is', async () => {
  const { world, older, newer, code } = await twoClients();
  await using _ = world;
  let seq = 0;
  /** Two positions of the place both left, then one of its own. */
  const batch = async (session: Session, last: { lat: number; lon: number }) => {
    await world.clock.advance(5_000);
    const positions = [here, here, last].map((place, index) => {
      seq += 1;
      return position(world.clock.now() - 2_000 + index * 1_000, { ...place, seq, groundSpeedKt: 400 });
    });
    return world.calls.report(session, { name: null, positions, opening: null });
  };
  const told: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    told.push(await code(batch(older, here)));
    told.push(await code(batch(newer, far)));
  }
  assert.equal(told.at(-2), 'flight-elsewhere', told.join());
});

test('the older client goes on five minutes after the newer one fell silent', async () => {
  const clients = await twoClients();
  await using world = clients.world;
  const { older, send, code } = clients;
  await byTurns(clients, far);
  await world.clock.advance(294_000);
  assert.equal(await code(send(older, here)), 'flight-elsewhere');
  assert.equal(await code(send(older, here)), 'stored');
});

test('finish and cancel work from the older client too', async () => {
  {
    const clients = await twoClients();
    await using world = clients.world;
    await byTurns(clients, far);
    const filed = await world.calls.finish(clients.older, { name: null, figures: noFigures, opening: null });
    const notes = filed.state === 'filed' ? filed.receipt.pirep.notes : null;
    assert.match(notes ?? '', /Two clients reported this flight .*Ignored: \d position/);
  }
  const clients = await twoClients();
  await using world = clients.world;
  await byTurns(clients, far);
  const { flight } = await world.calls.cancel(clients.older, { name: null, reason: null });
  assert.equal(flight.state, 'cancelled');
});

const tolerated = [
  { name: 'two clients beside the same aircraft', place: near, change: {} },
  { name: 'two clients that do not send their own times', place: far, change: { isDated: false } },
];
for (const { name, place, change } of tolerated) {
  test(`${name} are not refused`, async () => {
    const clients = await twoClients();
    await using _ = clients.world;
    assert.deepEqual(await byTurns(clients, place, change), Array(6).fill('stored'));
  });
}

test('two clients with one session are not refused', async () => {
  const clients = await twoClients();
  await using _ = clients.world;
  const told = await byTurns({ ...clients, newer: clients.older }, far);
  assert.deepEqual(told, Array(6).fill('stored'));
});

test('changes that are more than two minutes apart are not refused', async () => {
  const clients = await twoClients();
  await using world = clients.world;
  const { older, newer, send, code } = clients;
  for (let turn = 0; turn < 4; turn += 1) {
    assert.equal(await code(send(older, here)), 'stored');
    assert.equal(await code(send(newer, { ...far, lat: far.lat })), 'stored');
    await world.clock.advance(121_000);
  }
});

test('a client that signs in again and goes on elsewhere is not refused', async () => {
  const clients = await twoClients();
  await using _ = clients.world;
  const { older, newer, send, code } = clients;
  assert.equal(await code(send(older, here)), 'stored');
  for (let turn = 0; turn < 4; turn += 1) assert.equal(await code(send(newer, far)), 'stored');
  assert.equal(await code(send(older, far)), 'stored');
});
