import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World } from '../../test/world.ts';
import type { Edge } from './crew-center.ts';
import { type WatchNeeds, watchEdge } from './edge.ts';

const log = { info() {}, error() {} };

/** Those who are signed in after the server has looked at the edge's files once. */
async function signedInAfter(world: World, fingerprint: string, journal: WatchNeeds['journal'] = world.journal) {
  const edge: Pick<Edge, 'readFingerprint'> = { readFingerprint: async () => fingerprint };
  const { clock, tracking } = world;
  const operator = { ...tracking.operator } as unknown as WatchNeeds['operator'];
  await using _watch = await watchEdge(edge, { clock, log, journal, operator });
  return (await operator.listSessions()).length;
}

test('an edge that is replaced ends all sessions, once; the first one that is seen ends none', async () => {
  await using world = await World.open();
  await world.signIn();
  assert.equal(await signedInAfter(world, 'one'), 1);
  assert.equal(await signedInAfter(world, 'one'), 1);
  assert.equal(await signedInAfter(world, 'two'), 0);
  await world.signIn();
  assert.equal(await signedInAfter(world, 'two'), 1);
});

test('a crash while a replaced edge is noted leaves nobody signed in', async () => {
  await using world = await World.open();
  await world.signIn();
  await signedInAfter(world, 'one');
  const crashing = {
    readNote: (name: string) => world.journal.readNote(name),
    saveNote: () => Promise.reject(new Error('crashed')),
  };
  await signedInAfter(world, 'two', crashing);
  await world.restart();
  assert.equal((await world.tracking.operator.listSessions()).length, 0);
});
