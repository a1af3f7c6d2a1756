import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectTracker } from '../../client/client.ts';
import { loadConfig } from '../../config/config.ts';
import { openServer } from '../../server/app.ts';
import { prepareFive } from './five.ts';

test('an embedded version 5 is served with random passwords of its pilots', async () => {
  const data = mkdtempSync(join(tmpdir(), 'cli-five-'));
  try {
    const file = (await prepareFive(data)) ?? '';
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(await prepareFive(data), null, 'once');
    const env = { TRACKER_LISTEN: '127.0.0.1:0', TRACKER_LOG_LEVEL: 'silent', TRACKER_EMBEDDED_VERSION: '5' };
    await using server = await openServer({ config: loadConfig(env, { data }), replace: { passwordCost: 4 } });
    const client = await connectTracker(server.url);
    const [login = '', password = ''] = readFileSync(file, 'utf8').split(/\s/);
    await assert.rejects(client.login({ login, password: 'demo-pilot' }), { code: 'wrong-login' });
    assert.equal((await client.login({ login, password })).ident, 'DMO0001');
  } finally {
    rmSync(data, { recursive: true });
  }
});
