import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { openSqlite } from '../../lib/sqlite.ts';
import { dataVersions } from './data-versions.ts';
import type { Subject } from './subject.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-versions-'));
const name = 'journal.sqlite';
const newest = 4;
after(() => rmSync(home, { recursive: true }));

/** What is found in this data directory by a program of version 4. */
async function look(folder: string): Promise<readonly string[]> {
  const formats = [{ file: name, newest }];
  const subject = { kit: { dataDirectory: folder }, formats } as unknown as Subject;
  return (await dataVersions.run(subject)).map(({ name, subject, evidence }) => `${name} ${subject}: ${evidence}`);
}

const bytesOf = (folder: string) => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'hex')]);

function write(file: string, version: number): DatabaseSync {
  const database = openSqlite(file);
  database.exec(`CREATE TABLE IF NOT EXISTS t (x); PRAGMA user_version = ${version}`);
  return database;
}

test('data that are older or newer than this program are reported, and nothing is written', async () => {
  const folder = mkdtempSync(join(home, 'data-'));
  const file = join(folder, name);
  assert.deepEqual(await look(folder), [], 'no data yet');
  const cases: readonly [version: number, finding: string | null][] = [
    [newest, null],
    [newest - 1, 'migrations-pending'],
    [newest + 1, 'data-too-new'],
  ];
  for (const [version, finding] of cases) {
    write(file, version).close();
    const before = bytesOf(folder);
    assert.equal(before.length, 1, 'only the file itself');
    const evidence = `its data version is ${version}, this program’s is ${newest}`;
    assert.deepEqual(await look(folder), finding === null ? [] : [`${finding} ${file}: ${evidence}`]);
    assert.deepEqual(bytesOf(folder), before);
  }
});

test('what a running server has committed to its log counts, not what the file itself still says', async () => {
  const folder = mkdtempSync(join(home, 'data-'));
  const file = join(folder, name);
  write(file, newest - 1).close();
  const server = write(file, newest);
  try {
    assert.deepEqual(await look(folder), []);
  } finally {
    server.close();
  }
});

test('a file that is not a database is an error of the system, which ends this check and is reported as such', async () => {
  const folder = mkdtempSync(join(home, 'data-'));
  writeFileSync(join(folder, name), 'not a database, but a text of some length\n'.repeat(20));
  await assert.rejects(look(folder), { code: 'ERR_SQLITE_ERROR' });
});
