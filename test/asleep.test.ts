import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { watchPlace } from '../src/server/place/served-place.ts';
import { noFigures } from './flown.ts';
import { World } from './world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A server of a place that sleeps, and whether it wants to end. */
function watch(world: World, sleeps = true) {
  const place = { path: world.directory, sleeps, overrides: {} };
  const watched = watchPlace(place, world.server);
  const state = { hasEnded: false };
  watched.ended.then(() => {
    state.hasEnded = true;
  });
  return { state, [Symbol.dispose]: () => watched[Symbol.dispose]() };
}

test('a server of a place ends when nobody has flown for an hour, and not while a flight may go on', async () => {
  await using world = await World.with({
    isServed: true,
    tracking: { suspendAfterMin: 15, abandonAfterH: 2 },
  });
  using never = watch(world, false);
  using watched = watch(world);
  const { flight } = await world.startFlight();
  await world.clock.advance(110 * minute);
  await world.until(async () => (await world.stateOf(flight.id)) === 'suspended');
  assert.equal(watched.state.hasEnded, false, 'a suspended flight counts');
  await world.clock.advance(11 * minute);
  await world.until(async () => (await world.stateOf(flight.id)) === 'abandoned');
  assert.equal(watched.state.hasEnded, false);
  await world.clock.advance(62 * minute);
  await world.until(() => watched.state.hasEnded);
  assert.equal(never.state.hasEnded, false, 'only where the operator wants it');
  assert.equal(JSON.parse(readFileSync(join(world.directory, 'start.json'), 'utf8')).tries, 0);
});

test('a server that is up says so at once, for whoever starts it again if it is ended soon', async () => {
  await using world = await World.with({ isServed: true });
  const file = join(world.directory, 'start.json');
  writeFileSync(file, JSON.stringify({ at: 12, tries: 7, by: 'exec', problem: null }));
  using _watched = watch(world);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).tries, 4);
  // Another one that was started at the same moment, and has ended since.
  const pidFile = join(world.directory, 'server.pid');
  writeFileSync(pidFile, '1\n');
  await world.clock.advance(4_000);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).tries, 0);
  assert.equal(readFileSync(pidFile, 'utf8'), `${process.pid}\n`);
});

test('a server stays while something waits for a webhook', async () => {
  await using world = await World.with({
    isServed: true,
    webhooks: { requests: { send: async () => Promise.reject(new Error('away')) }, random: () => 0.5 },
  });
  using watched = watch(world);
  const { tracker } = world.server;
  await tracker.operator.addWebhook('test', {
    kind: 'webhook',
    name: 'away',
    url: 'https://example.org/hook',
    events: [],
    options: {},
  });
  const { flight } = await world.startFlight();
  await world.until(async () => ((await tracker.operator.listWebhooks())[0]?.waiting ?? 0) > 0);
  await tracker.operator.cancelFlight('test', flight.id, 'over');
  await world.clock.advance(100 * minute);
  assert.equal(watched.state.hasEnded, false);
  const [webhook] = await tracker.operator.listWebhooks();
  await tracker.operator.switchWebhook('test', webhook?.id ?? '', false);
  await world.clock.advance(62 * minute);
  await world.until(() => watched.state.hasEnded);
});

test('what is done by the clock is made up for within a minute of a start', async () => {
  await using world = await World.with({
    isServed: true,
    tracking: { retention: { flightDays: 30, auditDays: 10 }, abandonAfterH: 6 },
  });
  const { session, flight: old } = await world.startFlight();
  await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  await world.until(async () => (await world.stateOf(old.id)) === 'filed');
  const { flight: open } = await world.startFlight('EDDF');
  await world.journal.saveAudit({ at: world.clock.now(), actor: 'a', action: 'b', subject: 'c', detail: null });
  await world.restart(400 * day);
  await world.clock.advance(minute + 1_000);
  await world.until(async () => (await world.stateOf(old.id)) === undefined);
  await world.until(async () => (await world.journal.listAudit(10)).every((each) => each.action !== 'b'));
  await world.until(async () => (await world.stateOf(open.id)) === 'abandoned');
});
