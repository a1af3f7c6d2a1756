import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { native } from '../../src/contracts/native/native.ts';
import { until } from '../until.ts';
import { ask } from './ask.ts';
import { serve } from './served.ts';

test('a server that stops closes the connection of a request in progress once it is answered', async () => {
  await using served = await serve(native);
  const { world, port } = served;
  const headers = await served.signIn();
  const { bids } = (await served.ask('/bids', { headers })).json;
  const agent = new Agent({ keepAlive: true });
  world.line.fail('openPirep', 'late', 1);
  const body = { bid_id: bids[0].id };
  const started = ask(port, '/api/tracker/start', { headers, body }, agent);
  await until(() => world.line.asked.get('openPirep') === 1);
  const begun = performance.now();
  const closed = world.server.http.close();
  world.line.heal();
  assert.equal((await started).status, 200);
  await closed;
  // Clients keep such a connection: the server's own patience with it is 75 s.
  assert.ok(performance.now() - begun < 30_000);
  agent.destroy();
});
