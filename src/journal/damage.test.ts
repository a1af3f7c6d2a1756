import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { startCopyingWriter } from '../../test/copying-writer.ts';
import { chance, fill, flights, isPart, pageSize, readAll, ways } from '../../test/filled-journal.ts';
import { noon, sampleFlight, samplePosition } from '../../test/journal/suite/samples.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { DatabaseFileError } from '../lib/database-file.ts';
import type { DamagedRow } from './damaged-row.ts';
import { findDamagedRows } from './find-damage.ts';
import type { Journal } from './journal.ts';
import { fileName, openJournal } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'journal-damage-'));
after(() => rmSync(folder, { recursive: true }));
function open(directory: string, found: DamagedRow[] = []): Promise<Journal> {
  const onDamage = (row: DamagedRow) => void found.push(row);
  const how = { commitWindowMs: 0, startWriter: startCopyingWriter };
  return openJournal({ directory, clock: new ManualClock(noon), onDamage, ...how });
}

test('bytes that a disk changed are noticed: what is read is as it was written, or less, or refused', async (t) => {
  const whole = mkdtempSync(join(folder, 'whole-'));
  const first = await open(whole);
  await fill(first);
  await first.close();
  assert.deepEqual(findDamagedRows(join(whole, fileName)), []);
  const bytes = readFileSync(join(whole, fileName));
  const again = await open(whole);
  const truth = new Map(await readAll(again));
  await again.close();
  // Where the summary of what is sealed is damaged, the core starts from all reports.
  truth.set('unsealed', [...flights.flatMap((number) => truth.get(`reports ${number}`) ?? [])]);
  const counts = { isRefused: 0, isLess: 0, isSame: 0 };
  for (let seed = 0; seed < 60; seed += 1)
    await t.test(`seed ${seed}`, async () => {
      const draw = chance(seed);
      const damaged = Buffer.from(bytes);
      ways[seed % ways.length]?.(damaged, draw(bytes.length / pageSize), draw);
      const directory = mkdtempSync(join(folder, 'damaged-'));
      const file = join(directory, fileName);
      writeFileSync(file, damaged, { mode: 0o600 });
      const verified = findDamagedRows(file);
      const found: DamagedRow[] = [];
      const journal = await open(directory, found).catch((error: unknown) => {
        assert.ok(error instanceof DatabaseFileError, String(error));
        return null;
      });
      if (journal === null) {
        counts.isRefused += 1;
        assert.ok(verified.length > 0, 'a backup would not have noticed');
        return;
      }
      try {
        const answers = await readAll(journal);
        for (const [name, answer] of truth)
          assert.ok(isPart(answer, answers.get(name)), `${name}: ${answers.get(name)} of ${answer}`);
        const isOther = (name: string) => JSON.stringify(truth.get(name)) !== JSON.stringify(answers.get(name));
        const isLess = [...truth.keys()].some((name) => name !== 'unsealed' && isOther(name));
        counts[isLess ? 'isLess' : 'isSame'] += 1;
        if (isLess) assert.ok(verified.length > 0, 'a backup would not have noticed');
        for (const number of flights) await journal.sealFlight(number, {});
      } finally {
        await journal.close();
      }
    });
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.isLess > 10 && counts.isRefused > 2 && counts.isSame > 2, JSON.stringify(counts));
});

test('rows of versions before there were sums are read, and get theirs when they are sealed or written again', async () => {
  const directory = mkdtempSync(join(folder, 'before-'));
  const journal = await open(directory);
  await fill(journal);
  await journal.close();
  const sums = (table: string) => {
    using database = new DatabaseSync(join(directory, fileName));
    return database.prepare(`SELECT count(*) AS rows, count(sum) AS sums FROM ${table}`).get();
  };
  {
    using database = new DatabaseSync(join(directory, fileName));
    for (const table of ['texts', 'reports', 'chunks', 'sealed', 'flights', 'changes', 'sessions', 'notes', 'audit'])
      database.exec(`UPDATE ${table} SET sum = NULL`);
  }
  assert.deepEqual(findDamagedRows(join(directory, fileName)), []);
  const found: DamagedRow[] = [];
  const again = await open(directory, found);
  assert.equal((await again.readReports(1)).length, 273);
  await again.sealFlight(1, {});
  await again.saveFlight(sampleFlight(1, { state: 'filed', endedAt: noon }));
  await again.saveNote('note 1', 'again');
  assert.equal((await again.readReports(1)).length, 273);
  await again.close();
  assert.deepEqual(found, []);
  assert.equal(sums('chunks WHERE flight = 1')?.sums, 1, 'sealed anew');
  assert.equal(sums('sealed WHERE flight = 1')?.sums, 1);
  assert.equal(sums('flights WHERE number = 1')?.sums, 1);
  assert.equal(sums("notes WHERE name = 'note 1'")?.sums, 1);
  assert.deepEqual({ ...sums('flights') }, { rows: 4, sums: 1 });
});

test('a damaged page is in the way of tidying up, and of nothing that came with it', async () => {
  const directory = mkdtempSync(join(folder, 'house-'));
  const journal = await open(directory);
  await fill(journal);
  await journal.close();
  const file = join(directory, fileName);
  const bytes = readFileSync(file);
  // The first raw rows, which sealing reads and deletes.
  const page = pageWith(bytes, 13, (text) => text.includes('Flaps'));
  bytes.fill(0, page * pageSize, (page + 1) * pageSize);
  writeFileSync(file, bytes);
  const found: DamagedRow[] = [];
  const again = await open(directory, found);
  const { durable } = again.appendPositions(3, [samplePosition(999)]);
  await Promise.all([durable, again.sealFlight(1, {}), again.saveNote('beside', 'stored')]);
  assert.equal(again.readNote('beside'), 'stored');
  await again.close();
  assert.ok(found.length > 0);
  const third = await open(directory);
  assert.equal(third.readNote('beside'), 'stored');
  assert.ok((await third.readReports(3)).some((report) => report.kind === 'position' && report.position.seq === 999));
  await third.close();
});

/** Returns the number of the first page of this type (https://www.sqlite.org/fileformat.html#b_tree_pages) with such a text. */
function pageWith(bytes: Buffer, type: number, isIt: (text: string) => boolean): number {
  for (let page = 1; page < bytes.length / pageSize; page += 1) {
    const part = bytes.subarray(page * pageSize, (page + 1) * pageSize);
    if (part[0] === type && isIt(part.toString('latin1'))) return page;
  }
  throw new Error('no such page');
}
