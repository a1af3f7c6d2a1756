import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flySome, refusal, ScriptedTracker } from '../../test/wire/scripted-tracker.ts';
import { memoryStore } from './report-store.ts';

test('finish delivers first, polls while the flight is being filed, and returns the receipt', async () => {
  const tracker = new ScriptedTracker('native', ({ path }, nth) => {
    if (!/finish/.test(path) || nth > 4) return 'pass';
    return nth === 2 ? null : { status: 202, json: { success: true, flight: { flight_id: 'f1', state: 'filing' } } };
  });
  const flight = await tracker.start();
  await flySome(flight, 5);
  const { receipt, repeated } = await flight.finish({ notes: 'Smooth.' });
  assert.deepEqual([receipt.pirep_id, repeated, tracker.stored.size], ['p1', false, 5]);
  assert.equal(tracker.paths().filter((path) => /finish/.test(path)).length, 5);
});

test('a finish whose reports are refused because the flight has ended still requests the receipt', async () => {
  const tracker = new ScriptedTracker('native', ({ path }) =>
    /position/.test(path) ? refusal(409, 'flight-filed') : 'pass',
  );
  const flight = await tracker.start();
  await flight.report({ lat: 1, lon: 1 });
  assert.equal((await flight.finish()).receipt.pirep_id, 'p1');
});

test('a flight whose reports are refused for a moment is not finished without them', async () => {
  let isOpen = false;
  const tracker = new ScriptedTracker('native', ({ path }) =>
    /position/.test(path) && !isOpen ? refusal(409, 'no-open-flight') : 'pass',
  );
  const store = memoryStore();
  const flight = await tracker.start({ store });
  await flight.report({ lat: 1, lon: 1 });
  await assert.rejects(flight.finish(), { code: 'no-open-flight' });
  assert.deepEqual([flight.queued, (await store.load())?.reports.length], [1, 1]);
  isOpen = true;
  assert.equal((await flight.finish()).receipt.pirep_id, 'p1');
  assert.deepEqual([...tracker.stored.keys()], [1]);
});

test('another process resumes the flight after a crash', async () => {
  const tracker = new ScriptedTracker();
  const store = memoryStore();
  const first = await tracker.start({ store });
  await flySome(first, 3);
  await first.delivered();
  tracker.script = ({ path }) => (/position/.test(path) ? null : 'pass');
  await flySome(first, 2);
  first.close();
  tracker.script = () => 'pass';
  const second = await (await tracker.connect({ store })).resumeFlight();
  assert.ok(second !== null);
  assert.deepEqual([second.nextSeq, second.queued], [6, 2]);
  await second.report({ lat: 6, lon: 8 });
  await second.finish();
  assert.deepEqual([...tracker.stored.keys()].sort(), [1, 2, 3, 4, 5, 6]);
  assert.equal(await store.load(), null);
});

test('without its store another process continues after the positions that the server has', async () => {
  const tracker = new ScriptedTracker();
  const first = await tracker.start();
  await flySome(first, 3);
  await first.delivered();
  const second = await tracker.start();
  assert.equal(second.nextSeq, 4);
});

test('cancel is refused on version 5 with a message', async () => {
  const flight = await new ScriptedTracker('legacy').start();
  await assert.rejects(flight.cancel(), { code: 'not-supported' });
});

test('version 5: the first position opens the flight, the bid is always named, events travel in the log', async () => {
  const tracker = new ScriptedTracker('legacy');
  const flight = await tracker.start();
  assert.equal(flight.flightId, null);
  await flight.record({ kind: 'block-off', recorded_at: '2026-03-01T12:01:00.000Z', message: 'stand 12' });
  await flySome(flight, 5);
  await flight.delivered();
  assert.equal(flight.flightId, 'f1');
  await flight.finish({ log: ['Bye.'] });
  const bodies = tracker.seen
    .filter(({ path }) => /position|submit_log/.test(path))
    .map(({ body }) => body as { bid_id: string });
  assert.ok(bodies.length >= 3 && bodies.every(({ bid_id }) => bid_id === '7'));
  assert.deepEqual((bodies.at(-1) as unknown as { log: string[] }).log, ['12:01 block-off: stand 12', 'Bye.']);
});

test("version 5: a bid other than the open flight's is refused", async () => {
  const tracker = new ScriptedTracker('legacy');
  const flight = await tracker.start();
  await flight.report({ lat: 1, lon: 1 });
  await flight.delivered();
  await assert.rejects((await tracker.connect()).startFlight({ bid_id: '8' }), { code: 'flight-open' });
});

test('version 5: a client that crashed before it got the receipt gets it, and starts no flight', async () => {
  const tracker = new ScriptedTracker('legacy');
  const store = memoryStore();
  const first = await tracker.start({ store });
  await first.report({ lat: 1, lon: 1 });
  await first.delivered();
  first.close();
  tracker.stored.clear(); // the flight is filed, so it is no longer returned as open
  const second = await (await tracker.connect({ store })).resumeFlight();
  assert.deepEqual([second?.flightId, second?.view], ['f1', null]);
  assert.equal((await second?.finish())?.receipt.pirep_id, 'p1');
  assert.deepEqual(tracker.seen.at(-1)?.body, { bid_id: '7', flight_id: 'f1', log: [] });
});

test('version 5: reports of an ended flight are not sent to another one of the same bid', async () => {
  const tracker = new ScriptedTracker('legacy');
  const store = memoryStore();
  const first = await tracker.start({ store });
  await first.report({ lat: 1, lon: 1 });
  await first.delivered();
  tracker.script = ({ path }) => (/position/.test(path) ? null : 'pass');
  first.close();
  await first.report({ lat: 2, lon: 1 });
  tracker.script = () => 'pass';
  tracker.stored.clear();
  const second = await tracker.start({ store });
  assert.deepEqual([second.queued, second.flightId, second.nextSeq], [0, null, 1]);
});

test('on version 5, a flight that continues as another one after it was given up is finished by the name of that one', async () => {
  const tracker = new ScriptedTracker('legacy');
  const client = await tracker.connect();
  const flight = await client.startFlight({ bid_id: '7' });
  await flight.report({ lat: 1, lon: 1 });
  await flight.delivered();
  assert.equal(flight.flightId, 'f1');
  tracker.script = ({ path }) =>
    /position/.test(path)
      ? { json: { success: true, stored: 1, duplicate: 0, refused: [], flight_id: 'f2', state: 'open' } }
      : 'pass';
  await flight.report({ lat: 1, lon: 2 });
  await flight.delivered();
  assert.equal(flight.flightId, 'f2');
  await flight.finish();
  const { body } = tracker.seen.findLast(({ path }) => /submit_log/.test(path)) ?? {};
  assert.equal((body as { flight_id: string } | undefined)?.flight_id, 'f2');
});
