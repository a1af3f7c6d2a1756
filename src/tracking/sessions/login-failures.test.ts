// alone: it measures what its process computes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { networksOf } from '../../lib/network.ts';
import { LoginFailures } from './login-failures.ts';
import { LoginLimit } from './login-limit.ts';

const noon = Date.UTC(2024, 3, 6, 12);
/** Addresses of as many IPv6 providers. */
const addressOf = (count: number) => `${(0x1000 + count).toString(16)}:1::1`;

test('failures are found by login, account and network until they are 15 minutes old', () => {
  const failures = new LoginFailures([]);
  const networks = networksOf('2001:db8:1:2::1');
  const counts = () => [
    ...[failures.ofLogin('ada'), failures.ofLogin('ada', networks[0]), failures.ofLogin('ada', 'elsewhere')],
    ...[failures.ofAccount('1'), failures.ofAccount('1', networks[0]), ...failures.ofSender(networks)],
  ];
  const sizes = () => counts().map(({ length }) => length);
  assert.deepEqual(sizes(), [0, 0, 0, 0, 0, 0]);
  const tried = failures.add({ at: noon, loginHash: 'ada', address: '2001:db8:1:2::1' });
  assert.deepEqual([...sizes(), failures.hasFailed(networks[0])], [1, 1, 0, 0, 0, 1, false]);
  failures.settle(tried, '1');
  assert.deepEqual([...sizes(), failures.hasFailed(networks[0])], [1, 1, 0, 1, 1, 1, true]);
  failures.remove(failures.add({ at: noon, loginHash: 'ada', address: '2001:db8:1:2::1' }));
  assert.deepEqual(sizes(), [1, 1, 0, 1, 1, 1]);
  failures.forgetBefore(noon + 15 * 60_000 - 1);
  assert.equal(failures.size, 1);
  failures.forgetBefore(noon + 15 * 60_000);
  assert.deepEqual([...sizes(), failures.size], [0, 0, 0, 0, 0, 0, 0]);
});

test('a hundred failing networks of a wider one count as one, until one of them is forgotten', () => {
  for (const [addresses, wider] of [
    [(count: number) => `2001:db8:0:${count}::1`, '2001:db8:0::/48'],
    [(count: number) => `2001:db8:${count}::1`, '2001:db8::/32'],
    [(count: number) => `192.0.2.${count}`, '192.0.2.0/24'],
  ] as const) {
    const failures = new LoginFailures([]);
    for (let count = 0; count < 100; count++)
      failures.addFailed({ at: noon + count, loginHash: `${count}`, address: addresses(count), account: null });
    const sizes = () => failures.ofSender(networksOf(addresses(200))).map(({ length }) => length);
    assert.deepEqual(sizes(), [0, 100], wider);
    failures.forgetBefore(noon + 15 * 60_000);
    assert.deepEqual(sizes(), [0], wider);
  }
});

test('no more than 20,000 are remembered, the newest ones', () => {
  const failures = new LoginFailures([]);
  for (let count = 0; count < 20_010; count++)
    failures.addFailed({ at: noon, loginHash: `${count}`, address: addressOf(count), account: null });
  assert.deepEqual([failures.size, failures.ofLogin('9').length, failures.ofLogin('10').length], [20_000, 0, 1]);
});

test('a wrong key among fifteen thousand failures costs what it costs among a hundred', async () => {
  const costOf = async (failures: number) => {
    const initial = Array.from({ length: failures }, (_, count) => ({ count, at: noon - 1 }));
    const loginFailures = initial.map(({ count, at }) => ({
      at,
      loginHash: '',
      address: addressOf(count),
      account: null,
    }));
    const notes = { readNote: () => null, saveNote: async () => {}, saveLoginFailure: async () => {} };
    const limits = { perPilotAndAddress: 10, perAddress: 30, perPilot: 100 };
    const limit = new LoginLimit({ initial: { loginFailures }, ...notes }, new ManualClock(noon), limits);
    const started = process.cpuUsage();
    for (let count = 0; count < 500; count++)
      await limit.attempt(`key ${count}`, addressOf(20_000 + count), async () => ({ result: null, account: null }));
    const { user, system } = process.cpuUsage(started);
    return user + system;
  };
  /** The least of three: whatever else runs on the machine only adds to it. */
  const leastOf = async (failures: number) =>
    Math.min(await costOf(failures), await costOf(failures), await costOf(failures));
  const [few, many] = [await leastOf(100), await leastOf(15_000)];
  assert.ok(many < 5 * few, `${few} µs, then ${many} µs for 500 wrong keys`);
});
