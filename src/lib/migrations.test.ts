import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { dataVersion, type Migration, migrate, NewerDataError } from './migrations.ts';
import { isUnreachable, openSqlite } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
after(() => rmSync(folder, { recursive: true }));

const first: Migration = { number: 1, name: '0001-first', up: (db) => db.exec('CREATE TABLE a (x)') };
const second: Migration = { number: 2, name: '0002-second', up: (db) => db.exec("INSERT INTO a VALUES ('new')") };
const failing: Migration = {
  number: 2,
  name: '0002-failing',
  up(db) {
    db.exec("INSERT INTO a VALUES ('half')");
    throw new Error('no');
  },
};

function open(name: string) {
  const file = join(folder, name);
  const database = openSqlite(file);
  after(() => database.close());
  return { file, database, what: 'test data' };
}

test('an empty file takes every migration, and a second run none', async () => {
  const { database, ...options } = open('empty');
  assert.deepEqual(await migrate(database, [first, second], options), {
    from: 0,
    to: 2,
    applied: ['0001-first', '0002-second'],
    backup: null,
  });
  assert.deepEqual((await migrate(database, [first, second], options)).applied, []);
  assert.equal(dataVersion(database), 2);
});

test('an older file is copied before it is changed', async () => {
  const { database, ...options } = open('older');
  await migrate(database, [first], options);
  const run = await migrate(database, [first, second], options);
  assert.deepEqual(run.applied, ['0002-second']);
  assert.ok(run.backup !== null && existsSync(run.backup));
  const copy = openSqlite(run.backup, { readOnly: true });
  assert.equal(dataVersion(copy), 1);
  assert.deepEqual(copy.prepare('SELECT count(*) AS n FROM a').get()?.n, 0);
  copy.close();
});

test('a migration that fails leaves nothing of itself', async () => {
  const { database, ...options } = open('failing');
  await assert.rejects(migrate(database, [first, failing], options), /no/);
  assert.equal(dataVersion(database), 1);
  assert.equal(database.prepare('SELECT count(*) AS n FROM a').get()?.n, 0);
});

test('a migration that finds the disk full fails with that, and leaves nothing of itself', async () => {
  const { database, ...options } = open('full');
  await migrate(database, [first], options);
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  database.exec(`PRAGMA max_page_count = ${pages + 20}`);
  const large: Migration = { ...second, up: (db) => db.exec('INSERT INTO a VALUES (zeroblob(1000000))') };
  await assert.rejects(
    migrate(database, [first, large], options),
    (error) => isUnreachable(error) && /disk is full/.test(String(error)),
  );
  assert.deepEqual([dataVersion(database), database.isTransaction], [1, false]);
});

test('newer data is refused, naming both versions, and not touched', async () => {
  const { database, ...options } = open('newer');
  database.exec('PRAGMA user_version = 9');
  await assert.rejects(migrate(database, [first, second], options), (error) => {
    assert.ok(error instanceof NewerDataError);
    assert.match(error.message, /version 9.*up to 2/);
    return true;
  });
  assert.equal(dataVersion(database), 9);
});
