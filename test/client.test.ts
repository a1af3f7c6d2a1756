import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectTracker, isTrackerError, type Notice } from '../src/client/client.ts';
import { native } from '../src/contracts/native/native.ts';
import { openFront } from './flying/front.ts';
import { pilot } from './flying/served.ts';

async function openFlight() {
  const front = await openFront(native);
  const notices: Notice[] = [];
  const connect = () => connectTracker(`${front.url}/`, { notify: (notice) => notices.push(notice) });
  const client = await connect();
  await client.login(pilot);
  const flight = await client.startFlight({ bid_id: front.bidId });
  return { ...front, client, connect, flight, notices, [Symbol.asyncDispose]: () => front[Symbol.asyncDispose]() };
}

const place = (index: number) => ({ lat: 47 + index / 1000, lon: 8.5, gs: 12, on_ground: true });

test('a session that the server ended is renewed, and nothing of the queue is lost', async () => {
  await using served = await openFlight();
  const { flight, notices, world } = served;
  await flight.report(place(1));
  await flight.delivered();
  assert.ok((await world.tracking.operator.endSessions('operator@test', null)) > 0);
  for (let index = 2; index <= 5; index += 1) await flight.report(place(index));
  await flight.record({ kind: 'block-off' });
  await flight.delivered();
  assert.deepEqual(flight.counts.stored, 5);
  assert.equal(flight.counts.events, 1);
  assert.equal(notices.filter(({ kind }) => kind === 'logged-in-again').length, 1);
});

test('what the server refuses is dropped by name, alone in its batch and in a batch that is all wrong', async () => {
  await using served = await openFlight();
  const { flight, notices } = served;
  const wrong = [
    { lat: 91, lon: 0 },
    { lat: 0, lon: -181 },
    { ...place(3), heading: 361 },
  ];
  for (const position of [place(1), ...wrong, place(5)]) await flight.report(position);
  await flight.delivered();
  for (const position of wrong) await flight.report(position);
  await flight.delivered();
  const fields = notices.flatMap((notice) => (notice.kind === 'refused' ? [Object.keys(notice.fields)] : []));
  assert.deepEqual(fields, [['lat'], ['lon'], ['heading'], ['lat'], ['lon'], ['heading']]);
  assert.deepEqual([flight.counts.stored, flight.counts.refused, flight.queued], [2, 6, 0]);
});

test('a client whose clock is years ahead dates by the server, and says so', async () => {
  await using served = await openFlight();
  const { client, flight, notices, world } = served;
  assert.ok(Math.abs(client.now() - world.clock.now()) < 60_000);
  assert.equal(notices.filter(({ kind }) => kind === 'clock-corrected').length, 1);
  await flight.report(place(1));
  await flight.delivered();
  const view = await client.readFlight(flight.flightId ?? '');
  assert.ok(Math.abs(Date.parse(view?.last_position?.recorded_at ?? '') - world.clock.now()) < 60_000);
});

test('another process takes the flight up, and ends it: one receipt, however often it is asked for', async () => {
  await using served = await openFlight();
  const { flight, connect, world } = served;
  for (let index = 1; index <= 3; index += 1) await flight.report(place(index));
  await flight.delivered();
  flight.close();
  const client = await connect();
  await client.login(pilot);
  const taken = await client.resumeFlight();
  assert.deepEqual([taken?.flightId, taken?.nextSeq, taken?.newestPosition?.lat], [flight.flightId, 4, 47.003]);
  await taken?.report(place(4));
  const first = await taken?.finish();
  const again = await taken?.finish();
  assert.deepEqual([first?.repeated, again?.repeated], [false, true]);
  assert.deepEqual(again?.receipt, first?.receipt);
  assert.equal(first?.receipt.positions, 4);
  assert.equal(world.pireps().length, 1);
  assert.equal(await client.resumeFlight(), null);
  await assert.rejects(
    taken?.cancel() ?? Promise.resolve(),
    (error) => isTrackerError(error, 'flight-filed') && 'receipt' in error.detail,
  );
});

test('cancel ends the flight, and its reports are told so', async () => {
  await using served = await openFlight();
  const { client, flight } = served;
  const other = await client.resumeFlight();
  await flight.cancel('Fog.');
  await other?.report(place(1));
  await assert.rejects(other?.delivered() ?? Promise.resolve(), { code: 'flight-ended', status: 409 });
  const view = await client.readFlight(flight.flightId ?? '');
  assert.deepEqual([view?.state, view?.reason], ['cancelled', 'Fog.']);
});

test('refusals come as they are: a wrong login, a bid that is not there, a second flight', async () => {
  await using served = await openFlight();
  const { client, world } = served;
  await assert.rejects(client.login({ login: pilot.login, password: 'wrong' }), { code: 'wrong-login', status: 401 });
  await assert.rejects(client.startFlight({ bid_id: '999' }), (error) => isTrackerError(error) && error.status === 409);
  const other = await world.bidFor(await world.signIn(), 'MMUN');
  await assert.rejects(client.startFlight({ bid_id: other.id }), { code: 'flight-open' });
  assert.equal(await client.readFlight('not-mine'), null);
});
