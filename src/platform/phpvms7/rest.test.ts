import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Secret } from '../../lib/secret.ts';
import { Rest } from './rest.ts';

test('a call whose new connection breaks off is lost, and not sent again: PHP may have carried it out', async (t) => {
  let count = 0;
  const server = createServer((request) => {
    count += 1;
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const rest = new Rest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, null);
  t.after(() => {
    rest.close();
    server.close();
  });
  const call = { method: 'POST', path: 'pireps/prefile', key: new Secret('k'), body: {}, lane: 'urgent' } as const;
  for (const isDelicate of [true, false]) {
    count = 0;
    assert.deepEqual(await rest.call({ ...call, timeoutMs: 5_000, isDelicate }), {
      kind: 'lost',
      reason: 'ECONNRESET',
    });
    assert.equal(count, 1);
  }
});
