import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { DatabaseFileError } from '../lib/database-file.ts';
import { isRefusal } from '../tracking/refusals.ts';
import type { DamagedRow } from './damaged-row.ts';
import { findDamagedRows } from './find-damage.ts';
import type { Journal } from './journal.ts';
import { fileName, openJournal } from './open.ts';
import { noon, sampleEvent, sampleFlight, samplePosition, unsealedOf } from './suite/samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'journal-damage-'));
after(() => rmSync(folder, { recursive: true }));
const pageSize = 4096;
const flights = [1, 2, 3, 4];

function open(directory: string, found: DamagedRow[] = []): Promise<Journal> {
  const onDamage = (row: DamagedRow) => void found.push(row);
  return openJournal({ directory, clock: new ManualClock(noon), commitWindowMs: 0, onDamage });
}

/** Flights with chunks and raw rows, two of them ended, and a row in every other table. */
async function fill(journal: Journal): Promise<void> {
  for (const number of flights) {
    assert.equal(journal.nextFlightNumber(), number);
    await journal.saveFlight(sampleFlight(number), { kind: 'started', at: noon });
    for (const part of [0, 1, 2]) {
      const positions = Array.from({ length: 90 }, (_, index) => samplePosition(part * 90 + index + 1));
      const event = journal.appendEvents(number, [sampleEvent(part + 1)]);
      await Promise.all([journal.appendPositions(number, positions).durable, event.durable]);
      if (part < 2) await journal.sealFlight(number, { part });
    }
    await journal.saveDelivered(number, 5);
    if (number % 2 === 0)
      await journal.saveFlight(sampleFlight(number, { state: 'filed', endedAt: noon }), { kind: 'filed', at: noon });
    await journal.saveNote(`note ${number}`, 'text '.repeat(number * 40));
    await journal.saveAudit({ at: noon, actor: 'operator@cli', action: 'release', subject: `${number}`, detail: null });
    await journal.saveLoginFailure({ at: noon, loginHash: `${number}`, address: '192.0.2.1', account: null });
    await journal.changes.saveCursor(`listener ${number}`, number);
    const pilot = { pilotId: '7', pilotIdent: 'VMS0007', pilotName: 'Ada', credentialVersion: 'c' };
    const life = { createdAt: noon, expiresAt: noon + 86_400_000, lifetime: 'long' } as const;
    await journal.saveSession({ tokenHash: `${number}`.padStart(64, 'a'), ...pilot, ...life });
  }
}

const refused = 'refused';

/** Everything that can be asked of the journal, by name. What is refused as damaged is `refused`; any other error is thrown. */
async function readAll(journal: Journal): Promise<ReadonlyMap<string, readonly string[] | string | null>> {
  const answers = new Map<string, readonly string[] | string | null>();
  const ask = async (name: string, question: () => unknown) => {
    try {
      const answer = await question();
      const isList = Array.isArray(answer);
      answers.set(name, isList ? answer.map((each) => JSON.stringify(each)) : JSON.stringify(answer ?? null));
    } catch (error) {
      if (!isRefusal(error, 'data-damaged')) throw error;
      answers.set(name, refused);
    }
  };
  const { initial } = journal;
  await ask('sessions', () => initial.sessions);
  await ask('failures', () => initial.loginFailures);
  await ask('live', () => initial.flights.map(({ flight }) => flight));
  await ask('unsealed', () => unsealedOf(journal));
  for (const number of flights) {
    await ask(`reports ${number}`, () => journal.readReports(number));
    await ask(`sealed ${number}`, () => journal.readSealed(number));
    await ask(`flight ${number}`, () => journal.readFlight({ flightId: `flight-${number}` }));
    await ask(`by pirep ${number}`, () => journal.readFlight({ pirepId: `pirep-${number}` }));
    await ask(`note ${number}`, () => journal.readNote(`note ${number}`));
  }
  await ask('flights', () => journal.listFlights({}));
  await ask('page', async () => (await journal.pageFlights({ limit: 100 })).flights);
  await ask('of pilot', () => journal.listFlights({ pilotId: '7' }));
  await ask('audit', () => journal.listAudit(100));
  await ask('changes', () => journal.changes.read(0, 1_000));
  await ask('last change', () => journal.changes.last() >= 0);
  return answers;
}

/** Whether this is the same, or less of it. */
function isPart(of: readonly string[] | string | null, answer: readonly string[] | string | null | undefined): boolean {
  if (typeof of === 'object' && of !== null)
    return Array.isArray(answer) ? answer.every((each) => of.includes(each)) : answer === refused;
  return answer === of || answer === refused || answer === 'null';
}

/** Chance with a seed. */
function chance(seed: number): (below: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Ways in which a disk returns other bytes than were written. */
const ways: readonly ((bytes: Buffer, page: number, draw: (below: number) => number) => void)[] = [
  (bytes, page, draw) => flip(bytes, page * pageSize + draw(pageSize), draw),
  (bytes, page, draw) => {
    for (let count = 0; count < 10; count += 1) flip(bytes, page * pageSize + draw(pageSize), draw);
  },
  (bytes, _page, draw) => {
    for (let count = 0; count < 10; count += 1) flip(bytes, draw(bytes.length), draw);
  },
  (bytes, page) => void bytes.fill(0, page * pageSize, (page + 1) * pageSize),
];

function flip(bytes: Buffer, at: number, draw: (below: number) => number): void {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
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
