import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isRefusal } from '../src/tracking/refusals.ts';
import { noFigures, position } from './flown.ts';
import { addEndpoint, local } from './webhooks/receiver.ts';
import { World } from './world.ts';

const secretWords = 'engine sounded like my old Vespa';

/** A flight of Ada's that is filed, with her own words in notes, log and fields. */
async function flown(world: World) {
  const { session, flight } = await world.startFlight();
  for (let seq = 1; seq <= 3; seq++) {
    const at = { seq, lat: 47 + seq / 100 };
    await world.calls.report(session, { name: null, positions: [position(world.clock.now(), at)], opening: null });
    await world.clock.advance(5_000);
  }
  const said = { notes: secretWords, log: [secretWords], fields: { remark: secretWords } };
  await world.calls.describe(session, { name: { flightId: flight.id }, said });
  const figures = { ...noFigures, notes: secretWords, log: [secretWords], fields: { remark: secretWords } };
  await world.calls.finish(session, { name: null, figures, opening: null });
  await world.until(async () => (await world.stateOf(flight.id)) === 'filed');
  await world.clock.advance(120_000);
  return { session, flight };
}

const contents = (directory: string) =>
  readdirSync(directory)
    .filter((name) => name.includes('.sqlite'))
    .map((name) => readFileSync(join(directory, name), 'latin1'))
    .join('\n');

test('an export holds the flights with every report; an unknown pilot has none', async () => {
  await using world = await World.open();
  const { session, flight } = await flown(world);
  const pieces: string[] = [];
  for await (const piece of await world.tracking.operator.exportPilot(session.pilot.ident.toLowerCase()))
    pieces.push(piece);
  const exported = JSON.parse(pieces.join(''));
  assert.equal(exported.pilot.name, session.pilot.name);
  assert.equal(exported.sessions.length, 1);
  assert.equal(exported.flights[0].flight.id, flight.id);
  assert.deepEqual(
    exported.flights[0].reports.map((each: { position: { seq: number } }) => each.position.seq),
    [1, 2, 3],
  );
  await assert.rejects(world.tracking.operator.exportPilot('XXX9999'), (error) => isRefusal(error, 'not-found'));
});

test('an erased pilot is nowhere in the files after a backup; figures and track stay', async (t) => {
  await using world = await World.with(local);
  // One that never answers: its events wait.
  addEndpoint(world, 'http://127.0.0.1:1');
  const { session, flight } = await flown(world);
  const { ident, name } = session.pilot;
  const before = await world.tracking.operator.readFlight(flight.id);
  await world.erasePilot(ident);
  assert.equal(world.calls.isSignedIn(session.tokenHash), false);
  const after = await world.tracking.operator.readFlight(flight.id);
  assert.deepEqual(after?.flight.pilot, { id: session.pilot.id, ident: 'erased', name: 'Erased pilot' });
  assert.equal(after?.flight.receipt?.pirep.distanceNm, before?.flight.receipt?.pirep.distanceNm);
  assert.equal((await world.journal.readReports(flight.number)).length, 3);
  const folder = mkdtempSync(join(tmpdir(), 'tracker-privacy-'));
  t.after(() => rmSync(folder, { recursive: true }));
  await world.backup(folder);
  const text = contents(folder);
  for (const word of [ident, name, 'ada@demo-air.example', secretWords])
    assert.ok(!text.includes(word), `${word} is still in the data`);
  await assert.rejects(world.erasePilot(ident), (error) => isRefusal(error, 'not-found'));
  await world.restart();
  assert.equal((await world.tracking.operator.readFlight(flight.id))?.flight.pilot.ident, 'erased');
});

test('a pilot whose flight is open is not erased', async () => {
  await using world = await World.open();
  const { session } = await world.startFlight();
  await assert.rejects(world.erasePilot(session.pilot.ident), (error) => isRefusal(error, 'flight-open'));
  assert.ok(world.calls.isSignedIn(session.tokenHash));
});

test('a flight stays as long as a listener has yet to receive one of its changes', async () => {
  await using world = await World.open({ retention: { flightDays: 30, auditDays: null } });
  // It has read up to the change before the flight's first one, and hangs since.
  await world.journal.changes.saveCursor('slow', 0);
  const { flight: old } = await flown(world);
  await world.startFlight('EDDF');
  await world.restart(40 * 24 * 3_600_000);
  await world.clock.advance(1_300_000);
  assert.equal(await world.stateOf(old.id), 'filed');
  await world.journal.changes.saveCursor('slow', null);
  await world.clock.advance(601_000);
  await world.until(async () => (await world.stateOf(old.id)) === undefined);
});

test('ended flights and audit lines go when their time is over; the newest flight and open ones stay', async () => {
  const tracking = { retention: { flightDays: 30, auditDays: 10 } };
  await using world = await World.open(tracking);
  const { flight: old } = await flown(world);
  const { flight: open } = await world.startFlight('EDDF');
  await world.journal.saveAudit({ at: world.clock.now(), actor: 'a', action: 'b', subject: 'c', detail: null });
  await world.restart(29 * 24 * 3_600_000);
  await world.clock.advance(601_000);
  await world.until(async () => (await world.journal.listAudit(10)).every((each) => each.action !== 'b'));
  assert.equal(await world.stateOf(old.id), 'filed');
  await world.restart(2 * 24 * 3_600_000);
  await world.clock.advance(601_000);
  await world.until(async () => (await world.stateOf(old.id)) === undefined);
  assert.deepEqual(await world.journal.readReports(old.number), []);
  assert.notEqual(await world.stateOf(open.id), undefined);
});
