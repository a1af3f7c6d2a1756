import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { networksOf } from '../../lib/network.ts';
import { isRefusal } from '../refusals.ts';
import { LoginQueue } from './login-queue.ts';

/** A queue whose checks end when the test says so; `served` lists the senders in the order of their checks. */
function openQueue() {
  const clock = new ManualClock(0);
  const queue = new LoginQueue(clock);
  const served: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const failed = new Set<string>();
  /** One attempt; `ended` runs when its check is over, or when it is refused. */
  const enter = (address: string, isKnown = false, ended = () => {}) => {
    const networks = networksOf(address);
    const check = () =>
      new Promise<void>((resolve) => {
        served.push(address);
        ends.push(resolve);
      });
    const refuse = (error: unknown) => {
      assert.ok(isRefusal(error, 'server-busy'));
      refused.push(address);
    };
    const sender = { networks, isKnown, hasFailed: () => failed.has(networks[0]) };
    queue.run(sender, check).catch(refuse).then(ended);
  };
  /** Senders whose login failed or was refused, and who send it again with the next check. */
  const again: string[] = [];
  const failForEver = (address: string) =>
    enter(address, false, () => {
      failed.add(networksOf(address)[0]);
      again.push(address);
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const serve = async (count: number) => {
    for (let done = 0; done < count; done++) {
      await settle();
      ends.shift()?.();
      await settle();
      for (const address of again.splice(0)) failForEver(address);
    }
    await settle();
  };
  return { clock, queue, served, refused, enter, failForEver, serve, settle };
}

test('with 90 logins from three addresses waiting, another pilot waits for one check of each address', async () => {
  const { enter, serve, served } = openQueue();
  for (let count = 0; count < 12; count++) for (const network of ['a', 'b', 'c']) enter(network);
  enter('pilot');
  await serve(6);
  assert.ok(served.indexOf('pilot') < 6, served.join());
});

test('networks from which the pilot signed in before are served first', async () => {
  const { enter, serve, served } = openQueue();
  for (let count = 0; count < 20; count++) enter(`stranger ${count}`);
  enter('home', true);
  await serve(1);
  assert.equal(served[2], 'home');
});

test('at most 50 wait: the sender with the most loses places to others, then others are refused', async () => {
  const { queue, enter, settle, refused } = openQueue();
  for (let count = 0; count < 60; count++) enter('greedy');
  await settle();
  assert.deepEqual([queue.waiting, refused.length], [50, 8]);
  for (let count = 0; count < 49; count++) enter(`other ${count}`);
  await settle();
  assert.equal(queue.waiting, 50);
  assert.deepEqual(new Set(refused), new Set(['greedy']));
  enter('late');
  await settle();
  assert.equal(refused.at(-1), 'late');
  enter('home', true);
  await settle();
  assert.deepEqual([queue.waiting, refused.includes('home')], [50, false]);
});

test('whoever waits for 10 s is refused, however few wait, and loses the place; the others stay', async () => {
  const { clock, queue, enter, serve, served, refused } = openQueue();
  for (const network of ['a', 'b', 'early', 'served in time']) enter(network);
  enter('home', true);
  await clock.advance(6_000);
  enter('later');
  await serve(2);
  assert.deepEqual(served, ['a', 'b', 'home', 'early']);
  await clock.advance(4_000);
  assert.deepEqual([refused, queue.waiting], [['served in time'], 1]);
  await serve(2);
  assert.deepEqual(served, ['a', 'b', 'home', 'early', 'later']);
  await clock.advance(60_000);
  assert.deepEqual([refused, queue.waiting], [['served in time'], 0], 'whoever was served is not refused');
});

const besiegers = {
  'ninety networks of one IPv6 /48': (count: number) => `2001:db8:0:${count.toString(16)}::1`,
  'as many /48s of one /32': (count: number) => `2001:db8:${count.toString(16)}::1`,
  'as many addresses of one IPv4 /24': (count: number) => `192.0.2.${count}`,
  'as many IPv4 addresses that failed before': (count: number) => `198.51.${count}.1`,
};

for (const [who, addressOf] of Object.entries(besiegers))
  test(`${who} keep nobody out who signs in from a new place`, async () => {
    const { enter, failForEver, serve, served, refused } = openQueue();
    for (let count = 0; count < 90; count++) failForEver(addressOf(count));
    await serve(100);
    const pilots = Array.from({ length: 12 }, (_, count) => `203.0.${count}.7`);
    for (const pilot of pilots) {
      const before = served.length;
      enter(pilot);
      await serve(8);
      const waited = served.indexOf(pilot) - before;
      assert.ok(!refused.includes(pilot) && waited >= 0 && waited <= 6, `${pilot} waited for ${waited} checks`);
    }
  });

test('a sender that failed is served too, however many others come that did not', async () => {
  const { enter, serve, served, failForEver } = openQueue();
  failForEver('192.0.2.1');
  await serve(1);
  for (let count = 0; count < 20; count++) enter(`198.51.${count}.1`, count % 2 === 0);
  await serve(12);
  assert.ok(served.lastIndexOf('192.0.2.1') > 0, served.join());
});
