import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sumCounts } from '../../prove/simulate/counters.ts';
import { invariants } from '../../prove/simulate/invariants/all.ts';
import { readers } from '../../prove/simulate/readers/promised-calls.ts';
import { knownRoutes } from '../../prove/simulate/routes.ts';
import { runSeed } from '../../prove/simulate/run.ts';

test('each reader of a call is looked at in the simulation', () => {
  const names = new Set(invariants.map(({ name }) => name));
  const unknown = Object.entries(readers).flatMap(([call, { readBy }]) =>
    readBy.filter((name) => !names.has(name)).map((name) => `${call}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});

test('each call of each contract is answered in a simulated world, so that its reader has something to read', async () => {
  const calls = ([7, 5] as const).flatMap(knownRoutes).map(({ contract, call }) => `${contract} ${call}`);
  const unread = new Set(calls);
  assert.ok(unread.size > 60, `only ${unread.size} calls of all contracts`);
  let happened: Readonly<Record<string, number>> = {};
  for (let seed = 1; seed <= 150 && unread.size > 0; seed += 1) {
    const run = await runSeed(`promised ${seed}`, 1_500);
    assert.equal(run.problem, null, `seed "promised ${seed}"`);
    happened = sumCounts([happened, run.happened]);
    for (const call of unread) if ((happened[`read: ${call}`] ?? 0) > 0) unread.delete(call);
  }
  assert.deepEqual([...unread], []);
});
