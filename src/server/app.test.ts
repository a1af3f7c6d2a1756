import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ConfigError, loadConfig } from '../config/config.ts';
import { openServer } from './app.ts';

const folder = mkdtempSync(join(tmpdir(), 'tracker-app-'));
after(() => rmSync(folder, { recursive: true }));
const data = join(folder, 'data');
const wrong = join(folder, 'wrong.pem');
writeFileSync(wrong, 'no certificate');

const taken = createServer().listen(0, '127.0.0.1');
await once(taken, 'listening');
after(() => taken.close());
const address = taken.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;

const cases: readonly (readonly [what: string, settings: Record<string, string>, message: RegExp])[] = [
  ['a port that is taken', { TRACKER_LISTEN: `127.0.0.1:${port}` }, /--listen.*EADDRINUSE.*:\d+/],
  ['a socket where there is no folder', { TRACKER_LISTEN: `unix:${folder}/none/socket` }, /--listen/],
  [
    'a certificate that is not there',
    { TRACKER_TLS_CERT: '/none', TRACKER_TLS_KEY: '/none' },
    /TRACKER_TLS_CERT.*none/,
  ],
  ['a certificate that is none', { TRACKER_TLS_CERT: wrong, TRACKER_TLS_KEY: wrong }, /TRACKER_TLS_CERT/],
  ['a socket of systemd that was not passed', { TRACKER_LISTEN: 'systemd' }, /systemd passed no socket: start/],
  ['a path too long for a socket', { TRACKER_DATA: join(folder, 'x'.repeat(120)) }, /107 bytes/],
];

for (const [what, settings, message] of cases) {
  test(`${what} is said in words, and everything is closed again`, async () => {
    const config = loadConfig({ TRACKER_DATA: data, TRACKER_LOG_LEVEL: 'silent', ...settings });
    await assert.rejects(openServer({ config }), (error) => {
      assert.ok(error instanceof ConfigError, String(error));
      assert.match(error.message, message);
      return true;
    });
    await using server = await openServer({
      config: loadConfig({ TRACKER_DATA: data, TRACKER_LOG_LEVEL: 'silent', TRACKER_LISTEN: '127.0.0.1:0' }),
    });
    assert.match(server.url, /^http:/);
  });
}
