// needs: mariadb, galera
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cluster } from '../../prove/cluster/cluster.ts';

test('three servers on three nodes lose nothing when a server or a node dies, and a former owner is refused', async (t) => {
  const given = {
    rounds: null,
    minutes: null,
    steps: null,
    seed: null,
    seeds: null,
    sample: null,
    workers: null,
    given: {},
  };
  const said: string[] = [];
  const isProven = await cluster.run({
    ...given,
    short: true,
    selfTest: false,
    note: (text) => t.diagnostic(text),
    out: (text) => said.push(text),
    figure: () => undefined,
  });
  assert.ok(isProven, said.join('\n'));
});
