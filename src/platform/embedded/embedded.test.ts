import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { systemClock } from '../../lib/clock.ts';
import { migrate, NewerDataError } from '../../lib/migrations.ts';
import { Secret } from '../../lib/secret.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { seedDemo } from './demo.ts';
import { openEmbedded } from './embedded.ts';
import { embeddedMigrations } from './migrations/migrations.ts';

const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
after(() => rmSync(folder, { recursive: true }));
const silent = { info() {}, warn() {}, error() {} };
const open = (name: string, busyTimeoutMs = 20) =>
  openEmbedded({ file: join(folder, name), clock: systemClock, logger: silent, passwordCost: 4, busyTimeoutMs });

test('a new crew center knows the airports of the recorded flight', async () => {
  const { platform, close } = await open('airports');
  const airports = await Promise.all(['LSZH', 'mmun'].map((icao) => platform.findAirport({ icao })));
  assert.deepEqual(
    airports.map((airport) => airport?.icao),
    ['LSZH', 'MMUN'],
  );
  assert.ok(Math.abs((airports[0]?.lat ?? 0) - 47.46) < 0.05 && Math.abs((airports[1]?.lon ?? 0) + 86.87) < 0.05);
  await close();
});

test('the update to 1.2.0 takes out the two rows that are settings no more, and keeps a copy', async () => {
  const file = join(folder, 'update');
  const old = openSqlite(file);
  await migrate(old, embeddedMigrations.slice(0, 4), { file, what: 'crew center' });
  assert.equal(old.prepare('SELECT count(*) AS n FROM tracker_config').get()?.n, 2, 'version 1.1 had the two rows');
  old.exec(`INSERT INTO tracker_config (name, value) VALUES ('va_name', 'Old VA')`);
  old.close();
  const second = await open('update');
  const names = second.crewCenter.all('SELECT name FROM tracker_config').map((row) => row.name);
  assert.deepEqual(names, ['va_name']);
  assert.ok(second.migrations.applied.includes('0005-tracker-1-2-0'));
  assert.ok(second.migrations.backup !== null && existsSync(second.migrations.backup));
  assert.equal((await second.platform.readSettings()).name, 'Old VA');
  await second.close();
});

test('an ident signs in although the code of an earlier airline occurs in it, and as it is shown', async () => {
  const { platform, crewCenter, close } = await open('idents');
  await seedDemo(crewCenter);
  crewCenter.database.exec(`UPDATE airlines SET icao = 'AF', iata = NULL WHERE id = 1;
    INSERT INTO airlines (id, icao, iata, name, active) VALUES (40, 'AFR', 'AF', 'Air', 1);
    UPDATE users SET airline_id = 40 WHERE id = 2;`);
  for (const [login, id] of [
    ['AFR0002', '2'],
    ['AF2', '2'],
    ['AF0001', '1'],
    ['AFR0001', null],
    ['2', '2'],
  ] as const)
    assert.equal(await platform.findPilotId(login), id, login);
  crewCenter.database.exec(`UPDATE settings SET value = 'AVA' WHERE "key" = 'pilots.id_code'`);
  assert.equal(await platform.findPilotId('AVA0002'), '2');
  await close();
});

test('a file of a newer program is refused', async () => {
  const { crewCenter, close } = await open('newer');
  crewCenter.database.exec('PRAGMA user_version = 4711');
  await close();
  await assert.rejects(open('newer'), NewerDataError);
});

test('a change made by another process is seen; while it writes, ours is refused as unavailable and succeeds later', async () => {
  const { platform, crewCenter, close } = await open('shared');
  await seedDemo(crewCenter);
  const other = openSqlite(join(folder, 'shared'));
  other.exec(`INSERT INTO tracker_config (name, value) VALUES ('bids_required', 'false')`);
  assert.equal((await platform.readSettings()).bidsRequired, false);
  const [bid] = await platform.listBids('1');
  assert.ok(bid !== undefined);
  const { plan } = bid;
  const flight = { id: 'F', pirepId: 'P', pilotId: '1', bidId: bid.id, plan, aircraft: plan.aircraft, startedAt: 0 };
  other.exec('BEGIN IMMEDIATE');
  await assert.rejects(platform.openPirep(flight), (error) => isRefusal(error, 'crew-center-unavailable'));
  other.exec('ROLLBACK');
  assert.equal((await platform.openPirep(flight)).pirepId, 'P');
  other.close();
  await close();
});

test('a login that nobody has takes as long as one with a wrong password', async () => {
  const { platform, crewCenter, close } = await open('timing');
  await seedDemo(crewCenter);
  // Counted, not timed: each refusal has the hash of the same cost checked.
  const costs: string[] = [];
  const { bcrypt } = crewCenter;
  const verify = bcrypt.verify.bind(bcrypt);
  Object.assign(bcrypt, {
    verify(password: Secret, hash: string) {
      costs.push(hash.slice(0, 7));
      return verify(password, hash);
    },
  });
  for (const login of ['ada@demo-air.example', 'nobody@demo-air.example', 'DMO0001', 'DMO9999', 'x', ''])
    assert.equal(await platform.authenticate(login, new Secret('wrong')), null);
  assert.deepEqual(
    costs,
    Array.from({ length: 6 }, () => '$2y$04$'),
  );
  await close();
});

test('a stored setting that may not be is its default', async () => {
  const { platform, crewCenter, close } = await open('settings');
  crewCenter.database.exec(
    `INSERT INTO tracker_config (name, value) VALUES ('session_token_ttl', '1'), ('logo_url', 'javascript:alert(1)'), ('va_name', NULL)`,
  );
  const settings = await platform.readSettings();
  assert.deepEqual([settings.sessionTtlMin, settings.logoUrl, settings.name], [1440, null, 'Crew Center']);
  await close();
});
