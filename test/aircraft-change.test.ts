import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../src/tracking/calls.ts';
import { isRefusal, type RefusalCode } from '../src/tracking/refusals.ts';
import { noFigures, position } from './flown.ts';
import { World } from './world.ts';

const finishUnnamed = { name: null, figures: noFigures, opening: null };

/** An open flight, and another aircraft that its pilot may take. */
async function openFlight() {
  const world = await World.open();
  world.embedded.crewCenter.database.exec("UPDATE aircraft SET airport_id = 'LSZH'");
  const { session, bid, flight } = await world.startFlight('EDDF');
  const other = bid.aircraftChoices.find(({ id }) => id !== flight.aircraft?.id) ?? bid.aircraftChoices[0];
  assert.ok(other !== undefined && other.id !== flight.aircraft?.id, 'the bid leaves a choice');
  const change = (aircraft: string | null, registration: string | null = null) =>
    world.calls.changeAircraft(session, { name: null, aircraft, registration });
  return { world, session, flight, other, change };
}

/** The aircraft of the PIREP, as the crew center's own table has it. */
function atHost(world: World): string {
  const row = world.embedded.crewCenter.database.prepare('SELECT aircraft_id FROM pireps').get();
  return String(row?.aircraft_id);
}

async function changesOf(world: World): Promise<readonly string[]> {
  return (await world.journal.changes.read(0, 100)).map(
    ({ kind, flight }) => `${kind} ${flight.aircraft?.registration}`,
  );
}

async function report(world: World, session: Session, seq: number): Promise<void> {
  const positions = [position(world.clock.now(), { seq, receivedAt: world.clock.now() })];
  const { stored } = await world.calls.report(session, { name: null, positions, opening: null });
  assert.equal(stored, 1);
}

async function refused(call: Promise<unknown>, code: RefusalCode): Promise<void> {
  await assert.rejects(call, (error) => isRefusal(error, code));
}

test('another aircraft is the flight’s at once, the crew center’s, and the PIREP’s', async () => {
  const { world, session, flight, other, change } = await openFlight();
  await using _world = world;
  const view = await change(other.id);
  assert.deepEqual([view.flight.aircraft, view.flight.pendingAircraft], [other, null]);
  assert.equal(atHost(world), other.id);
  const { registration } = flight.aircraft ?? {};
  assert.deepEqual(await changesOf(world), [`started ${registration}`, `aircraft-changed ${other.registration}`]);
  assert.equal((await world.calls.finish(session, finishUnnamed)).flight.aircraft?.id, other.id);
  assert.equal(atHost(world), other.id);
});

test('an aircraft is named by its id, registration or type; the one that is flown is no change', async () => {
  const { world, flight, other, change } = await openFlight();
  await using _world = world;
  await change(null, other.registration);
  assert.equal(atHost(world), other.id);
  const asked = () => world.line.asked.get('changeAircraft');
  assert.equal(asked(), 1);
  for (const word of [other.id, other.registration?.toLowerCase() ?? '', other.icao]) await change(word);
  await change(other.icao, other.registration);
  assert.equal(asked(), 1);
  await change(flight.aircraft?.id ?? '');
  assert.equal(atHost(world), flight.aircraft?.id);
  await refused(change('no such'), 'invalid');
  await refused(change(null), 'invalid');
  assert.equal(atHost(world), flight.aircraft?.id);
});

test('a crew center out of reach is told later, also across a restart; reports go on meanwhile', async () => {
  const { world, session, flight, other, change } = await openFlight();
  await using _world = world;
  world.line.fail('changeAircraft', 'before');
  const { pendingAircraft } = (await change(other.id)).flight;
  assert.deepEqual(pendingAircraft, { from: flight.aircraft });
  await report(world, session, 1);
  await world.until(() => (world.line.asked.get('changeAircraft') ?? 0) > 2);
  const [entry] = await world.tracking.operator.listOutbox();
  assert.deepEqual([entry?.flight.id, entry?.lastError], [flight.id, 'The crew center is out of reach.']);
  await world.restart();
  assert.equal(atHost(world), flight.aircraft?.id);
  await world.until(() => atHost(world) === other.id);
  const view = await world.calls.readFlight(await world.signIn(), null);
  assert.deepEqual([view?.flight.aircraft?.id, view?.flight.pendingAircraft], [other.id, null]);
  assert.deepEqual(await world.tracking.operator.listOutbox(), []);
});

test('a crew center that hangs holds up neither reports nor the answer for long', async () => {
  const { world, session, other, change } = await openFlight();
  await using _world = world;
  world.line.fail('changeAircraft', 'hangs', 1);
  const answer = change(other.id);
  await world.until(() => world.line.asked.has('changeAircraft'));
  await report(world, session, 1);
  await world.clock.advance(9_000);
  assert.equal((await answer).flight.aircraft?.id, other.id);
  world.line.heal();
  await world.until(() => atHost(world) === other.id);

  world.line.fail('findAircraft', 'hangs', 1);
  const unsure = refused(change('DH8D'), 'crew-center-unavailable');
  await world.clock.advance(9_000);
  await unsure;
});

test('what the crew center was never told is told before it files', async () => {
  const { world, session, other, change } = await openFlight();
  await using _world = world;
  world.line.fail('all', 'before');
  world.line.fail('findAircraft', 'before', 0);
  await change(other.id);
  assert.equal((await world.calls.finish(session, finishUnnamed)).state, 'filing');
  world.line.heal();
  await world.until(() => world.pireps()[0]?.state !== 0);
  assert.equal(atHost(world), other.id);
  assert.equal(world.line.asked.get('filePirep'), 1);
});

test('what the crew center does not take leaves the flight with the aircraft of before', async () => {
  const { world, session, flight, other, change } = await openFlight();
  await using _world = world;
  world.line.fail('changeAircraft', 'refuses', 1);
  await refused(change(other.id), 'crew-center-refused');
  const before = flight.aircraft?.registration;
  assert.deepEqual((await changesOf(world)).slice(1), [
    `aircraft-changed ${other.registration}`,
    `aircraft-changed ${before}`,
  ]);
  world.line.fail('changeAircraft', 'before', 1);
  await change(other.id);
  world.line.fail('changeAircraft', 'refuses', 1);
  await world.calls.finish(session, finishUnnamed);
  assert.equal(atHost(world), flight.aircraft?.id);
  assert.equal((await world.journal.readFlight({ flightId: flight.id }))?.aircraft?.id, flight.aircraft?.id);
});

test('a PIREP that the crew center has lost is opened again, with the new aircraft', async () => {
  const { world, session, flight, other, change } = await openFlight();
  await using _world = world;
  world.embedded.crewCenter.database.exec('DELETE FROM pireps');
  assert.notEqual((await change(other.id)).flight.pirepId, flight.pirepId);
  assert.equal(atHost(world), other.id);
  await world.calls.finish(session, finishUnnamed);
  assert.equal(atHost(world), other.id);
});

test('two changes at once: the crew center ends up with the one that the flight has', async () => {
  const { world, flight, other, change } = await openFlight();
  await using _world = world;
  const views = await Promise.all([change(other.id), change(flight.aircraft?.id ?? ''), change(other.id)]);
  const last = await world.calls.readFlight(await world.signIn(), null);
  assert.equal(views.length, 3);
  assert.equal(last?.flight.pendingAircraft, null);
  assert.equal(atHost(world), last?.flight.aircraft?.id);
});

test('without an open flight, while it is filed and afterwards, it is refused', async () => {
  const { world, session, other, change } = await openFlight();
  await using _world = world;
  await world.clock.leap(31 * 60_000);
  assert.equal((await change(other.id)).flight.state, 'suspended');
  world.line.fail('filePirep', 'before');
  await world.calls.finish(session, finishUnnamed);
  await refused(change(other.id), 'flight-filing');
  world.line.heal();
  await world.until(() => world.pireps()[0]?.state !== 0);
  await refused(change(other.id), 'flight-filed');
  const ben = await world.signIn('ben@demo-air.example');
  await refused(
    world.calls.changeAircraft(ben, { name: null, aircraft: other.id, registration: null }),
    'no-open-flight',
  );
});
