// needs: mariadb, php
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { openSiteProfile } from '../../src/platform/open-profile.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { findPhp } from './php.ts';
import { installation } from './phpvms5/seed.ts';
import { StandIn } from './phpvms5/stand-in.ts';
import { schema } from './phpvms7/schema.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-check-database-'));
after(() => rmSync(home, { recursive: true }));

function makeFolder(name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name, path)), { recursive: true });
    writeFileSync(join(home, name, path), text);
  }
  return join(home, name);
}

const constants = (values: Readonly<Record<string, string>>) =>
  `<?php\n${Object.entries(values)
    .map(([name, value]) => `define('${name}', '${value}');`)
    .join('\n')}\n`;

/** What is found, by name, with its evidence where that counts. */
async function inspect(
  folder: string,
  server: Mariadb,
  database: string,
  suspendAfterMin = 30,
): Promise<readonly string[]> {
  const { server: place } = server.address(database);
  const databaseServer = 'socketPath' in place ? `unix:${place.socketPath}` : null;
  const found = await openSiteProfile(folder).inspectHost({
    databaseServer,
    php: findPhp(),
    reportIntervalS: 60,
    suspendAfterMin,
    abandonAfterH: 72,
  });
  const counts = [
    ...['airports-missing', 'database-rights', 'live-time-short', 'live-time-below-suspension'],
    ...['module-migrations-pending', 'ways-of-calls', 'rank-accepts-first', 'rejected-deleted'],
  ];
  return found.map(({ name, evidence }) => (counts.includes(name) ? `${name}: ${evidence}` : name)).sort();
}

const bySql = 'ways-of-calls: newest bid: prepared SQL; booking: prepared SQL; filing: prepared SQL';

test('a phpVMS 5: airports of bids, live time, rights, functions, tables', async () => {
  await using server = await startMariadb(sqlModes.strict);
  await server.createDatabase('crew', installation({ release: '5.5.2', prefix: 'phpvms_' }));
  const login = {
    DBASE_USER: 'root',
    DBASE_PASS: '',
    DBASE_NAME: 'crew',
    DBASE_SERVER: 'localhost',
    TABLE_PREFIX: 'phpvms_',
  };
  const folder = makeFolder('five', { 'core/local.config.php': constants(login) });
  // The functions of the platform are not called on a strict server.
  assert.deepEqual(await inspect(folder, server, 'crew'), ['functions-not-used', bySql]);
  const sql = openMysql(server.address('crew'));
  try {
    await sql.run(
      "INSERT IGNORE INTO phpvms_schedules (id, code, flightnum, depicao, arricao, route, route_details, aircraft, flightlevel, distance, deptime, arrtime, flighttime, notes) VALUES (901, 'TVA', '901', 'ZZZA', 'ZZZB', '', '', '1', '', 100, '', '', 1, '')",
    );
    await sql.run("INSERT IGNORE INTO phpvms_bids (pilotid, routeid, dateadded) VALUES (1, 901, '2026-01-01')");
    makeFolder('five', { 'core/app.config.php': "<?php\nConfig::Set('ACARS_LIVE_TIME', 1);\n" });
    assert.deepEqual(await inspect(folder, server, 'crew'), [
      'airports-missing: ZZZA, ZZZB',
      'functions-not-used',
      'live-time-short: ACARS_LIVE_TIME is 1 min; reports come up to 60 s apart',
      bySql,
    ]);
    await sql.run("CREATE USER 'reader'@'localhost' IDENTIFIED BY 'a password'");
    await sql.run("GRANT SELECT ON crew.* TO 'reader'@'localhost'");
    const reader = { ...login, DBASE_USER: 'reader', DBASE_PASS: 'a password' };
    makeFolder('five', { 'core/local.config.php': constants(reader) });
    const found = await inspect(folder, server, 'crew');
    assert.ok(found.includes('database-rights: not granted: INSERT, UPDATE, DELETE'), found.join());
    // What an account may is granted to its name from any machine; SHOW GRANTS prints what is granted to it here.
    await sql.run(
      "CREATE USER 'writer'@'localhost' IDENTIFIED BY 'a password', 'writer'@'%' IDENTIFIED BY 'a password'",
    );
    await sql.run("GRANT SELECT, INSERT, UPDATE ON crew.* TO 'writer'@'%'");
    makeFolder('five', { 'core/local.config.php': constants({ ...reader, DBASE_USER: 'writer' }) });
    const without = await inspect(folder, server, 'crew');
    assert.ok(without.includes('database-rights: not granted: DELETE'), without.join());
    await sql.run("GRANT DELETE ON crew.* TO 'writer'@'%'");
    const granted = await inspect(folder, server, 'crew');
    assert.ok(!granted.some((each) => each.startsWith('database-rights')), granted.join());
    const [left] = await sql.rows('SELECT COUNT(*) AS bids FROM phpvms_bids');
    assert.equal(Number(left?.bids), 1, 'nothing is changed to find out');
    makeFolder('five', { 'core/local.config.php': constants({ ...login, DBASE_NAME: 'mysql' }) });
    assert.deepEqual(await inspect(folder, server, 'mysql'), ['database-tables']);
    makeFolder('five', { 'core/local.config.php': constants({ ...reader, DBASE_PASS: 'wrong' }) });
    assert.deepEqual(await inspect(folder, server, 'crew'), ['database-unreachable']);
  } finally {
    await sql.close();
  }
});

const byRest =
  'ways-of-calls: bids are read by prepared SQL; booking and filing go through the REST API with the pilot’s key';

test('a phpVMS 7: migrations of the module, airports of bids, live time', async () => {
  await using server = await startMariadb(sqlModes.strict);
  await server.createDatabase('crew', schema('7.0.10', 'va_'));
  const env = {
    APP_URL: 'http://127.0.0.1:1',
    APP_KEY: 'x',
    DB_DATABASE: 'crew',
    DB_USERNAME: 'root',
    DB_PREFIX: 'va_',
  };
  const text = Object.entries(env).map(([name, value]) => `${name}="${value}"\n`);
  const folder = makeFolder('seven', { '.env': text.join(''), artisan: '' });
  const sql = openMysql(server.address('crew'));
  try {
    assert.deepEqual(await inspect(folder, server, 'crew'), [byRest]);
    await sql.run(
      "INSERT INTO va_settings (id, `key`, name, value) VALUES ('rejected', 'pireps.delete_rejected_hours', 'Hours', '12')",
    );
    await sql.run("INSERT INTO va_ranks (id, name, auto_approve_acars) VALUES (1, 'New', 0), (2, 'Senior', 1)");
    assert.deepEqual(await inspect(folder, server, 'crew'), [
      'rank-accepts-first: Senior',
      'rejected-deleted: pireps.delete_rejected_hours is 12 h',
      byRest,
    ]);
    await sql.run('DELETE FROM va_ranks');
    await sql.run("UPDATE va_settings SET value = '0' WHERE id = 'rejected'");
    assert.deepEqual(await inspect(folder, server, 'crew', 717), [byRest], 'the standard is 12 hours');
    assert.deepEqual(await inspect(folder, server, 'crew', 718), [
      'live-time-below-suspension: acars.live_time is 12 h, TRACKER_SUSPEND_AFTER is 718 min',
      byRest,
    ]);
    await sql.run(
      "INSERT IGNORE INTO va_settings (id, `key`, value) VALUES ('acars_live_time', 'acars.live_time', '0')",
    );
    assert.deepEqual(await inspect(folder, server, 'crew'), ['live-time-endless', byRest]);
    await sql.run(
      'CREATE TABLE IF NOT EXISTS va_modules (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(64), enabled TINYINT)',
    );
    await sql.run(
      'CREATE TABLE IF NOT EXISTS va_migrations (id INT AUTO_INCREMENT PRIMARY KEY, migration VARCHAR(255), batch INT)',
    );
    await sql.run("INSERT IGNORE INTO va_modules (name, enabled) VALUES ('Tracker', 1)");
    await sql.run(
      "INSERT IGNORE INTO va_migrations (migration, batch) VALUES ('2025_01_10_100000_tracker_create_config', 1)",
    );
    assert.deepEqual(await inspect(folder, server, 'crew'), [
      'live-time-endless',
      'module-migrations-pending: 2025_06_20_100000_tracker_drop_constants',
      byRest,
    ]);
  } finally {
    await sql.close();
  }
});

test('which functions of a phpVMS 5 the server calls, also where this is root and the site is somebody else’s', async () => {
  await using server = await startMariadb(sqlModes.empty);
  await using standIn = await StandIn.make(server);
  const cases: readonly (readonly [kind: string, found: readonly string[]])[] = [
    [
      'noisy',
      [
        'ways-of-calls: newest bid: SchedulesData::getLatestBid; booking: SchedulesData::addBid; filing: ACARSData::FilePIREP',
      ],
    ],
    [
      'dying',
      [
        'functions-not-used',
        'ways-of-calls: newest bid: prepared SQL; booking: SchedulesData::addBid; filing: ACARSData::FilePIREP',
      ],
    ],
  ];
  for (const [kind, found] of cases) {
    await (await standIn.open(kind, [])).close();
    const values = { DBASE_USER: 'root', DBASE_PASS: '', DBASE_NAME: 'crew', DBASE_SERVER: 'localhost' };
    writeFileSync(join(standIn.folder, 'core/local.config.php'), constants({ ...values, TABLE_PREFIX: 'phpvms_' }));
    assert.deepEqual(await inspect(standIn.folder, server, 'crew'), found, kind);
  }
});
