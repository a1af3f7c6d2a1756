import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadConfig } from '../src/config/config.ts';
import { Secret } from '../src/lib/secret.ts';
import { openSqlite } from '../src/lib/sqlite.ts';
import { demoPassword, seedDemo } from '../src/platform/embedded/demo.ts';
import type { Embedded } from '../src/platform/embedded/embedded.ts';
import { moduleDatabaseFile } from '../src/platform/embedded/modules/module-data.ts';
import { enableModule, listModules } from '../src/platform/embedded/modules/module-table.ts';
import { openTracker, type Tracker } from '../src/server/tracker.ts';
import { isRefusal } from '../src/tracking/refusals.ts';

function newDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-backup-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

const open = (directory: string, version = '7') =>
  openTracker({
    config: loadConfig({
      TRACKER_DATA: directory,
      TRACKER_LOG_LEVEL: 'silent',
      TRACKER_EMBEDDED_VERSION: version,
    }),
  });

/** Every file below, by its path. */
const filesOf = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

function assertPrivate(directory: string): void {
  const databases = filesOf(directory).filter(({ name }) => /\.sqlite/.test(name) || name === 'lock');
  assert.ok(databases.length >= 2);
  for (const { parentPath, name } of databases)
    assert.equal(statSync(join(parentPath, name)).mode & 0o077, 0, `${name} can be read by others`);
}

async function addModule({ crewCenter }: Embedded, directory: string): Promise<void> {
  const modules = join(directory, 'modules');
  cpSync(join(import.meta.dirname, '../docs/modules/FlightLog'), join(modules, 'FlightLog'), { recursive: true });
  await enableModule(crewCenter, modules, 'FlightLog');
}

const flightLog = (directory: string) => moduleDatabaseFile(join(directory, 'modules', 'FlightLog'));

function embeddedOf({ crewCenter }: Tracker): Embedded {
  assert.ok(crewCenter.embedded !== null);
  return crewCenter.embedded;
}

test('a backup made while all is in use holds journal, crew center and the data of modules, and can be gone back to', async (t) => {
  const [directory, folder] = [newDirectory(t), join(newDirectory(t), 'copies')];
  // As one finds it: others may list the folder.
  mkdirSync(folder, { mode: 0o755 });
  await using tracker = await open(directory);
  await seedDemo(embeddedOf(tracker).crewCenter);
  await addModule(embeddedOf(tracker), directory);
  await tracker.journal.saveNote('before', 'yes');
  // An open writer, whose rows are in its log file yet.
  using module = openSqlite(flightLog(directory));
  module.exec("INSERT INTO flights (pirep_id, pilot, flown, filed_at) VALUES ('one', 'Ada', 'LSZH-MMUN', '')");
  const made = await tracker.operator.backup('ada@cli', folder);
  assert.deepEqual(
    made,
    ['journal.sqlite', 'webhooks.sqlite', 'crew-center.sqlite', 'modules/FlightLog/data.sqlite'].map((name) =>
      join(folder, name),
    ),
  );
  assert.deepEqual(
    filesOf(folder)
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort(),
    made.toSorted(),
  );
  assertPrivate(directory);
  assertPrivate(folder);
  const [entry] = await tracker.operator.listAudit(1);
  assert.deepEqual([entry?.actor, entry?.action, entry?.subject], ['ada@cli', 'backup', folder]);

  cpSync(join(directory, 'modules'), join(folder, 'modules'), {
    recursive: true,
    filter: (source) => !source.includes('data.sqlite'),
  });
  await using restored = await open(folder);
  assert.equal(restored.journal.readNote('before'), 'yes');
  const { platform, crewCenter } = embeddedOf(restored);
  assert.ok(await platform.authenticate('ada@demo-air.example', new Secret(demoPassword)));
  const [listed] = listModules(crewCenter, join(folder, 'modules'));
  assert.deepEqual([listed?.name, listed?.isEnabled], ['FlightLog', true]);
  using data = openSqlite(flightLog(folder), { readOnly: true });
  assert.equal(data.prepare('SELECT count(*) AS count FROM flights').get()?.count, 1);
});

test('the version 5 crew center is private too, and copied', async (t) => {
  const [directory, folder] = [newDirectory(t), newDirectory(t)];
  await using tracker = await open(directory, '5');
  await tracker.operator.backup('ada@cli', folder);
  assertPrivate(directory);
  assertPrivate(folder);
});

test('a backup that cannot be made says so in words, and never writes over the data itself', async (t) => {
  const [directory, other] = [newDirectory(t), newDirectory(t)];
  await using tracker = await open(directory);
  writeFileSync(join(other, 'file'), '');
  const cases = [
    [directory, /is the data directory itself/],
    [join(other, 'file'), /is incomplete: .*file/],
    [join(other, 'file', 'below'), /is incomplete: .*file/],
    ['/proc/no-folders-here', /is incomplete: .*no-folders-here/],
  ] as const;
  for (const [folder, message] of cases) {
    await assert.rejects(tracker.operator.backup('ada@cli', folder), (error) => {
      assert.ok(isRefusal(error, 'invalid'), String(error));
      assert.match(error.message, message);
      return true;
    });
  }
  await tracker.journal.saveNote('after', 'yes');
  assert.equal(tracker.journal.readNote('after'), 'yes');
});
