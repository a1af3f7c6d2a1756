// alone: it watches what its process reads of the real world
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { mayBeLogged } from '../../prove/simulate/cluster/cluster-process.ts';
import { runClusterSeed } from '../../prove/simulate/cluster/cluster-run.ts';
import { createDoorListener } from '../../src/cluster/door.ts';
import { HttpLine } from '../../src/cluster/http-line.ts';
import { Peer } from '../../src/cluster/peer.ts';
import { Secret } from '../../src/lib/secret.ts';
import { withoutReality } from './guards.ts';

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

test('the failure of a call is judged where it happened, and a call that is unknown there is a bug', async () => {
  const secret = new Secret('of both servers');
  const failures: unknown[] = [];
  const unreadable = new Error('nothing that can be read');
  const methods = { login: () => Promise.reject(unreadable) };
  const listener = createDoorListener({ secret, methods, route: () => undefined, onError: (e) => failures.push(e) });
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const peer = new Peer(new HttpLine({ url: `http://127.0.0.1:${port}`, ca: null }, 5_000), secret);
  try {
    const [known, unknown] = ['login', 'unheard-of'].map((name) =>
      peer.call(name, []).catch((error: unknown) => error),
    );
    assert.equal(mayBeLogged(await known), true);
    assert.deepEqual(failures, [unreadable]);
    assert.equal(mayBeLogged(await unknown), false);
    assert.equal(mayBeLogged(unreadable), false);
  } finally {
    peer.close();
    server.close();
  }
});
