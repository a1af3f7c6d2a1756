import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { fileName, openJournal } from '../journal/open.ts';
import { openEmbedded } from '../platform/embedded/embedded.ts';
import { systemClock } from './clock.ts';
import { DatabaseFileError } from './database-file.ts';

const logger = { info() {}, warn() {}, error() {} };
const openers: Readonly<Record<string, (directory: string) => Promise<unknown>>> = {
  [fileName]: (directory) => openJournal({ directory, clock: systemClock }),
  'crew-center.sqlite': (directory) =>
    openEmbedded({ file: join(directory, 'crew-center.sqlite'), clock: systemClock, logger }),
};

const files: readonly (readonly [what: string, make: (file: string) => void, says: RegExp])[] = [
  ['no database', (file) => writeFileSync(file, 'x'.repeat(8192)), /is not a database\. Replace it by a backup/],
  ['foreign', (file) => makeForeign(file), /is a database of another program\. Move it away/],
  ['broken', (file) => makeBroken(file), /(?:is corrupt \(.*\)|is not a database)\. Replace it by a backup/],
  [
    'with the log of another',
    (file) => makeStaleLog(file),
    /-wal does not belong to .*: was a backup put in its place\?/,
  ],
];

for (const [name, open] of Object.entries(openers)) {
  for (const [what, make, says] of files) {
    test(`a file that cannot be used is told in one sentence or two: ${name}, ${what}`, async () => {
      const directory = mkdtempSync(join(tmpdir(), 'tracker-file-'));
      try {
        make(join(directory, name));
        chmodSync(join(directory, name), 0o600);
        await assert.rejects(open(directory), (error) => {
          assert.ok(error instanceof DatabaseFileError, String(error));
          assert.match(error.message, says);
          return !error.message.includes('\n');
        });
      } finally {
        rmSync(directory, { recursive: true });
      }
    });
  }
}

function makeForeign(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE bookmarks (url)');
  database.close();
}

/** Its header is in order; the list of its tables is noise. */
function makeBroken(file: string): void {
  fill(file, 400).close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, 100, 400);
  writeFileSync(file, bytes);
}

/** A backup in the place of a file whose log was left beside it. */
function makeStaleLog(file: string): void {
  const old = fill(`${file}.old`, 400);
  old.exec('PRAGMA wal_checkpoint(TRUNCATE); UPDATE t SET x = hex(randomblob(100)) WHERE rowid = 350');
  const log = readFileSync(`${file}.old-wal`);
  old.close();
  const backup = fill(file, 30);
  backup.exec('PRAGMA user_version = 1');
  backup.close();
  writeFileSync(`${file}-wal`, log);
  utimesSync(`${file}-wal`, 0, 0);
}

function fill(file: string, rows: number): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (x); CREATE INDEX i ON t (x)',
  );
  const insert = database.prepare('INSERT INTO t VALUES (?)');
  for (let row = 0; row < rows; row += 1) insert.run('y'.repeat(300) + row);
  return database;
}
