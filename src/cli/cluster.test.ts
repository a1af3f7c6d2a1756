import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClusterStatus } from '../server/cluster/status.ts';
import { describeCluster } from './cluster.ts';

const server = {
  id: 'one',
  address: 'http://127.0.0.1:1',
  version: '0.1.0',
  isLeaving: false,
  unheard: [],
  held: 64,
  silentMs: 1_500,
  flights: 2,
  isHere: true,
};
const status = { servers: [server], partitions: [], readMs: 3, clockAheadMs: null };

test('what a server of an older release does not say is unknown', () => {
  const { silentMs: _, flights: __, held: ___, ...older } = server;
  const { readMs: ____, clockAheadMs: _____, ...rest } = status;
  const text = describeCluster({ ...rest, servers: [older] } as unknown as ClusterStatus, null);
  assert.match(text, /unknown/);
  assert.doesNotMatch(text, /NaN|undefined/);
  assert.match(describeCluster(status, null), /1\.5 s ago.*answered in 3 ms\./s);
});

test('a server that another one does not hear is named', () => {
  const servers = [
    { ...server, unheard: ['two'] },
    { ...server, id: 'two', isHere: false },
  ];
  assert.match(describeCluster({ ...status, servers }, null), /^two .*not reached by others$/m);
});
