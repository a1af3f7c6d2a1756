import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryDirectory } from '../../test/journal-samples.ts';
import { hasTables } from '../lib/salvage.ts';
import { readNumbers } from './contents.ts';
import type { DamagedRow } from './damaged-row.ts';
import { fileName, prepareFile } from './open.ts';
import { readable } from './repair/readable.ts';
import { ReportReader } from './report-reader.ts';
import { Tails } from './tails.ts';

/** What SQLite says of a page that a disk changed. */
const damage = Object.assign(new Error('database disk image is malformed'), { errcode: 11 });

/** Each reads something of a database, and leaves out what is damaged. */
const readers: Readonly<Record<string, (database: DatabaseSync, found: DamagedRow[]) => () => unknown>> = {
  'the reports of a flight': (database, found) => {
    const reader = new ReportReader(database, new Tails(), (row) => void found.push(row));
    return () => reader.read(1, 0, 10);
  },
  'the number of reports of a flight': (database, found) => {
    const reader = new ReportReader(database, new Tails(), (row) => void found.push(row));
    return () => reader.count(1, 0);
  },
  'the next numbers': (database, found) => () => readNumbers(database, (row) => void found.push(row)),
  'rows for a repair': (database) => () => readable(() => database.prepare('SELECT * FROM reports').all()),
  'whether there is anything': (database) => () => hasTables(database),
};
for (const [what, prepare] of Object.entries(readers))
  test(`only damage is taken for damage: ${what}`, async (t) => {
    const file = join(temporaryDirectory(t), fileName);
    await prepareFile(file);
    const database = new DatabaseSync(file, { readOnly: true });
    const found: DamagedRow[] = [];
    const read = prepare(database, found);
    await read();
    database.close();
    await assert.rejects(async () => read(), /not open|finalized/);
    assert.deepEqual(found, []);
  });

test('what is damaged has no rows', () => {
  const read = () => {
    throw damage;
  };
  assert.deepEqual(readable(read), []);
});
