import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../src/config/config.ts';
import { demoPassword, seedDemo } from '../src/platform/embedded/demo.ts';
import { openServer } from '../src/server/app.ts';
import type { Position } from '../src/tracking/model.ts';
import { isRefusal } from '../src/tracking/refusals.ts';
import { flightEvent, noFigures, position } from './flown.ts';
import { World } from './world.ts';

const place = (world: World, seq: number) => position(world.clock.now(), { seq, lat: 47 + seq / 100 });

for (const sealEvery of [1_000, 4]) {
  test(`after a full disk a flight shows what was stored, ${sealEvery === 4 ? 'sealed' : 'raw'}, not what was refused`, async () => {
    await using world = await World.open({ sealEvery });
    const { session } = await world.startFlight();
    const report = (seq: number) =>
      world.calls.report(session, { name: null, positions: [place(world, seq)], opening: null });
    for (let seq = 1; seq <= 5; seq++) {
      await report(seq);
      await world.clock.advance(3_000);
    }
    const before = await world.calls.readFlight(session, null);
    Atomics.store(world.pageLimit, 0, 1);
    // A page that is half full takes one more, so many come at once.
    const many = Array.from({ length: 400 }, (_, index) => place(world, 6 + index));
    for (let times = 0; times < 3; times++) {
      const asked = world.calls.report(session, { name: null, positions: many, opening: null });
      await assert.rejects(asked, (error) => isRefusal(error, 'journal-full'));
      await world.clock.advance(3_000);
    }
    Atomics.store(world.pageLimit, 0, 0);
    await world.until(async () => (await world.calls.readFlight(session, null))?.positionCount === 5);
    assert.deepEqual(await world.calls.readFlight(session, null), before);
    const { view } = await report(6);
    assert.deepEqual([view.positionCount, view.lastSeq, view.lastPosition?.seq], [6, 6, 6]);
    await world.clock.advance(30_000);
    await world.restart();
    assert.equal((await world.calls.readFlight(session, null))?.positionCount, 6);
  });
}

for (const end of ['finish', 'cancel'] as const)
  test(`what a full disk refused is neither counted nor filed by a ${end} that follows at once`, async () => {
    await using world = await World.open();
    const { session, flight } = await world.startFlight();
    const report = (...positions: Position[]) => world.calls.report(session, { name: null, positions, opening: null });
    await report(place(world, 1), place(world, 2));
    Atomics.store(world.pageLimit, 0, 1);
    const refused = report(...Array.from({ length: 400 }, (_, index) => place(world, 3 + index)));
    await assert.rejects(refused, (error) => isRefusal(error, 'journal-full'));
    Atomics.store(world.pageLimit, 0, 0);
    if (end === 'finish') {
      const filed = await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
      assert.equal(filed.state === 'filed' && filed.receipt.pirep.positionCount, 2);
    } else await world.calls.cancel(session, { name: null, reason: null });
    const view = await world.calls.readFlight(session, { flightId: flight.id });
    assert.deepEqual([view?.positionCount, view?.lastSeq, view?.lastPosition?.seq], [2, 2, 2]);
  });

test('two requests of a flight that wait for a full disk are both refused', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  const many = (first: number) => Array.from({ length: 400 }, (_, index) => place(world, first + index));
  Atomics.store(world.pageLimit, 0, 1);
  const refused = [1, 401].map((first) =>
    assert.rejects(world.calls.report(session, { name: null, positions: many(first), opening: null }), (error) =>
      isRefusal(error, 'journal-full'),
    ),
  );
  await Promise.all(refused);
  Atomics.store(world.pageLimit, 0, 0);
});

test('positions whose ids a client gave are stored when they come again after a full disk', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  const positions = Array.from({ length: 400 }, (_, index) =>
    position(world.clock.now(), { lat: 47 + index / 1_000, isDated: false }),
  );
  const ids = positions.map((_, index) => `point-${index}`);
  const report = () => world.calls.report(session, { name: null, positions, ids, opening: null });
  Atomics.store(world.pageLimit, 0, 1);
  await assert.rejects(report(), (error) => isRefusal(error, 'journal-full'));
  Atomics.store(world.pageLimit, 0, 0);
  const { stored, duplicate } = await report();
  assert.deepEqual([stored, duplicate], [400, 0]);
  assert.equal((await report()).duplicate, 400);
});

test('an event that a full disk refuses is not acknowledged, and is stored when it comes again', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  const at = world.clock.now();
  const events = Array.from({ length: 40 }, (_, index) =>
    flightEvent(at + index * 60_000 - 3_600_000, 'note', { seq: index + 1, message: 'x'.repeat(2_000) }),
  );
  Atomics.store(world.pageLimit, 0, 1);
  const record = () => world.calls.recordEvents(session, { name: null, events });
  await assert.rejects(record(), (error) => isRefusal(error, 'journal-full'));
  Atomics.store(world.pageLimit, 0, 0);
  const { stored, duplicate } = await record();
  assert.deepEqual([stored, duplicate], [40, 0]);
  await world.restart();
  assert.equal((await world.calls.readFlight(session, null))?.eventCount, 40);
});

test('a repeat whose first one a full disk refuses is not acknowledged by what came with it', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  const report = (...positions: Position[]) => world.calls.report(session, { name: null, positions, opening: null });
  const many = Array.from({ length: 400 }, (_, index) => place(world, 1 + index));
  Atomics.store(world.pageLimit, 0, 1);
  const isFull = (error: unknown) => isRefusal(error, 'journal-full');
  const first = assert.rejects(report(...many), isFull);
  // Its commit is on the way now. A page that is half full takes one report, and not four hundred.
  await new Promise((resolve) => setImmediate(resolve));
  await assert.rejects(report(place(world, 1), place(world, 401)), isFull);
  await first;
  Atomics.store(world.pageLimit, 0, 0);
  const { stored, duplicate } = await report(place(world, 1), place(world, 401));
  assert.deepEqual([stored, duplicate], [1, 1]);
});

test('what a full disk refused of a client that began its count anew takes no number from what is stored', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  const report = (...positions: Position[]) => world.calls.report(session, { name: null, positions, opening: null });
  const before = [1, 2, 3].map((seq) => place(world, seq));
  await report(...before);
  await world.clock.advance(3_000);
  Atomics.store(world.pageLimit, 0, 1);
  const anew = Array.from({ length: 400 }, (_, index) => place(world, 1 + index));
  await assert.rejects(report(...anew), (error) => isRefusal(error, 'journal-full'));
  Atomics.store(world.pageLimit, 0, 0);
  await world.until(async () => (await world.calls.readFlight(session, null))?.positionCount === 3);
  const { stored, duplicate } = await report(...before);
  assert.deepEqual([stored, duplicate], [0, 3]);
});

test('a client reads 503 and when to come back; the server goes on by itself when there is room again', async () => {
  await using stack = new AsyncDisposableStack();
  const data = mkdtempSync(join(tmpdir(), 'tracker-full-'));
  stack.defer(() => rmSync(data, { recursive: true }));
  const pageLimit = new Int32Array(new SharedArrayBuffer(4));
  const config = loadConfig({ TRACKER_LOG_LEVEL: 'silent' }, { data, listen: '127.0.0.1:0' });
  const server = stack.use(await openServer({ config, replace: { journalFaults: { pageLimit }, passwordCost: 4 } }));
  const { embedded } = server.tracker.crewCenter;
  assert.ok(embedded !== null);
  await seedDemo(embedded.crewCenter);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${server.url}/api/tracker/${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), json: (await answer.json()) as any };
  };
  const { json: granted } = await ask('auth', { login: 'ada@demo-air.example', password: demoPassword });
  headers.authorization = `Bearer ${granted.token}`;
  const { json: listed } = await ask('bids');
  await ask('start', { bid_id: listed.bids[0].id });
  const positions = Array.from({ length: 400 }, (_, index) => ({ seq: index + 1, lat: 47, lon: 8 + index / 1_000 }));
  Atomics.store(pageLimit, 0, 1);
  const refused = await ask('position', { positions });
  assert.deepEqual([refused.status, refused.retryAfter, refused.json.error.code], [503, '5', 'journal-full']);
  Atomics.store(pageLimit, 0, 0);
  const taken = await ask('position', { positions });
  assert.deepEqual([taken.status, taken.json.stored, taken.json.last_seq], [200, 400, 400]);
});
