// needs: mariadb
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import type { Journal } from '../../src/journal/journal.ts';
import { rememberElsewhere, requirePlace } from '../../src/journal/move/elsewhere.ts';
import { type MoveOptions, moveToMysql, moveToSqlite } from '../../src/journal/move/move.ts';
import type { DatabaseOptions } from '../../src/journal/mysql/database.ts';
import { openMysqlEngine } from '../../src/journal/mysql/open.ts';
import { openJournal } from '../../src/journal/open.ts';
import { partitionOf } from '../../src/journal/partition.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { webhookFile } from '../../src/server/duties/webhook-file.ts';
import type { Report } from '../../src/tracking/model.ts';
import { noon, sampleEvent, sampleFlight, samplePosition } from '../journal/suite/samples.ts';
import { ManualClock } from '../manual-clock.ts';
import { openLine } from './line.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';

let server: Mariadb;
before(async () => {
  server = await startMariadb(sqlModes.strict, 'durable');
});
after(() => server[Symbol.asyncDispose]());
test.beforeEach(() => server.createDatabase('journal', ''));

const pilots = ['7', '8', '31', 'a-b', '1001', '1002'];
const pilotOf = (flight: number) => pilots[flight % pilots.length] ?? '';

function directory(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'tracker-move-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function place(path?: string): DatabaseOptions {
  const { server: own, user, password, database } = server.address('journal');
  return { hosts: [path === undefined ? own : { socketPath: path }], user, password, database };
}

function moving(from: string, more: Partial<MoveOptions> = {}): MoveOptions {
  return {
    directory: from,
    database: place(),
    suffix: 'moved',
    onFlight: () => {},
    watchMs: 10,
    webhooks: webhookFile,
    ...more,
  };
}

const openFile = (path: string) => openJournal({ directory: path, clock: new ManualClock(noon) });

/** Ended and running flights of several pilots, with texts, events, seals, changes that some have yet to hear, and the rest. */
async function fill(path: string): Promise<void> {
  const journal = await openFile(path);
  for (let number = 1; number <= 12; number++) {
    const pilot = { id: pilotOf(number), ident: `VMS${number}`, name: 'Ada ✈' };
    const flight = sampleFlight(number, { pilot });
    await journal.saveFlight(flight, { kind: 'started', at: noon + number });
    const seqs = Array.from({ length: 30 }, (_, seq) => samplePosition(seq, { phase: `phase ${(seq + number) % 5}` }));
    const { firstNumber } = journal.appendPositions(number, seqs.slice(0, 20));
    journal.appendEvents(number, [sampleEvent(1, { message: `Ünï ${number}` })]);
    await journal.sealFlight(number, { step: number });
    journal.appendPositions(number, seqs.slice(20));
    journal.appendEvents(number, [sampleEvent(2)]);
    await journal.saveDelivered(number, firstNumber + 5 * number);
    if (number % 3 === 0) {
      const ended = { ...flight, state: 'filed', endedAt: noon + 50 + number } as const;
      await journal.saveFlight(ended, { kind: 'filed', at: noon + 50 + number });
    }
    const times = { credentialVersion: 'v', createdAt: noon, expiresAt: noon + 1, lifetime: 'long' } as const;
    await journal.saveSession({
      tokenHash: `${number}`,
      pilotId: pilot.id,
      pilotIdent: 'V',
      pilotName: 'Ada ✈',
      ...times,
    });
  }
  await journal.changes.saveCursor('quick', 14);
  await journal.changes.saveCursor('slow', 3);
  await journal.saveNote('settings', '{"a":"✈"}');
  await journal.saveAudit({ at: noon, actor: 'operator@cli', action: 'x', subject: 'y', detail: null });
  await journal.saveAudit({ at: noon + 1, actor: 'operator@cli', action: 'z', subject: 'y', detail: 'd' });
  await journal.saveLoginFailure({ at: noon, loginHash: 'x', address: '::1', account: '7' });
  await journal.close();
}

const withoutNumbers = (reports: readonly Report[]) => reports.map(({ number: _, ...report }) => report);

/** What a core and its listeners get of some journals that together are one, without numbers of reports. */
async function seen(journals: readonly Journal[]) {
  const flights = [];
  const unheard: Record<string, string[]> = { quick: [], slow: [] };
  for (const journal of journals) {
    const live = new Map(journal.initial.flights.map((stored) => [stored.flight.number, stored]));
    for (const flight of await journal.listFlights({})) {
      const reports = await journal.readReports(flight.number);
      const delivered = reports.filter(({ number }) => number <= (live.get(flight.number)?.delivered ?? 0)).length;
      const progress = live.get(flight.number)?.sealed?.progress ?? null;
      flights.push({ flight, delivered, progress, reports: withoutNumbers(reports) });
    }
    for (const [name, list] of Object.entries(unheard))
      for (const { kind, flight } of await journal.changes.read(journal.changes.cursor(name) ?? 0, 99))
        list.push(`${kind} ${flight.number}`);
  }
  const sessions = journals
    .flatMap(({ initial }) => initial.sessions)
    .toSorted((a, b) => (a.tokenHash < b.tokenHash ? -1 : 1));
  const failures = journals.flatMap(({ initial }) => initial.loginFailures);
  const [one] = journals;
  for (const list of Object.values(unheard)) list.sort();
  flights.sort((a, b) => a.flight.number - b.flight.number);
  return { flights, unheard, sessions, failures, note: one?.readNote('settings'), audit: await one?.listAudit(9) };
}

async function seenInFile(path: string) {
  const journal = await openFile(path);
  try {
    return await seen([journal]);
  } finally {
    await journal.close();
  }
}

/** Those of the pilots, and one without any. */
const parts = [...new Set(pilots.map(partitionOf))];
parts.push([...Array(64).keys()].find((part) => !parts.includes(part)) ?? 0);

async function withPartitions<T>(task: (journals: readonly Journal[]) => Promise<T>): Promise<T> {
  const engine = await openMysqlEngine({ ...place(), clock: new ManualClock(noon), commitWindowMs: 0 });
  try {
    const journals: Journal[] = [];
    for (const part of parts) {
      const [row] = await engine.database.rows('SELECT epoch FROM partitions WHERE id = ?', [part]);
      journals.push(await engine.openPartition(part, Number(row?.epoch)));
    }
    return await task(journals);
  } finally {
    await engine.close();
  }
}

test('a journal is moved into partitions and back, and everything is there after each move', async (t) => {
  const home = directory(t);
  await fill(home);
  const expected = await seenInFile(home);
  const { counts, kept } = await moveToMysql(moving(home));
  assert.equal(kept, 'journal.sqlite.moved');
  assert.deepEqual(counts, { flights: 12, there: 0, reports: 12 * 32 });
  assert.deepEqual(
    readdirSync(home)
      .filter((name) => !name.startsWith('lock'))
      .sort(),
    ['journal.sqlite', 'journal.sqlite.moved'],
  );
  assert.deepEqual(await withPartitions(seen), expected);
  await withPartitions(async (journals) => {
    for (const flight of [1, 2, 4]) {
      const journal = journals[parts.indexOf(partitionOf(pilotOf(flight)))];
      const last = (await journal?.readReports(flight))?.at(-1)?.number ?? 0;
      const appended = journal?.appendPositions(flight, [samplePosition(90)]);
      assert.ok((appended?.firstNumber ?? 0) > last);
      await appended?.durable;
      const document = sampleFlight(flight, {
        state: 'suspended',
        pilot: { id: pilotOf(flight), ident: 'V', name: 'A' },
      });
      await journal?.saveFlight(document, { kind: 'suspended', at: noon + 200 });
    }
  });
  const later = await withPartitions(seen);
  assert.ok(
    ['quick', 'slow'].every((name) => later.unheard[name]?.includes('suspended 4')),
    'new changes are heard',
  );
  const other = directory(t);
  await moveToSqlite(moving(other));
  const back = await seenInFile(other);
  assert.deepEqual({ ...back, unheard: null }, { ...later, unheard: null });
  for (const name of ['quick', 'slow'])
    for (const change of later.unheard[name] ?? [])
      assert.ok(back.unheard[name]?.includes(change), `${name}: ${change}`);
  const journal = await openFile(other);
  const last = (await journal.readReports(1)).at(-1)?.number ?? 0;
  assert.ok(journal.appendPositions(1, [samplePosition(99)]).firstNumber > last);
  assert.ok(journal.nextFlightNumber() > 12);
  await journal.close();
  await assert.rejects(withPartitions(seen), /was moved out of this database/);
});

async function numbersOf(journals: readonly Journal[], flight: number): Promise<readonly number[]> {
  const read = await Promise.all(journals.map((journal) => journal.readReports(flight)));
  return read.flat().map(({ number }) => number);
}

test('reports keep the numbers by which a crew center has them, and where two flights have one, those keep it that wait', async (t) => {
  const home = directory(t);
  await fill(home);
  const flights = Array.from({ length: 12 }, (_, index) => index + 1);
  const numbers = (journals: readonly Journal[]) => Promise.all(flights.map((flight) => numbersOf(journals, flight)));
  await moveToMysql(moving(home));
  const there = await withPartitions(async (journals) => {
    // Those of flight 8 are delivered, and this partition gives its numbers out once more.
    const journal = journals[parts.indexOf(partitionOf(pilotOf(1)))];
    await journal?.appendPositions(
      1,
      Array.from({ length: 30 }, (_, seq) => samplePosition(100 + seq)),
    ).durable;
    return numbers(journals);
  });
  assert.notEqual(new Set(there.flat()).size, there.flat().length, 'two flights have the same numbers');
  const other = directory(t);
  await moveToSqlite(moving(other));
  const journal = await openFile(other);
  const [back, running] = [await numbers([journal]), journal.initial.flights];
  await journal.close();
  const isKept = (flight: number) => back[flight - 1]?.join() === there[flight - 1]?.join();
  assert.deepEqual(
    flights.filter((flight) => !isKept(flight)),
    [8],
  );
  const delivered = running.find(({ flight }) => flight.number === 8)?.delivered ?? 0;
  assert.ok(delivered >= (back[7]?.at(-1) ?? Number.POSITIVE_INFINITY), 'it stays delivered');
});

test('there and back with a server in between: no other journal than the one that was moved is ever served', async (t) => {
  const home = directory(t);
  await fill(home);
  const serve = async (isShared: boolean) => {
    const journal = await openFile(home);
    try {
      await requirePlace(journal, home, isShared);
      if (isShared) await rememberElsewhere(journal);
    } finally {
      await journal.close();
    }
  };
  await assert.rejects(serve(true), /has a journal of its own, with flights or sessions/);
  await serve(false);
  const expected = await seenInFile(home);
  await moveToMysql(moving(home));
  await assert.rejects(serve(false), /is in a database. Set TRACKER_JOURNAL/);
  await assert.rejects(moveToMysql(moving(home)), /in a database already/);
  await serve(true);
  await assert.rejects(serve(false), /is in a database/);
  await moveToSqlite(moving(home));
  await serve(false);
  assert.deepEqual((await seenInFile(home)).flights, expected.flights);
  await assert.rejects(serve(true), /has a journal of its own/);
});

test('a server that never had a journal of its own remembers that it is in a database', async (t) => {
  const home = directory(t);
  for (const isShared of [true, true]) {
    const journal = await openFile(home);
    await requirePlace(journal, home, isShared);
    await rememberElsewhere(journal);
    await journal.close();
  }
  const journal = await openFile(home);
  await assert.rejects(requirePlace(journal, home, false), /is in a database/);
  await journal.close();
});

test('a move that is interrupted continues where it stopped, and servers wait for its end', async (t) => {
  const home = directory(t);
  await fill(home);
  const expected = await seenInFile(home);
  await using line = await openLine((server.address('journal').server as { socketPath: string }).socketPath);
  const cutAfter = (flights: number) => (done: number) => void (done === flights && line.cut());
  const options = moving(home, { database: place(line.path), onFlight: cutAfter(5) });
  await assert.rejects(moveToMysql(options), /unavailable/);
  assert.ok(existsSync(join(home, 'journal.sqlite')));
  await assert.rejects(withPartitions(seen), /is not complete. Run `tracker journal move` again/);
  const journal = await openFile(home);
  await journal.saveFlight({ ...sampleFlight(2), state: 'cancelled', endedAt: noon });
  await journal.close();
  line.mend();
  const { counts } = await moveToMysql({ ...options, onFlight: () => {} });
  assert.deepEqual([counts.flights, counts.there], [12, 4]);
  const moved = await withPartitions(seen);
  const rest = (of: typeof moved) => of.flights.filter(({ flight }) => flight.number !== 2);
  assert.deepEqual(rest(moved), rest(expected));
  assert.equal(moved.flights.find(({ flight }) => flight.number === 2)?.flight.state, 'cancelled');
});

test('a move is refused into a database with a journal, over a file, and while a server runs', async (t) => {
  const home = directory(t);
  await fill(home);
  await withPartitions(async ([first]) => first?.saveFlight(sampleFlight(1)));
  await assert.rejects(moveToMysql(moving(home)), /a journal of its own/);
  await assert.rejects(moveToSqlite(moving(home)), /There is a journal/);
  await assert.rejects(moveToMysql(moving(directory(t))), /There is no journal/);
  const sql = openMysql(server.address('journal'));
  await sql.run("INSERT INTO servers VALUES ('a', 'http://10.0.0.1:8787', '1', 1, 0, '')");
  let isOver = false;
  const beating = (async () => {
    while (!isOver) await sql.run('UPDATE servers SET beat = beat + 1');
  })();
  await assert.rejects(moveToSqlite(moving(directory(t), { watchMs: 200 })), /10\.0\.0\.1:8787 is running/);
  isOver = true;
  await beating;
  await sql.close();
});
