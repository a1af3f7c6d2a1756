import assert from 'node:assert/strict';
import test from 'node:test';
import { runClusterSeed } from '../../prove/simulate/cluster/cluster-run.ts';
import { withoutReality } from '../../prove/simulate/guards.ts';

const seeds = ['1', '2'];

async function digestsOf(seeds: readonly string[]): Promise<readonly string[]> {
  const digests: string[] = [];
  for (const seed of seeds) digests.push((await runClusterSeed(seed, 1_500, 3)).digest);
  return digests;
}

test('the same seed gives the same cluster, step for step, whatever ran before; another seed gives another', async () => {
  const first = await digestsOf(seeds);
  assert.deepEqual(await digestsOf(seeds.toReversed()), first.toReversed());
  assert.equal(new Set(first).size, seeds.length);
});

test('a simulated cluster reads no real clock, sets no real timer and takes no real chance', async () => {
  const { touched } = await withoutReality(() => digestsOf(seeds));
  assert.deepEqual(touched, []);
});
