import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partitionOf } from '../../src/cluster/partition.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { until } from '../until.ts';
import { Receiver } from '../webhooks/receiver.ts';
import { TwoServers } from './servers.ts';

const base = '/api/tracker';

test('what happens to pilots of another process is delivered by the first one, also after it was away', async () => {
  await using receiver = await Receiver.open();
  await using two = await TwoServers.open();
  // Ada is a pilot of the second.
  two.holder = (partition) => (partition === partitionOf('1') ? 1 : 0);
  const input = { kind: 'webhook', name: 'Site', url: receiver.url, events: [], options: {} };
  await two.server(0).tracker.operator.addWebhook('test', input);
  const login = { login: 'ada@demo-air.example', password: demoPassword };
  const { json: grant } = await two.ask(0, `${base}/auth`, { body: login });
  const headers = { authorization: `Bearer ${grant.token}` };
  const { json: known } = await two.ask(0, `${base}/bids`, { headers });
  const started = await two.ask(0, `${base}/start`, { headers, body: { bid_id: known.bids[0].id } });
  assert.equal(started.status, 200, started.text);
  await until(() => receiver.types.includes('flight.started'));
  await two.stop(0);
  await two.start(0);
  const cancelled = await two.ask(1, `${base}/cancel`, { headers, body: {} });
  assert.equal(cancelled.status, 200, cancelled.text);
  await until(() => receiver.types.includes('flight.cancelled'));
  assert.deepEqual(receiver.events, ['flight.started', 'flight.cancelled'], 'each once, in order');
});
