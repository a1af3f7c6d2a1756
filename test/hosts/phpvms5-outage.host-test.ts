// needs: mariadb
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/lib/log.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { openServer, type Server } from '../../src/server/app.ts';
import { ManualClock } from '../manual-clock.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { installation, password } from './phpvms5/seed.ts';

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: { readonly [name: string]: unknown };
}

for (const how of ['by its socket', 'as localhost'] as const) {
  test(`a server that starts while its database (named ${how}) is down: 503 for what needs it, and it recovers by itself`, async () => {
    await withCrewCenter(async (mariadb, folder) => {
      await mariadb.stop();
      const clock = new ManualClock(Date.now());
      await using server = await serve(mariadb, folder, clock, how);
      const login = () => post(server, 'login', null, { login: 'TVA0001', password });
      for (let times = 0; times < 2; times++) {
        const refused = await login();
        assert.deepEqual([refused.status, refused.body.success], [503, false]);
        assert.ok(Number(refused.retryAfter) > 0, String(refused.retryAfter));
      }
      assert.equal((await fetch(`${server.url}/acars/status.php`)).status, 200);
      await mariadb.start();
      const answered = await login();
      assert.equal(answered.status, 200, JSON.stringify(answered.body));
      const token = String(answered.body.token);
      assert.equal((await post(server, 'position', token, { bid_id: '1', seq: 1, lat: 40, lon: -73 })).status, 200);
    });
  });
}

test('the database is gone for a minute in mid-flight: nothing is lost, and the flight is filed once', () =>
  withCrewCenter(fly));

async function withCrewCenter(work: (mariadb: Mariadb, folder: string) => Promise<void>): Promise<void> {
  await using mariadb = await startMariadb(sqlModes.empty);
  await mariadb.createDatabase(
    'crew',
    installation({ release: '5.5.2', prefix: 'phpvms_' }, [{ pilotId: 1, scheduleId: 1 }]),
  );
  const folder = await mkdtemp(join(tmpdir(), 'tracker-crew-'));
  try {
    await work(mariadb, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function fly(mariadb: Mariadb, folder: string): Promise<void> {
  const clock = new ManualClock(Date.now());
  await using server = await serve(mariadb, folder, clock);
  const { token } = (await post(server, 'login', null, { login: 'TVA0001', password })).body as { token: string };
  const position = (seq: number) =>
    post(server, 'position', token, { bid_id: '1', seq, lat: 40.6 + seq / 100, lon: -73, on_ground: seq < 2, gs: 100 });
  assert.equal((await position(1)).status, 200);

  await mariadb.stop();
  for (let seq = 2; seq <= 10; seq++) {
    assert.equal((await position(seq)).status, 200, 'acknowledged all the same');
    await clock.advance(6_000);
  }
  const figures = { bid_id: '1', flight_time: 67, distance: 162, load: 165, log: 'a\nb' };
  const asked = post(server, 'submit_log', token, figures);
  const accepted = await moving(clock, asked);
  assert.deepEqual([accepted.status, accepted.body.state], [202, 'filing']);

  await mariadb.start();
  const filed = await moving(
    clock,
    until(async () => {
      const answer = await post(server, 'submit_log', token, figures);
      return answer.status === 202 ? null : answer;
    }),
  );
  assert.deepEqual([filed.status, filed.body.success], [200, true]);
  const sql = openMysql(mariadb.address('crew'));
  const pireps = await sql.rows('SELECT flighttime, accepted FROM phpvms_pireps');
  assert.deepEqual(
    pireps.map((row) => ({ ...row })),
    [{ flighttime: '1.07', accepted: 0 }],
  );
  assert.deepEqual(await sql.rows('SELECT * FROM phpvms_bids'), []);
  assert.deepEqual(await sql.rows('SELECT * FROM phpvms_acarsdata'), []);
  await sql.close();
  const { positions } = filed.body.receipt as { readonly positions: number };
  assert.equal(positions, 10, 'every position that was acknowledged is in the PIREP');
}

async function serve(
  mariadb: Mariadb,
  folder: string,
  clock: ManualClock,
  how: 'by its socket' | 'as localhost' = 'by its socket',
): Promise<Server> {
  const { socketPath } = mariadb.address('crew').server as { socketPath: string };
  await mkdir(join(folder, 'site/core'), { recursive: true });
  const lines = {
    DBASE_USER: 'root',
    DBASE_PASS: '',
    DBASE_NAME: 'crew',
    DBASE_SERVER: how === 'as localhost' ? 'localhost' : `:${socketPath}`,
    TABLE_PREFIX: 'phpvms_',
  };
  const defines = Object.entries(lines).map(([name, value]) => `define('${name}', '${value}');`);
  await writeFile(join(folder, 'site/core/local.config.php'), `<?php\n${defines.join('\n')}\n`);
  // For PHP `localhost` is the socket that its own configuration names.
  const php = join(folder, 'php');
  await writeFile(php, `#!/bin/sh\necho ${socketPath}\n`, { mode: 0o755 });
  const config = loadConfig({
    TRACKER_DATA: join(folder, 'data'),
    TRACKER_CREW_CENTER: join(folder, 'site'),
    TRACKER_LISTEN: '127.0.0.1:0',
    TRACKER_PHP: how === 'as localhost' ? php : join(folder, 'no-php'),
  });
  return openServer({ config, clock, log: createLogger({ level: 'silent' }) });
}

async function post(server: Server, script: string, token: string | null, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token === null ? {} : { 'x-tracker-token': token }) };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${server.url}/acars/${script}.php`, init);
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter, body: (await response.json()) as Answer['body'] };
}

/** Lets the server's clock run while it works. */
async function moving<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return done;
}

async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
  }
}
