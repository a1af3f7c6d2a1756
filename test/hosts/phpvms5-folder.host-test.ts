// needs: mariadb, php
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { loadConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/lib/log.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { edgeSource, sampleFile } from '../../src/platform/phpvms5/edge-files.ts';
import { openServer } from '../../src/server/app.ts';
import { ManualClock } from '../manual-clock.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { type PhpServer, startPhpServer } from './php.ts';
import { installation, password } from './phpvms5/seed.ts';

const databasePassword = 'canary-of-the-database';
let home: string;
let mariadb: Mariadb;
let php: PhpServer;
let log = '';

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'tracker-folder-'));
  mariadb = await startMariadb(sqlModes.empty);
  await mariadb.createDatabase(
    'crew',
    installation({ release: '5.5.2', prefix: 'phpvms_' }, [{ pilotId: 1, scheduleId: 1 }]),
  );
  const sql = openMysql(mariadb.address('crew'));
  await sql.run(`CREATE USER vms@localhost IDENTIFIED BY '${databasePassword}'`);
  await sql.run('GRANT ALL ON crew.* TO vms@localhost');
  await sql.close();
  const { socketPath } = mariadb.address('crew').server as { socketPath: string };
  await mkdir(join(home, 'site/core'), { recursive: true });
  const values = {
    DBASE_USER: 'vms',
    DBASE_PASS: databasePassword,
    DBASE_NAME: 'crew',
    DBASE_SERVER: `:${socketPath}`,
  };
  const defines = Object.entries(values).map(([name, value]) => `define('${name}', '${value}');`);
  await writeFile(join(home, 'site/core/local.config.php'), `<?php\n${defines.join('\n')}\n`);
  await cp(edgeSource, join(home, 'site/acars'), { recursive: true });
  await cp(join(edgeSource, sampleFile), join(home, 'site/acars/va_config.php'));
  await configure({ TRACKER_SERVER: `'unix:${home}/server.sock'` });
  php = await startPhpServer(join(home, 'site'));
});
after(async () => {
  await php[Symbol.asyncDispose]();
  await mariadb[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

async function configure(constants: Readonly<Record<string, string>>): Promise<void> {
  const path = join(home, 'site/acars/va_config.php');
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => {
    const name = /^define\('(\w+)'/.exec(line)?.[1] ?? '';
    return name in constants ? `define('${name}', ${constants[name]});` : line;
  });
  await writeFile(path, lines.join('\n'));
}

function serve(clock: ManualClock) {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  const config = loadConfig({
    TRACKER_DATA: join(home, 'data'),
    TRACKER_CREW_CENTER: join(home, 'site'),
    TRACKER_LISTEN: `unix:${home}/server.sock`,
    TRACKER_PHP: join(home, 'no-php'),
  });
  return openServer({ config, clock, log: createLogger({ level: 'trace', destination }) });
}

/** Through PHP, as a visitor with these headers (the Host too). */
async function ask(script: string, body: object | null, headers: Readonly<Record<string, string>> = {}) {
  const { hostname, port } = new URL(php.url);
  const sent = { ...(body === null ? {} : { 'content-type': 'application/json' }), ...headers };
  const options = {
    hostname,
    port,
    path: `/acars/${script}.php`,
    method: body === null ? 'GET' : 'POST',
    headers: sent,
  };
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(options, resolve)
      .on('error', reject)
      .end(body === null ? undefined : JSON.stringify(body));
  });
  const said = JSON.parse(await text(answer)) as {
    success: boolean;
    token?: string;
    error?: { code: string; message: string };
  };
  const { code = null, message = '' } = said.error ?? {};
  return { status: answer.statusCode, code, message, token: said.token ?? null };
}

const elsewhere = { host: 'va.test', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };

test('https is asked for by what the folder reports, and a forwarding header counts only where the owner says so', async () => {
  await configure({ TRACKER_TRUST_PROXY_HEADERS: 'false' });
  {
    const clock = new ManualClock(Date.now());
    await using _server = await serve(clock);
    assert.equal((await ask('status', null)).status, 200, 'a visitor on this machine');
    assert.equal((await ask('status', null, { host: 'va.test' })).code, 'https-required');
    assert.equal((await ask('status', null, elsewhere)).code, 'https-required', 'forged');
    await configure({ TRACKER_TRUST_PROXY_HEADERS: 'false', TRACKER_REQUIRE_HTTPS: 'false' });
    const until = Date.now() + 20_000;
    while ((await ask('status', null, { host: 'va.test' })).status !== 200 && Date.now() < until)
      await clock.advance(1_000);
    assert.equal((await ask('status', null, { host: 'va.test' })).status, 200, 'in force without a restart');
  }
  await configure({ TRACKER_TRUST_PROXY_HEADERS: 'true', TRACKER_REQUIRE_HTTPS: 'true' });
  await using _server = await serve(new ManualClock(Date.now()));
  assert.equal((await ask('status', null, elsewhere)).status, 200);
  assert.equal((await ask('status', null, { ...elsewhere, 'x-forwarded-proto': 'http' })).code, 'https-required');
});

test('what va_config.php says about https is in force without a restart, and is named to who is refused', async () => {
  await configure({ TRACKER_TRUST_PROXY_HEADERS: 'false', TRACKER_REQUIRE_HTTPS: 'true' });
  const clock = new ManualClock(Date.now());
  await using _server = await serve(clock);
  const asked = () => ask('status', null, { host: 'va.test' });
  assert.match((await asked()).message, /TRACKER_REQUIRE_HTTPS in acars\/va_config\.php/);
  await configure({ TRACKER_REQUIRE_HTTPS: 'false' });
  for (let tried = 0; tried < 50 && (await asked()).status !== 200; tried++) await clock.advance(5_000);
  assert.equal((await asked()).status, 200);
});

test('wrong logins are throttled by the visitor’s own address, whatever it claims, and after a restart', async () => {
  await configure({ TRACKER_TRUST_PROXY_HEADERS: 'false', TRACKER_REQUIRE_HTTPS: 'false' });
  const clock = new ManualClock(Date.now());
  const wrong = (attempt: number) =>
    ask(
      'login',
      { login: 'TVA0001', password: `canary-${attempt}` },
      { 'x-forwarded-for': `203.0.113.${attempt}`, 'x-real-ip': `203.0.113.${attempt}` },
    );
  {
    await using _server = await serve(clock);
    for (let attempt = 1; attempt <= 10; attempt++)
      assert.equal((await wrong(attempt)).code, 'wrong-login', `${attempt}`);
    assert.equal((await wrong(11)).code, 'login-throttled');
  }
  await using _server = await serve(clock);
  assert.equal(
    (await ask('login', { login: 'TVA0001', password })).code,
    'login-throttled',
    'also with the right password',
  );
  await clock.advance(16 * 60_000);
  assert.equal((await ask('login', { login: 'TVA0001', password })).status, 200);
});

test('a folder that was replaced ends all sessions within a minute', async () => {
  const clock = new ManualClock(Date.now() + 3_600_000);
  await using _server = await serve(clock);
  const { token } = await ask('login', { login: 'TVA0001', password });
  const bid = () => ask('get_bid', {}, { 'x-tracker-token': token ?? '' });
  assert.equal((await bid()).status, 200);
  const script = join(home, 'site/acars/login.php');
  await utimes(script, new Date(), new Date(Date.now() + 60_000));
  await clock.advance(61_000);
  // Its files are being read meanwhile.
  for (let asked = 0; asked < 200 && (await bid()).status === 200; asked++);
  assert.deepEqual([(await bid()).status, (await bid()).code], [401, 'no-session']);
});

test('no password and no token is in a log of ours or of PHP', () => {
  for (const output of [log, php.output()]) assert.doesNotMatch(output, /canary|correct horse/);
  assert.match(log, /ready|crew center opened/);
});
