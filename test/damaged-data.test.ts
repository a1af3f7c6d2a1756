import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readDamage } from '../src/lib/damage-file.ts';
import { askServer, controlPath } from '../src/server/control-socket.ts';
import { isRefusal } from '../src/tracking/refusals.ts';
import { noFigures, position } from './flown.ts';
import { spoilPageOf, spoilValue } from './spoil.ts';
import { addEndpoint, local } from './webhooks/receiver.ts';
import { World } from './world.ts';

const ask = async (world: World, path: string) => {
  const response = await fetch(new URL(path, world.server.url), { headers: { accept: 'application/json' } });
  return { status: response.status, text: await response.text() };
};

const metrics = async (world: World) =>
  String((await askServer(controlPath(world.directory), 'readMetrics', []))?.result);

const fileOf = (world: World, name: string) => join(world.directory, name);

/** Lines of the log about damage. */
const lines = (world: World) => world.logLines.filter((line) => line.includes('"event":"data-damaged"'));

/** The files as they are on disk, spoiled while nobody uses them. */
async function spoiled(world: World, spoil: () => void): Promise<void> {
  await world.restart(0, spoil);
}

async function report(world: World, session: Awaited<ReturnType<World['signIn']>>, count: number, from = 1) {
  for (let seq = from; seq < from + count; seq += 1) {
    const at = position(world.clock.now(), { seq, lat: 47 + seq / 100 });
    await world.calls.report(session, { name: null, positions: [at], opening: null });
    await world.clock.advance(5_000);
  }
}

/** Says the same everywhere: one line of the log, /readyz, metrics, and a file that survives a restart. */
async function assertState(world: World, file: string): Promise<void> {
  assert.equal(lines(world).length, 1, world.logLines.join(''));
  assert.match(lines(world)[0] ?? '', new RegExp(`"file":"${file}"`));
  await world.clock.advance(10_000);
  const ready = await ask(world, '/readyz');
  assert.equal(ready.status, 200);
  assert.match(ready.text, /"status":"degraded","conditions":\[\{"code":"data-damaged"/);
  const text = await metrics(world);
  assert.match(text, /^tracker_condition\{code="data-damaged"\} 1$/m);
  assert.match(text, new RegExp(`^tracker_damaged\\{file="${file}"\\} [1-9]`, 'm'));
  assert.ok(readDamage(world.directory).some((found) => found.file === file));
}

test('ten flipped bytes in the journal are a state; the rest of the flight, and all others, go on', async () => {
  await using world = await World.with({ isServed: true, tracking: { sealEvery: 20 } });
  const { session, flight } = await world.startFlight();
  await report(world, session, 50);
  await spoiled(world, () =>
    spoilValue(fileOf(world, 'journal.sqlite'), 'SELECT body FROM chunks ORDER BY first_number LIMIT 1'),
  );
  const page = await ask(world, `/tracker/flights/${flight.id}`);
  assert.equal(page.status, 200);
  const pieces: string[] = [];
  for await (const piece of await world.tracking.operator.exportPilot(session.pilot.ident)) pieces.push(piece);
  const { reports } = JSON.parse(pieces.join('')).flights[0];
  assert.ok(reports.length > 5 && reports.length < 50, `${reports.length} of 50`);
  await assertState(world, 'journal.sqlite');
  const again = await world.signIn();
  await report(world, again, 5, 60);
  await world.restart();
  assert.equal(lines(world).length, 2, 'known from before the restart, and said once more');
  await world.calls.finish(await world.signIn(), { name: null, figures: noFigures, opening: null });
  await world.until(async () => (await world.stateOf(flight.id)) === 'filed');
});

test('a damaged crew center is told from an unavailable one: its flights are stored and wait', async () => {
  await using world = await World.with({ isServed: true });
  const { session, flight } = await world.startFlight();
  await report(world, session, 3);
  await spoiled(world, () => spoilPageOf(fileOf(world, 'crew-center.sqlite'), 'bids'));
  const again = await world.signIn();
  await assert.rejects(world.calls.listBids(again), (error) => isRefusal(error, 'data-damaged'));
  await assertState(world, 'crew-center.sqlite');
  assert.deepEqual(
    world.logLines.filter((line) => line.includes('crew-center-lost')),
    [],
  );
  await report(world, again, 3, 10);
  await world.calls.finish(again, { name: null, figures: noFigures, opening: null });
  await world.clock.advance(60_000);
  assert.equal(await world.stateOf(flight.id), 'filing', 'neither refused nor lost');
});

test('damaged deliveries of webhooks are refused to the operator, and cost no flight', async () => {
  await using world = await World.with({ ...local, isServed: true });
  addEndpoint(world, 'http://127.0.0.1:1');
  const { session, flight } = await world.startFlight();
  await report(world, session, 3);
  await spoiled(world, () => spoilPageOf(fileOf(world, 'webhooks.sqlite'), 'deliveries'));
  const again = await world.signIn();
  await report(world, again, 2, 10);
  const [endpoint] = world.webhooks.list();
  const { once } = world.server.tracker;
  await assert.rejects(once.webhookCalls.listWebhookDeliveries(endpoint?.id ?? '', null, 10), (error) =>
    isRefusal(error, 'data-damaged'),
  );
  await assertState(world, 'webhooks.sqlite');
  await world.calls.finish(again, { name: null, figures: noFigures, opening: null });
  await world.until(async () => (await world.stateOf(flight.id)) === 'filed');
});

test('a backup of damaged data says so in one sentence, and has the rest', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'damaged-backups-'));
  t.after(() => rmSync(folder, { recursive: true }));
  await using world = await World.with({ isServed: true });
  await spoiled(world, () => spoilPageOf(fileOf(world, 'crew-center.sqlite'), 'news'));
  const said = await world.backup(folder).catch((error: unknown) => error);
  assert.ok(isRefusal(said, 'data-damaged'));
  assert.match(
    said.message,
    /^The backup in \S+ is not whole \(crew-center\.sqlite cannot be read: [^;]*\)\. Keep the earlier ones/,
  );
  assert.deepEqual(readdirSync(folder).sort(), ['journal.sqlite', 'webhooks.sqlite']);
  await assertState(world, 'crew-center.sqlite');
});

test('an index that is damaged is found by a backup, although it is in none', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'damaged-backups-'));
  t.after(() => rmSync(folder, { recursive: true }));
  await using world = await World.with({ isServed: true });
  await world.startFlight();
  await spoiled(world, () => spoilPageOf(fileOf(world, 'journal.sqlite'), 'flights_in_state'));
  await assert.rejects(world.backup(folder), (error) => isRefusal(error, 'data-damaged'));
  await assertState(world, 'journal.sqlite');
});
