// needs: web-server
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../temp-folder.ts';
import { startDocumentedNginx } from './documented-nginx.ts';
import { freePort } from './ports.ts';

test('the documented nginx asks clients back in a second when nobody listens, and when nobody answers for four', async () => {
  using folder = tempFolder('scaling-nginx');
  const silent = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const listening = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const closed = `127.0.0.1:${await freePort()}`;
  const nothing = { documentRoot: folder.path, fastcgi: join(folder.path, 'no-php') };
  for (const [server, maxMs] of [
    [closed, 3_500],
    [listening, 7_000],
  ] as const) {
    await using nginx = await startDocumentedNginx([server, server, server], nothing);
    for (const path of ['/api/tracker/position', '/acars/position.php']) {
      const begun = performance.now();
      const answer = await fetch(`${nginx.origin}${path}`, { method: 'POST', body: '{}' });
      assert.equal(answer.status, 503);
      assert.equal(answer.headers.get('retry-after'), '1');
      assert.ok(performance.now() - begun < maxMs, `${performance.now() - begun} ms`);
    }
  }
  silent.close();
});
