// needs: mariadb
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqlModes, startMariadb } from './mariadb.ts';
import { Served } from './phpvms7/served.ts';
import { createCrewCenter, emptyAndSeed, fixtures } from './phpvms7/world.ts';

test('a server that starts for the first time while its database is down: 503 for what needs it, and it recovers by itself', async () => {
  await using server = await startMariadb(sqlModes.strict);
  const crew = await createCrewCenter(server, '7.0.10', 'va_');
  await using _rest = crew.rest;
  try {
    await emptyAndSeed(crew);
    await server.stop();
    await using served = await Served.open(crew);
    const login = () =>
      fetch(`${served.url}/api/tracker/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login: fixtures.first.logins[0], password: fixtures.first.password }),
      });
    const refused = await login();
    assert.equal(refused.status, 503, await refused.text());
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await fetch(`${served.url}/api/tracker/status`)).status, 200);
    await server.start();
    const answered = await login();
    assert.equal(answered.status, 200, await answered.text());
  } finally {
    await crew.tables.close();
  }
});
