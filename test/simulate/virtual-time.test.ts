import assert from 'node:assert/strict';
import test from 'node:test';
import { Draws } from '../../prove/simulate/chance.ts';
import { Life, VirtualTime } from '../../prove/simulate/virtual-time.ts';

const start = Date.UTC(2024, 3, 6);

function happenings(seed: string): readonly string[] {
  const time = new VirtualTime(start, new Draws(seed));
  const life = new Life(time, 'life');
  const seen: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) life.after(100, () => seen.push(name));
  life.after(5_000, () => seen.push(`late ${time.now - start}`));
  while (time.step() !== null);
  return seen;
}

test('things that are due together happen in the order that the seed chooses, later ones later', () => {
  const orders = new Set(Array.from({ length: 20 }, (_, seed) => happenings(String(seed)).join(' ')));
  assert.ok(orders.size > 5);
  for (const order of orders) assert.match(order, /late 5000$/);
  assert.deepEqual(happenings('7'), happenings('7'));
});

test('what waits in a life is gone when it ends', async () => {
  const time = new VirtualTime(start, new Draws('1'));
  const [one, other] = [new Life(time, 'one'), new Life(time, 'other')];
  const seen: string[] = [];
  one.after(10, () => seen.push('one'));
  other.after(20, () => seen.push('other'));
  one.end();
  one.after(30, () => seen.push('one, later'));
  while (time.step() !== null);
  assert.deepEqual(seen, ['other']);
  assert.equal(time.pending, 0);
});

test('a clock that is wrong does not change how long things take', async () => {
  const time = new VirtualTime(start, new Draws('1'));
  const life = new Life(time, 'life');
  life.skewMs = -3_600_000;
  const { timing } = life;
  const before = timing.elapsed();
  let isOver = false;
  void timing.sleep(1_500).then(() => {
    isOver = true;
  });
  time.step();
  await Promise.resolve();
  assert.equal(isOver, true);
  assert.equal(timing.elapsed() - before, 1_500);
  assert.equal(timing.now(), start + 1_500 - 3_600_000);
});

test('what is due in a life that is paused happens when it goes on', () => {
  const time = new VirtualTime(start, new Draws('1'));
  const [paused, other] = [new Life(time, 'paused'), new Life(time, 'other')];
  const seen: string[] = [];
  paused.after(10, () => seen.push(`paused ${time.now - start}`));
  other.after(500, () => seen.push(`other ${time.now - start}`));
  paused.isPaused = true;
  while (time.step() !== null);
  paused.isPaused = false;
  while (time.step() !== null);
  assert.deepEqual(seen, ['other 500', 'paused 500']);
});
