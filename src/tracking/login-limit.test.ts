import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import type { LoginFailure } from '../journal/journal.ts';
import { LoginLimit } from './login-limit.ts';
import { isRefusal } from './refusals.ts';

const limits = { perPilotAndAddress: 4, perAddress: 100, perPilot: 6 };
const right = 'right';

function openWorld() {
  const clock = new ManualClock(Date.UTC(2024, 3, 6));
  const stored: LoginFailure[] = [];
  const saveLoginFailure = async (failure: LoginFailure) => void stored.push(failure);
  const open = () => new LoginLimit({ initial: { loginFailures: [...stored] }, saveLoginFailure }, clock, limits);
  let limit = open();
  /** Ada is known by two names; `ghost…` by none. */
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

/** What a stranger reads who tries these logins in turn, eight times. */
async function readBy(one: string, other: string, addresses: readonly string[] = ['192.0.2.1']): Promise<string[]> {
  const { tryLogin } = openWorld();
  const read: string[] = [];
  for (let count = 0; count < 8; count++)
    for (const login of [one, other])
      read.push(await tryLogin(login, 'wrong', addresses[read.length % addresses.length] ?? ''));
  return read;
}

test('failures under several names of an account add up: the right password is not taken while it waits, nor after a restart', async () => {
  const world = openWorld();
  for (const login of ['ada@x', 'vms2', 'ada@x', 'vms2']) assert.equal(await world.tryLogin(login, 'wrong'), 'wrong');
  assert.equal(await world.tryLogin('VMS0002', right), 'wrong');
  world.restart();
  assert.equal(await world.tryLogin('VMS0002', right), 'wrong');
  assert.equal(await world.tryLogin('VMS0002', right, '192.0.2.2'), 'in');
  await world.clock.advance(31_000);
  assert.equal(await world.tryLogin('VMS0002', right), 'in');
});

test('from many addresses under several names an account is held for all', async () => {
  const world = openWorld();
  for (let count = 0; count < 6; count++)
    assert.equal(await world.tryLogin(`name ${count}`, 'wrong', `192.0.2.${count}`), 'wrong');
  assert.equal(await world.tryLogin('ada@x', right, '192.0.2.99'), 'wrong');
});

test('what is answered as wrong while an account waits does not keep it shut for longer', async () => {
  const world = openWorld();
  for (let count = 0; count < 4; count++) await world.tryLogin(`name ${count}`, 'wrong');
  for (let count = 0; count < 4; count++) await world.tryLogin(`other ${count}`, 'wrong');
  await world.clock.advance(31_000);
  assert.equal(await world.tryLogin('ada@x', right), 'in');
});

test('many at once under several names gain nothing', async () => {
  const world = openWorld();
  const tries = Array.from({ length: 12 }, (_, count) => world.tryLogin(`name ${count}`, count < 11 ? 'wrong' : right));
  assert.deepEqual(new Set(await Promise.all(tries)), new Set(['wrong']));
});

test('a stranger reads the same of an account with two names as of two names that nobody has', async () => {
  assert.deepEqual(await readBy('ada@x', 'vms2'), await readBy('ghost@x', 'ghost2'));
  const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
  assert.deepEqual(await readBy('ada@x', 'vms2', addresses), await readBy('ghost@x', 'ghost2', addresses));
});
