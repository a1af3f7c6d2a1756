import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import type { LoginFailure } from '../../journal/journal.ts';
import { isRefusal } from '../refusals.ts';
import { LoginLimit } from './login-limit.ts';

const limits = { perPilotAndAddress: 4, perAddress: 100, perPilot: 6 };
const right = 'right';

function openWorld() {
  const clock = new ManualClock(Date.UTC(2024, 3, 6));
  const stored: LoginFailure[] = [];
  const saveLoginFailure = async (failure: LoginFailure) => void stored.push(failure);
  const notes = new Map<string, string | null>();
  const memory = {
    saveLoginFailure,
    readNote: (name: string) => notes.get(name) ?? null,
    saveNote: async (name: string, text: string | null) => void notes.set(name, text),
  };
  const open = () => new LoginLimit({ initial: { loginFailures: [...stored] }, ...memory }, clock, limits);
  let limit = open();
  /** Ada has two login names; `ghost…` does not exist. */
  const tryLogin = async (login: string, password: string, address = '192.0.2.1') => {
    const account = login.startsWith('ghost') ? null : 'ada';
    try {
      const check = async () => ({ account, result: account !== null && password === right ? 'in' : null });
      return (await limit.attempt(login, address, check)) ?? 'wrong';
    } catch (error) {
      if (!isRefusal(error, 'login-throttled')) throw error;
      return 'throttled';
    }
  };
  const restart = () => {
    limit = open();
  };
  return { clock, tryLogin, restart };
}

/** Returns the responses to a stranger who tries these logins in turn, eight times. */
async function readBy(one: string, other: string, addresses: readonly string[] = ['192.0.2.1']): Promise<string[]> {
  const { tryLogin } = openWorld();
  const read: string[] = [];
  for (let count = 0; count < 8; count++)
    for (const login of [one, other])
      read.push(await tryLogin(login, 'wrong', addresses[read.length % addresses.length] ?? ''));
  return read;
}

test('failures under several names of an account add up: the right password is rejected while it is throttled, also after a restart', async () => {
  const world = openWorld();
  for (const login of ['ada@x', 'vms2', 'ada@x', 'vms2']) assert.equal(await world.tryLogin(login, 'wrong'), 'wrong');
  assert.equal(await world.tryLogin('VMS0002', right), 'wrong');
  world.restart();
  assert.equal(await world.tryLogin('VMS0002', right), 'wrong');
  assert.equal(await world.tryLogin('VMS0002', right, '192.0.2.2'), 'in');
  await world.clock.advance(31_000);
  assert.equal(await world.tryLogin('VMS0002', right), 'in');
});

test('failures from many addresses under several names throttle the account for everyone', async () => {
  const world = openWorld();
  for (let count = 0; count < 6; count++)
    assert.equal(await world.tryLogin(`name ${count}`, 'wrong', `192.0.2.${count}`), 'wrong');
  assert.equal(await world.tryLogin('ada@x', right, '192.0.2.99'), 'wrong');
});

test('attempts that are rejected while an account is throttled do not prolong that', async () => {
  const world = openWorld();
  for (let count = 0; count < 4; count++) await world.tryLogin(`name ${count}`, 'wrong');
  for (let count = 0; count < 4; count++) await world.tryLogin(`other ${count}`, 'wrong');
  await world.clock.advance(31_000);
  assert.equal(await world.tryLogin('ada@x', right), 'in');
});

test('concurrent attempts under several names are limited too', async () => {
  const world = openWorld();
  const tries = Array.from({ length: 12 }, (_, count) => world.tryLogin(`name ${count}`, count < 11 ? 'wrong' : right));
  assert.deepEqual(new Set(await Promise.all(tries)), new Set(['wrong']));
});

test('a stranger gets the same responses for an account with two names as for two unknown names', async () => {
  assert.deepEqual(await readBy('ada@x', 'vms2'), await readBy('ghost@x', 'ghost2'));
  const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
  assert.deepEqual(await readBy('ada@x', 'vms2', addresses), await readBy('ghost@x', 'ghost2', addresses));
});

test('all addresses of an IPv6 /64 count as one', async () => {
  const world = openWorld();
  const tries = ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1:ffff::3', '2001:db8:0:1:1:2:3:4'];
  for (const address of tries) assert.equal(await world.tryLogin('ada@x', 'wrong', address), 'wrong');
  assert.equal(await world.tryLogin('ada@x', right, '2001:db8:0:1::5'), 'throttled');
  assert.equal(await world.tryLogin('ada@x', right, '2001:db8:0:2::5'), 'in');
});

test('a hundred /64s of one /48 count as one address', async () => {
  const world = openWorld();
  const failFrom = (part: number) => world.tryLogin(`ghost ${part}`, 'wrong', `2001:db8:0:${part.toString(16)}::1`);
  for (let part = 0; part < 100; part++) assert.equal(await failFrom(part), 'wrong', String(part));
  assert.equal(await failFrom(100), 'throttled');
  assert.equal(await world.tryLogin('ada@x', right, '2001:db8:1::1'), 'in');
});

test('failures of others do not throttle a pilot on a network from which they signed in within 30 days, also after a restart', async () => {
  const world = openWorld();
  const home = '2001:db8:9::1';
  assert.equal(await world.tryLogin('ada@x', right, home), 'in');
  world.restart();
  for (let count = 0; count < 6; count++) await world.tryLogin('ada@x', 'wrong', `192.0.2.${count}`);
  for (let count = 0; count < 6; count++) await world.tryLogin(`name ${count}`, 'wrong', `192.0.2.${count}`);
  assert.equal(await world.tryLogin('ada@x', right, '192.0.2.99'), 'throttled');
  assert.equal(await world.tryLogin('ada@x', right, '2001:db8:9::2'), 'in', 'another address of the same network');
  for (let count = 0; count < 4; count++) await world.tryLogin('ada@x', 'wrong', home);
  assert.equal(await world.tryLogin('ada@x', right, home), 'throttled', 'its own failures count');
  await world.clock.advance(29 * 24 * 3_600_000);
  for (let count = 0; count < 6; count++) await world.tryLogin('ada@x', 'wrong', `192.0.2.${count}`);
  assert.equal(await world.tryLogin('ada@x', right, home), 'in', 'after 29 days the network is still known');
  await world.clock.advance(31 * 24 * 3_600_000);
  for (let count = 0; count < 6; count++) await world.tryLogin('ada@x', 'wrong', `192.0.2.${count}`);
  assert.equal(await world.tryLogin('ada@x', right, home), 'throttled', 'after 30 days the network is unknown again');
});
