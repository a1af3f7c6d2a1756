import assert from 'node:assert/strict';
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadConfig } from '../../config/config.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { openTracker } from '../tracker.ts';
import { backUpBeforeUpgrade } from './before-upgrade.ts';
import { restoreBackup } from './restore.ts';

// What a folder may hold in the place of the databases of a backup, and what becomes of the data then.

const now = new Date(Date.UTC(2024, 3, 6, 10));

function newDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-restore-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

const open = (directory: string) =>
  openTracker({ config: loadConfig({ TRACKER_DATA: directory, TRACKER_LOG_LEVEL: 'silent' }) });

const noteOf = async (directory: string) => {
  await using tracker = await open(directory);
  return tracker.journal.readNote('made');
};

/** A data directory with a note `made: two`, and a backup of when it was `made: one`. */
async function prepare(t: TestContext) {
  const [directory, folder] = [newDirectory(t), newDirectory(t)];
  await using tracker = await open(directory);
  await tracker.journal.saveNote('made', 'one');
  await tracker.operator.backup('test', folder);
  await tracker.journal.saveNote('made', 'two');
  return { directory, folder };
}

const spoiled: readonly (readonly [what: string, spoil: (file: string, folder: string) => void, says: RegExp])[] = [
  ['a link that leads nowhere', (file) => symlinkSync(`${file}.gone`, file), /is not a backup of Tracker/],
  ['a link to a folder', (file, folder) => symlinkSync(folder, file), /is not a backup of Tracker/],
  ['a folder', (file) => mkdirSync(file), /is not a backup of Tracker/],
  ['an empty file', (file) => writeFileSync(file, ''), /has no data of Tracker in it/],
  [
    'a link to what is no database',
    (file) => symlinkSync(import.meta.filename, file),
    /is damaged: file is not a database/,
  ],
  [
    'the data of a newer version',
    (file) => {
      using database = openSqlite(file);
      database.exec('PRAGMA user_version = 9999');
    },
    /is of a newer version of Tracker \(data of version 9999/,
  ],
];

for (const [what, spoil, says] of spoiled)
  test(`a backup whose journal is ${what} is refused, and changes nothing`, async (t) => {
    const { directory, folder } = await prepare(t);
    const before = readdirSync(directory).sort();
    rmSync(join(folder, 'journal.sqlite'));
    spoil(join(folder, 'journal.sqlite'), folder);
    assert.throws(
      () => restoreBackup(folder, directory, now),
      (error) => isRefusal(error, 'invalid') && says.test(error.message),
    );
    assert.deepEqual(readdirSync(directory).sort(), before);
    assert.equal(await noteOf(directory), 'two');
  });

test('a backup whose journal is a link to one is restored as that one, and is a file then', async (t) => {
  const { directory, folder } = await prepare(t);
  const elsewhere = join(newDirectory(t), 'kept.sqlite');
  renameSync(join(folder, 'journal.sqlite'), elsewhere);
  symlinkSync(elsewhere, join(folder, 'journal.sqlite'));
  const { files, former } = restoreBackup(folder, directory, now);
  assert.ok(files.includes('journal.sqlite'));
  assert.ok(lstatSync(join(directory, 'journal.sqlite')).isFile());
  assert.equal(await noteOf(directory), 'one');
  assert.equal(await noteOf(former ?? ''), 'two');
});

test('the log that lies beside a copied database is restored with it', async (t) => {
  const { directory, folder } = await prepare(t);
  const killed = newDirectory(t);
  {
    using journal = openSqlite(join(folder, 'journal.sqlite'));
    journal.exec('PRAGMA wal_autocheckpoint = 0');
    journal.exec("UPDATE notes SET text = 'three', sum = NULL WHERE name = 'made'");
    for (const name of ['journal.sqlite', 'journal.sqlite-wal', 'crew-center.sqlite'])
      copyFileSync(join(folder, name), join(killed, name));
  }
  restoreBackup(killed, directory, now);
  assert.deepEqual(
    readdirSync(directory).filter((name) => name.includes('restoring')),
    [],
  );
  assert.equal(await noteOf(directory), 'three');
});

test('a data directory whose journal is a link to another disk keeps what was there', async (t) => {
  const { directory, folder } = await prepare(t);
  const elsewhere = join(newDirectory(t), 'journal.sqlite');
  renameSync(join(directory, 'journal.sqlite'), elsewhere);
  symlinkSync(elsewhere, join(directory, 'journal.sqlite'));
  const copied = await backUpBeforeUpgrade(directory, now);
  assert.ok(readdirSync(copied).includes('journal.sqlite'));
  const { former } = restoreBackup(folder, directory, now);
  assert.equal(await noteOf(directory), 'one');
  assert.equal(await noteOf(former ?? ''), 'two');
});

test('a backup without the crew center of the data takes the place of none', async (t) => {
  const { directory, folder } = await prepare(t);
  rmSync(join(folder, 'crew-center.sqlite'));
  assert.throws(() => restoreBackup(folder, directory, now), /has no crew-center\.sqlite, which is in/);
  assert.equal(await noteOf(directory), 'two');
});

test('a backup in which one row is not as it was written is not restored', async (t) => {
  const { directory, folder } = await prepare(t);
  const file = join(folder, 'journal.sqlite');
  const bytes = readFileSync(file);
  const at = bytes.indexOf('madeone') + 4;
  bytes.write('off', at);
  writeFileSync(file, bytes);
  assert.throws(() => restoreBackup(folder, directory, now), /is damaged: notes made.*tracker repair --from/);
  assert.equal(await noteOf(directory), 'two');
});
