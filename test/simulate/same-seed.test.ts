// alone: it watches what its process reads of the real world
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { runSeed } from '../../prove/simulate/run.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { withoutReality } from './guards.ts';

// The journal of the first and the last is the one that ships.
const seeds = ['1', '2', '3', '4'];

async function digestsOf(seeds: readonly string[]): Promise<readonly string[]> {
  const digests: string[] = [];
  for (const seed of seeds) digests.push((await runSeed(seed, 600)).digest);
  return digests;
}

test('the same seed gives the same world, step for step, whatever ran before; another seed gives another', async () => {
  const first = await digestsOf(seeds);
  assert.deepEqual(await digestsOf(seeds.toReversed()), first.toReversed());
  assert.equal(new Set(first).size, seeds.length);
});

test('a simulation reads no real clock, sets no real timer and takes no real chance', async () => {
  const { touched } = await withoutReality(() => digestsOf(seeds));
  assert.deepEqual(touched, []);
});

test('what reads a real clock, sets a timer or takes chance is noticed', async () => {
  const { touched } = await withoutReality(async () => {
    systemClock.after(1, () => undefined)[Symbol.dispose]();
    return [Date.now(), new Date(), Math.random(), randomBytes(1), performance.now()];
  });
  const names = touched.map((each) => each.replace(/ at .*/, ''));
  assert.deepEqual(names.sort(), [
    'Date.now',
    'Math.random',
    'crypto.randomBytes',
    'new Date()',
    'performance.now',
    'setTimeout',
  ]);
});
