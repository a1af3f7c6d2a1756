import assert from 'node:assert/strict';
import test from 'node:test';
import { Draws } from '../../prove/simulate/chance.ts';
import { type ClusterPlan, clusterPlanOf } from '../../prove/simulate/cluster/cluster-plan.ts';
import { ClusterWorld } from '../../prove/simulate/cluster/cluster-world.ts';
import { runWorld } from '../../prove/simulate/run.ts';
import { firstPartition } from '../../src/cluster/members.ts';
import { partitionOf } from '../../src/journal/partition.ts';

const hour = 3_600_000;

/** A cluster in which nothing goes wrong but the clock of one server, while pilots fly. */
async function fly(seed: string) {
  const drawn = clusterPlanOf(seed, 5_000, 3, new Draws(`${seed}/cluster`));
  const pilots = [1, 2, 3, 4, 5, 6].map(
    (account) => ({ name: `pilot ${account}`, kind: 'sdk', account, length: 60 }) as const,
  );
  const partitions = [firstPartition, ...pilots.map(({ account }) => partitionOf(String(account)))];
  const quiet = { mischief: [], clusterMischief: [], isClockBroken: false, rates: [1, 1, 1], exempt: [] };
  const plan: ClusterPlan = { ...drawn, ...quiet, pilots, partitions: [...new Set(partitions)].sort((a, b) => a - b) };
  const world = new ClusterWorld(plan);
  const setBack = () => world.cluster.setClock(-hour);
  return runWorld(world, () => void world.life.after(40_000, setBack), {
    quietMs: 1_800_000,
    maxQuietSteps: 100_000,
  });
}

test('the clock of one of three servers is an hour slow: pilots are not blamed for it', async () => {
  let acknowledged = 0;
  for (const seed of ['1', '2']) {
    const run = await fly(seed);
    assert.equal(run.problem, null, seed);
    const blamed = Object.entries(run.happened).filter(([what]) => what === 'answers 422');
    assert.deepEqual(blamed, [], seed);
    acknowledged += run.happened['positions acknowledged'] ?? 0;
  }
  assert.ok(acknowledged > 20, `${acknowledged} positions`);
});
