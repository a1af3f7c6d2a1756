import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partitionOf } from '../../src/journal/partition.ts';
import { isRefusal } from '../../src/tracking/refusals.ts';
import { TwoServers } from './servers.ts';

test('while a partition is nobody’s, no session of before the move, flight or pilot is said to be unknown', async () => {
  await using two = await TwoServers.open();
  const headers = { authorization: `Bearer ${'b'.repeat(43)}` };
  const { holder } = two;
  two.holder = (partition) => (partition === partitionOf('1') ? null : 0);
  for (const server of [0, 1]) {
    const answer = await two.ask(server, '/api/tracker/flight', { headers });
    assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '1'], `server ${server}`);
    const { journal, tracking } = two.server(server).tracker;
    await assert.rejects(journal.readFlight({ flightId: 'none' }), (error) => isRefusal(error, 'shutting-down'));
    await assert.rejects(journal.findPilot('none'), (error) => isRefusal(error, 'shutting-down'));
    await assert.rejects(tracking.calls.resume('a'.repeat(43)), (error) => isRefusal(error, 'shutting-down'));
    await assert.rejects(tracking.operator.exportPilot('none'), (error) => isRefusal(error, 'shutting-down'));
  }
  two.holder = holder;
  for (const server of [0, 1]) {
    assert.equal((await two.ask(server, '/api/tracker/flight', { headers })).status, 401);
    assert.equal(await two.server(server).tracker.journal.readFlight({ flightId: 'none' }), null);
  }
});

test('what a server takes over is not said to be unknown by one that has not heard of it', async () => {
  await using two = await TwoServers.open();
  const { journal, tracking } = two.server(0).tracker;
  two.holder = (partition, knownBy) => (knownBy === 1 && partition === partitionOf('1') ? null : 0);
  await assert.rejects(journal.readFlight({ flightId: 'none' }), (error) => isRefusal(error, 'shutting-down'));
  await assert.rejects(journal.findPilot('none'), (error) => isRefusal(error, 'shutting-down'));
  await assert.rejects(tracking.calls.resume('a'.repeat(43)), (error) => isRefusal(error, 'shutting-down'));
});

test('what changes hands while all are asked is not said to be unknown', async () => {
  await using two = await TwoServers.open();
  const { journal } = two.server(0).tracker;
  const asked = [journal.readFlight({ flightId: 'none' }), journal.findPilot('none')];
  two.holder = () => 0;
  for (const each of asked) await assert.rejects(each, (error) => isRefusal(error, 'shutting-down'));
});
