import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../src/lib/secret.ts';
import { demoPassword } from '../src/platform/embedded/demo.ts';
import { setPassword } from '../src/platform/embedded/pilot-admin.ts';
import { setStanding } from '../src/platform/embedded/pilot-standing.ts';
import type { SessionLifetime } from '../src/tracking/model.ts';
import { isRefusal, type RefusalCode } from '../src/tracking/refusals.ts';
import { flyingMs, maxLongSessions, maxSessions } from '../src/tracking/sessions/session-surplus.ts';
import { position } from './flown.ts';
import { startOf, World } from './world.ts';

const login = 'ada@demo-air.example';

async function signIn(world: World, lifetime: SessionLifetime = 'normal'): Promise<string> {
  const credential = { kind: 'password' as const, login, password: new Secret(demoPassword) };
  await world.clock.advance(1_000);
  return (await world.calls.login({ credential, address: '192.0.2.1', lifetime })).token.reveal();
}

async function signInOften(world: World, times: number, lifetime: SessionLifetime = 'normal'): Promise<string[]> {
  const tokens: string[] = [];
  for (let count = 0; count < times; count++) tokens.push(await signIn(world, lifetime));
  return tokens;
}

function codeOf(world: World, token: string): RefusalCode | null {
  try {
    world.calls.authenticate(token);
    return null;
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

test('a pilot has so many sessions, and the one that was not used for longest ends for a newer one', async () => {
  await using world = await World.open();
  const tokens = await signInOften(world, maxSessions);
  await world.clock.advance(1_000);
  const [first = '', second = '', ...others] = tokens;
  assert.equal(codeOf(world, first), null);
  const newest = await signIn(world);
  assert.equal(codeOf(world, second), 'no-session');
  for (const token of [first, ...others, newest]) assert.equal(codeOf(world, token), null);
  await world.restart();
  assert.equal(world.journal.initial.sessions.length, maxSessions);
});

test('a session that reports is not ended, and when all of them do the next login waits', async () => {
  await using world = await World.open();
  const tokens = await signInOften(world, maxSessions);
  const flying = world.calls.authenticate(tokens[0] ?? '');
  await world.calls.start(flying, startOf((await world.bidFor(flying)).id));
  let seq = 0;
  const report = async (token: string) => {
    seq += 1;
    const session = world.calls.authenticate(token);
    const positions = [position(world.clock.now(), { seq, receivedAt: world.clock.now() })];
    await world.calls.report(session, { name: null, positions, opening: null });
  };
  await report(tokens[0] ?? '');
  const newer = await signInOften(world, maxSessions);
  assert.equal(codeOf(world, tokens[0] ?? ''), null);
  assert.equal(codeOf(world, newer[0] ?? ''), 'no-session');
  const alive = [tokens[0] ?? '', ...newer.slice(1)];
  for (const token of alive) await report(token);
  await assert.rejects(signIn(world), (error) => {
    assert.ok(isRefusal(error, 'login-throttled'));
    return Math.abs((error.detail.retryAfterS ?? 0) - flyingMs / 1_000) < 5;
  });
  await world.clock.advance(flyingMs);
  await signIn(world);
});

test('a pilot’s sessions together have the calls of two', async () => {
  await using world = await World.open();
  const tokens = await signInOften(world, 4);
  await world.clock.advance(60_000);
  const taken = (token: string) => {
    let count = 0;
    while (codeOf(world, token) === null) count += 1;
    return count;
  };
  assert.deepEqual(tokens.map(taken), [100, 100, 0, 0]);
  await world.clock.advance(1_000);
  assert.deepEqual(tokens.map(taken), [20, 20, 0, 0]);
});

const dayMs = 24 * 3_600_000;

async function signInLong(world: World): Promise<string> {
  return signIn(world, 'long');
}

test('a long session lasts as the crew center’s setting says, beside those of a day, also across a restart', async () => {
  await using world = await World.open();
  const [normal, long] = [await signIn(world), await signInLong(world)];
  assert.equal(world.calls.authenticate(long).expiresAt, world.clock.now() + 30 * dayMs);
  world.line.settings = { longSessionDays: 2 };
  await world.clock.advance(5_000);
  const shorter = await signInLong(world);
  await world.restart(dayMs);
  assert.deepEqual(
    [normal, long, shorter].map((token) => codeOf(world, token)),
    ['session-expired', null, null],
  );
  await world.restart(dayMs);
  assert.deepEqual(
    [long, shorter].map((token) => codeOf(world, token)),
    [null, 'session-expired'],
  );
  await world.restart(28 * dayMs);
  assert.equal(codeOf(world, long), 'session-expired');
});

test('a pilot has so many long sessions; the oldest ends for a newer one, unless it flies', async () => {
  await using world = await World.open();
  const flying = await signInLong(world);
  const [oldest, ...others] = await signInOften(world, maxLongSessions - 1, 'long');
  const ofADay = await signIn(world);
  const session = world.calls.authenticate(flying);
  await world.calls.start(session, startOf((await world.bidFor(session)).id));
  const positions = [position(world.clock.now(), { seq: 1, receivedAt: world.clock.now() })];
  await world.calls.report(session, { name: null, positions, opening: null });
  const one = await signInLong(world);
  assert.equal(codeOf(world, oldest ?? ''), null, 'the oldest flies, and the next one is among the newest');
  const two = await signInLong(world);
  assert.equal(codeOf(world, oldest ?? ''), 'no-session');
  for (const token of [flying, ...others, ofADay, one, two]) assert.equal(codeOf(world, token), null);
  await world.clock.advance(flyingMs);
  await signInLong(world);
  assert.equal(codeOf(world, flying), 'no-session');
});

test('a session that was kept is taken up again, with the pilot as they are now, and lasts no longer for it', async () => {
  await using world = await World.open();
  const token = await signInLong(world);
  const { expiresAt, tokenHash } = world.calls.authenticate(token);
  world.embedded.crewCenter.run("UPDATE users SET curr_airport_id = 'MMUN'");
  await world.restart(3 * dayMs);
  const grant = await world.calls.resume(token);
  assert.equal(grant.token.reveal(), token);
  assert.equal(grant.expiresAt, expiresAt);
  assert.equal(grant.pilot.currentAirport, 'MMUN');
  assert.equal(world.calls.authenticate(token).tokenHash, tokenHash);
  world.line.fail('readPilots', 'before');
  await refused(world.calls.resume(token), 'crew-center-unavailable');
  world.line.heal();
  await world.calls.resume(token);
  for (const nobodys of [null, '', 'made up']) await refused(world.calls.resume(nobodys), 'no-session');
  await world.restart(27 * dayMs);
  await refused(world.calls.resume(token), 'session-expired');
});

test('a long session ends with the standing and with the password, like any other', async () => {
  await using world = await World.open();
  const token = await signInLong(world);
  const { pilot } = world.calls.authenticate(token);
  const { crewCenter } = world.embedded;
  await setStanding(crewCenter, pilot.id, 'suspended');
  // At once, not with the next look at all who are signed in.
  await refused(world.calls.resume(token), 'pilot-not-allowed');
  await world.until(() => codeOf(world, token) === 'no-session');
  await setStanding(crewCenter, pilot.id, 'active');
  const [swept, resumed] = [await signInLong(world), await signInLong(world)];
  await setPassword(crewCenter, login, new Secret('another password'));
  await refused(world.calls.resume(resumed), 'no-session');
  assert.equal(codeOf(world, resumed), 'no-session');
  assert.equal(codeOf(world, swept), null);
  await world.until(() => codeOf(world, swept) === 'no-session');
});

async function refused(call: Promise<unknown>, code: RefusalCode): Promise<void> {
  await assert.rejects(call, (error) => isRefusal(error, code));
}
