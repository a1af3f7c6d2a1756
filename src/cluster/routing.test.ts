import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { partitionOf } from '../journal/partition.ts';
import type { Pilot } from '../tracking/model.ts';
import type { Members } from './members.ts';
import type { Peer } from './peer.ts';
import { Routing } from './routing.ts';

const ada = { id: '1' } as Pilot;
const place = { call: async () => null } as unknown as Peer;

/** A server that asks its crew center whose a key is; another one holds Ada's partition. */
function asking() {
  const clock = new ManualClock(0);
  const state = { pilot: null as Pilot | null, asked: 0 };
  const members: Members = {
    holderOf: (partition) => (partition === partitionOf(ada.id) ? place : 'here'),
    isWhole: () => true,
    peers: () => [place],
  };
  const authenticateKey = async () => {
    state.asked += 1;
    return state.pilot;
  };
  const routing = new Routing({
    members,
    calls: { isSignedIn: () => false },
    platform: { authenticateKey, findPilotId: async () => null },
    clock,
  });
  return { clock, state, ofKey: async () => routing.ofKey('key') };
}

test('a key that was nobody’s is asked for again after five seconds', async () => {
  const { clock, state, ofKey } = asking();
  assert.equal(await ofKey(), null);
  state.pilot = ada;
  await clock.advance(4_999);
  assert.deepEqual([await ofKey(), state.asked], [null, 1]);
  await clock.advance(2);
  assert.deepEqual([await ofKey(), state.asked], [place, 2]);
});

test('whose a key is is not asked again for a minute', async () => {
  const { clock, state, ofKey } = asking();
  state.pilot = ada;
  for (const [ms, asked] of [
    [0, 1],
    [59_999, 1],
    [2, 2],
  ] as const) {
    await clock.advance(ms);
    assert.deepEqual([await ofKey(), state.asked], [place, asked]);
  }
});
