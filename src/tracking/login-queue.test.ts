import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { LoginQueue } from './login-queue.ts';
import { isRefusal } from './refusals.ts';

/** A queue whose checks end when the test says so; `served` lists the senders in the order of their checks. */
function openQueue() {
  const clock = new ManualClock(0);
  const queue = new LoginQueue(clock);
  const served: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const enter = (network: string, isKnown = false) => {
    const check = () =>
      new Promise<void>((resolve) => {
        served.push(network);
        ends.push(resolve);
      });
    queue.run(network, isKnown, check).catch((error: unknown) => {
      assert.ok(isRefusal(error, 'server-busy'));
      refused.push(network);
    });
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const serve = async (count: number) => {
    for (let done = 0; done < count; done++) {
      await settle();
      ends.shift()?.();
    }
    await settle();
  };
  return { clock, queue, served, refused, enter, serve, settle };
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
