import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { runClosedLoad } from '../../bench/closed-load.ts';
import { settings } from '../../src/config/settings.ts';

it('lets no flight of a closed load report more often than a server allows its session', async (t) => {
  const received = new Map<string, number>();
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    received.set(authorization, (received.get(authorization) ?? 0) + 1);
    request.resume().once('end', () => response.end());
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const load = { kind: 'closed', port, path: '/api/tracker/position', connections: 1, warmUpMs: 100 } as const;
  const flights = ['one', 'other'].map((token) => ({ token, seq: 0 }));
  const begun = performance.now();
  const { failed, answered } = await runClosedLoad({ ...load, measureMs: 400 }, flights);
  const most = 1 + Math.ceil((Number(settings.requestsPerSecond.default) * (performance.now() - begun)) / 1_000);
  assert.equal(failed, 0);
  assert.ok(answered > 0);
  assert.deepEqual([...received.keys()].sort(), ['Bearer one', 'Bearer other']);
  for (const count of received.values()) assert.ok(count <= most, `${count} reports, at most ${most}`);
});
