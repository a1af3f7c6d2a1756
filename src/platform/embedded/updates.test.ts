import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { dataVersion, migrate } from '../../lib/migrations.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import { offered } from '../../tracking/desk.ts';
import { openEmbedded } from './embedded.ts';
import { embeddedMigrations } from './migrations/migrations.ts';

const logger = { info() {}, warn() {}, error() {} };

/** A crew center's file as version 1.1 left it, opened so that its update waits for the operator. */
async function oldFile() {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-update-'));
  const file = join(directory, 'crew-center.sqlite');
  const database = openSqlite(file);
  await migrate(database, embeddedMigrations.slice(0, 4), { file, what: 'crew center' });
  database.exec("UPDATE tracker_config SET value = 'Old Air' WHERE name = 'va_name'");
  database.close();
  const embedded = await openEmbedded({ file, clock: new ManualClock(0), logger, holdUpdate: true });
  const close = async () => {
    await embedded.close();
    rmSync(directory, { recursive: true });
  };
  return { ...embedded, close };
}

test('an update that waits for the operator keeps clients waiting, and answers the settings', async () => {
  const { platform, updates, crewCenter, close } = await oldFile();
  assert.equal(dataVersion(crewCenter.database), 4);
  assert.equal(updates.steps().filter(({ isApplied }) => !isApplied).length, embeddedMigrations.length - 4);
  assert.equal((await platform.readSettings()).enabled, true);
  await assert.rejects(platform.listBids('1'), { code: 'crew-center-unavailable' });
  await assert.rejects(offered(platform.desk, 'statistics')('1'), { code: 'crew-center-unavailable' });
  const run = await updates.run();
  assert.equal(run.applied[0], '0005-tracker-1-2-0');
  assert.ok(run.backup !== null && existsSync(run.backup));
  assert.deepEqual(await platform.listBids('1'), []);
  assert.equal((await offered(platform.desk, 'statistics')('1')).flights, 0);
  assert.equal(updates.isPending, false);
  const names = crewCenter.all('SELECT name FROM tracker_config').map(({ name }) => name);
  assert.ok(!names.includes('pirep_source_name') && !names.includes('module_version'));
  await close();
});

test('two runs at once are one', async () => {
  const { updates, close } = await oldFile();
  const [one, other] = await Promise.all([updates.run(), updates.run()]);
  assert.equal(one, other);
  await close();
});

test('a step that fails leaves what was before it, says why, and the next run goes on from there', async () => {
  const { updates, crewCenter, close } = await oldFile();
  crewCenter.database.exec('CREATE TABLE tracker_events (in_the_way int)');
  await assert.rejects(updates.run(), /tracker_events/);
  assert.match(updates.problem ?? '', /tracker_events/);
  assert.equal(dataVersion(crewCenter.database), 6);
  assert.equal(crewCenter.get("SELECT 1 FROM pragma_table_info('modules') WHERE name = 'events'"), null);
  crewCenter.database.exec('DROP TABLE tracker_events');
  const run = await updates.run();
  assert.equal(run.from, 6);
  assert.equal(updates.problem, null);
  assert.equal(updates.isPending, false);
  await close();
});
