// needs: mariadb
import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Journal } from '../../src/journal/journal.ts';
import { type MoveOptions, moveToMysql, moveToSqlite } from '../../src/journal/move/move.ts';
import { openMysqlEngine } from '../../src/journal/mysql/open.ts';
import { openJournal } from '../../src/journal/open.ts';
import { partitionOf } from '../../src/journal/partition.ts';
import { webhookFile } from '../../src/server/duties/webhook-file.ts';
import { noon, sampleFlight, samplePosition } from '../journal/suite/samples.ts';
import { ManualClock } from '../manual-clock.ts';
import { tempFolder } from '../temp-folder.ts';
import { openLine } from './line.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';

let server: Mariadb;
before(async () => {
  server = await startMariadb(sqlModes.strict, 'durable');
});
after(() => server[Symbol.asyncDispose]());
test.beforeEach(() => server.createDatabase('journal', ''));

const [one, other] = ['7', '1001'];
const pilotOf = (flight: number) => ({ id: flight % 2 === 0 ? one : other, ident: 'VMS', name: 'Ada' });
const flights = [1, 2, 3, 4, 5, 6];

function moving(directory: string, path?: string): MoveOptions {
  const { server: own, ...login } = server.address('journal');
  const hosts = [path === undefined ? own : { socketPath: path }];
  const options = { suffix: 'moved', watchMs: 10, webhooks: webhookFile, onFlight: () => undefined };
  return { directory, database: { hosts, ...login }, ...options };
}

/** Some reports and a change of each flight. */
async function fly(journalOf: (pilot: string) => Journal | undefined, round: number): Promise<void> {
  for (const number of flights) {
    const pilot = pilotOf(number);
    const journal = journalOf(pilot.id);
    await journal?.saveFlight(sampleFlight(number, { pilot }), { kind: `round ${round}`, at: noon + round });
    const positions = [0, 1, 2].map((index) => samplePosition(10 * round + index));
    await journal?.appendPositions(number, positions).durable;
    if (number % 3 === round % 3) await journal?.sealFlight(number, { round });
  }
}

async function inFile<T>(directory: string, task: (journal: Journal) => Promise<T>): Promise<T> {
  const journal = await openJournal({ directory, clock: new ManualClock(noon) });
  try {
    return await task(journal);
  } finally {
    await journal.close();
  }
}

async function inDatabase<T>(task: (journalOf: (pilot: string) => Journal | undefined) => Promise<T>): Promise<T> {
  const { server: own, ...login } = server.address('journal');
  const clock = new ManualClock(noon);
  const engine = await openMysqlEngine({ hosts: [own], ...login, clock, commitWindowMs: 0 });
  try {
    const journals = new Map<string, Journal>();
    for (const pilot of [one, other]) {
      const part = partitionOf(pilot);
      const [row] = await engine.database.rows('SELECT epoch FROM partitions WHERE id = ?', [part]);
      journals.set(pilot, await engine.openPartition(part, Number(row?.epoch)));
    }
    return await task((pilot) => journals.get(pilot));
  } finally {
    await engine.close();
  }
}

/** Of each flight, where its reports are from, and its changes. */
async function see(journalOf: (pilot: string) => Journal | undefined) {
  const seen: Record<number, readonly [reports: readonly unknown[], changes: readonly string[]]> = {};
  for (const number of flights) {
    const journal = journalOf(pilotOf(number).id);
    const reports = (await journal?.readReports(number)) ?? [];
    const changes = ((await journal?.changes.read(0, 999)) ?? []).filter(({ flight }) => flight.number === number);
    const places = reports.map((report) => (report.kind === 'position' ? report.position.recordedAt : null));
    seen[number] = [places, changes.map(({ kind }) => kind)];
  }
  return seen;
}

const seenInFile = (directory: string) => inFile(directory, (journal) => see(() => journal));

test('what stayed in the database is replaced by the journal that went on, also when that is interrupted', async () => {
  using home = tempFolder('move-again');
  await using line = await openLine((server.address('journal').server as { socketPath: string }).socketPath);
  const cutAfter = (count: number): MoveOptions => ({
    ...moving(home.path, line.path),
    onFlight: (done) => void (done === count && line.cut()),
  });
  await inFile(home.path, (journal) => fly(() => journal, 1));
  for (const round of [2, 4, 6]) {
    const before = await seenInFile(home.path);
    await assert.rejects(moveToMysql(cutAfter(3)), /unavailable/);
    line.mend();
    await moveToMysql(moving(home.path));
    assert.deepEqual(await inDatabase(see), before, `round ${round}: there`);
    await inDatabase((journalOf) => fly(journalOf, round));
    await assert.rejects(moveToSqlite(cutAfter(4)), /unavailable/);
    line.mend();
    // Servers may use the database until the move is repeated: then other numbers are given.
    await inDatabase(async (journalOf) => {
      await journalOf(other)?.saveFlight(sampleFlight(1, { pilot: pilotOf(1) }), { kind: 'late', at: noon });
      await journalOf(other)?.appendPositions(1, [samplePosition(10 * round + 5)]).durable;
    });
    const later = await inDatabase(see);
    await moveToSqlite(moving(home.path));
    assert.deepEqual(await seenInFile(home.path), later, `round ${round}: back`);
    await inFile(home.path, (journal) => fly(() => journal, round + 1));
  }
  const [reports] = (await seenInFile(home.path))[1] ?? [];
  assert.equal(reports?.length, 7 * 3 + 3);
});

test('changes that were heard keep their numbers on the way there and back', async () => {
  using home = tempFolder('move-again');
  const numbersOf = (journal: Journal) => journal.changes.read(0, 99).then((all) => all.map(({ number }) => number));
  await inFile(home.path, async (journal) => {
    await fly(() => journal, 1);
    await journal.changes.saveCursor('log', 6);
  });
  await moveToMysql(moving(home.path));
  await moveToSqlite(moving(home.path));
  assert.deepEqual(await inFile(home.path, numbersOf), [1, 2, 3, 4, 5, 6]);
  assert.equal(await inFile(home.path, async (journal) => journal.changes.cursor('log')), 6);
});

test('what stayed in the database is not replaced by another journal, nor by an older file of the same', async () => {
  using home = tempFolder('move-again');
  using stranger = tempFolder('move-again');
  for (const { path } of [home, stranger]) await inFile(path, (journal) => fly(() => journal, 1));
  await moveToMysql(moving(home.path));
  await inDatabase((journalOf) => fly(journalOf, 2));
  await moveToSqlite(moving(home.path));
  await assert.rejects(moveToMysql(moving(stranger.path)), /keeps the copy of a journal that was moved out of it/);
  renameSync(join(home.path, 'journal.sqlite'), join(home.path, 'newest'));
  renameSync(join(home.path, 'journal.sqlite.moved'), join(home.path, 'journal.sqlite'));
  await assert.rejects(moveToMysql(moving(home.path)), /keeps the copy of a journal that was moved out of it/);
  renameSync(join(home.path, 'newest'), join(home.path, 'journal.sqlite'));
  await moveToMysql(moving(home.path));
});

test('a move that stopped before it put the file aside is ended by the next one, unless that file was used', async () => {
  using home = tempFolder('move-again');
  await inFile(home.path, (journal) => fly(() => journal, 1));
  const putBack = (name: string) => renameSync(join(home.path, name), join(home.path, 'journal.sqlite'));
  const { kept } = await moveToMysql(moving(home.path));
  putBack(kept);
  const again = await moveToMysql(moving(home.path));
  assert.equal(again.counts.there, flights.length);
  putBack(again.kept);
  await inFile(home.path, (journal) => fly(() => journal, 2));
  await assert.rejects(moveToMysql(moving(home.path)), /a journal of its own/);
});
