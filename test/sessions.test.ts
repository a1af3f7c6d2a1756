import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../src/lib/secret.ts';
import { demoPassword } from '../src/platform/embedded/demo.ts';
import { isRefusal, type RefusalCode } from '../src/tracking/refusals.ts';
import { flyingMs, maxSessions } from '../src/tracking/session-surplus.ts';
import { position } from './flown.ts';
import { startOf, World } from './world.ts';

async function signIn(world: World): Promise<string> {
  const credential = { kind: 'password' as const, login: 'ada@demo-air.example', password: new Secret(demoPassword) };
  await world.clock.advance(1_000);
  return (await world.calls.login({ credential, address: '192.0.2.1' })).token.reveal();
}

async function signInOften(world: World, times: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let count = 0; count < times; count++) tokens.push(await signIn(world));
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
