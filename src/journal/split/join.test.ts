import assert from 'node:assert/strict';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { noon, sampleEvent, sampleFlight, samplePosition } from '../../../test/journal/suite/samples.ts';
import { openSample, temporaryDirectory } from '../../../test/journal-samples.ts';
import type { Journal } from '../journal.ts';
import { writeNumbering } from '../numbering.ts';
import { fileName } from '../open.ts';
import { joinSplitJournals } from './join.ts';
import { folderOf, readLayout, writeLayout } from './layout.ts';

const pilots = Array.from({ length: 5 }, (_, index) => String(index + 1));
const logger = { info: () => undefined, error: () => undefined };

/** Flies with every pilot: one flight that has ended, one under way that is partly sealed and partly delivered. */
async function fly(journal: Journal, some: readonly string[], day: string): Promise<void> {
  for (const id of some) {
    const pilot = { id, ident: `VMS${id}`, name: `Pilot ${id}` };
    const ended = sampleFlight(journal.nextFlightNumber(), {
      id: `${day}-ended-${id}`,
      pilot,
      state: 'filed',
      endedAt: noon,
    });
    await journal.saveFlight({ ...ended, endedAt: null });
    journal.appendPositions(
      ended.number,
      [1, 2, 3].map((seq) => samplePosition(seq, { phase: `phase ${day} ${id}` })),
    );
    await journal.saveFlight(ended, { kind: 'filed', at: noon });
    const open = sampleFlight(journal.nextFlightNumber(), { id: `${day}-open-${id}`, pilot, pirepId: `P${day}${id}` });
    await journal.saveFlight(open, { kind: 'started', at: noon });
    journal.appendPositions(
      open.number,
      [1, 2, 3].map((seq) => samplePosition(seq)),
    );
    await journal.sealFlight(open.number, { of: id });
    const { firstNumber, durable } = journal.appendPositions(open.number, [
      samplePosition(4, { phase: `word of ${id}` }),
      samplePosition(5, { phase: 'a phase whose name is too long to be stored under a number' }),
    ]);
    journal.appendEvents(open.number, [sampleEvent(1)]);
    await durable;
    await journal.saveDelivered(open.number, firstNumber);
    const times = { createdAt: noon, expiresAt: noon + 1_000, lifetime: 'normal' } as const;
    const names = { pilotIdent: pilot.ident, pilotName: pilot.name, credentialVersion: 'v' };
    await journal.saveSession({ tokenHash: `${day}-${id}`, pilotId: id, ...names, ...times });
  }
}

/** Returns the folders of a data directory that this many processes of an earlier release shared, none of them with flights yet. */
async function split(directory: string, count: number): Promise<readonly string[]> {
  writeLayout(directory, { count, from: null });
  const folders = Array.from({ length: count }, (_, index) => join(directory, index === 0 ? '' : folderOf(index + 1)));
  for (const [index, folder] of folders.entries()) {
    const journal = await openSample(folder);
    await journal.close();
    using database = new DatabaseSync(join(folder, fileName));
    writeNumbering(database, { report: 1 + index * 2 ** 40, flight: 1 + index * 1_000 });
  }
  return folders;
}

/** Flies with every pilot in the journal that the pilot's number names. */
async function flyAll(folders: readonly string[], day: string): Promise<void> {
  for (const [index, folder] of folders.entries()) {
    const journal = await openSample(folder);
    await fly(
      journal,
      pilots.filter((pilot) => Number(pilot) % folders.length === index),
      day,
    );
    await journal.close();
  }
}

/** Everything that the journals have of pilots. */
async function contentsOf(folders: readonly string[]) {
  const contents: Record<string, unknown> = {};
  for (const folder of folders) {
    const journal = await openSample(folder);
    for (const flight of await journal.listFlights({ limit: 1_000 })) {
      assert.equal(contents[flight.id], undefined, `${flight.id} is there twice`);
      const { delivered = null, sealed = null } =
        journal.initial.flights.find((each) => each.flight.id === flight.id) ?? {};
      const found = await journal.readFlight({ flightId: flight.id });
      const byPirep = flight.pirepId === null ? null : await journal.readFlight({ pirepId: flight.pirepId });
      assert.ok(byPirep === null || byPirep.id === flight.id || byPirep.pirepId === flight.pirepId);
      contents[flight.id] = { found, delivered, sealed, reports: await journal.readReports(flight.number) };
    }
    for (const session of journal.initial.sessions) contents[session.tokenHash] = session;
    await journal.close();
  }
  return contents;
}

test('the journals of several processes become one, with all that belongs to the flights', async (t) => {
  const directory = temporaryDirectory(t);
  const folders = await split(directory, 3);
  await flyAll(folders, 'one');
  const before = await contentsOf(folders);
  assert.equal(Object.keys(before).length, 15);
  await joinSplitJournals(directory, logger);
  assert.deepEqual(await contentsOf([directory]), before);
  assert.deepEqual(
    folders.slice(1).filter((folder) => existsSync(folder)),
    [],
    'nothing of a pilot stays behind',
  );
  // Numbers go on above those of every flight.
  const numbers = Object.values(before).flatMap((each) => (each as { reports?: { number: number }[] }).reports ?? []);
  const highest = Math.max(...numbers.map(({ number }) => number));
  await flyAll([directory], 'two');
  const after = await contentsOf([directory]);
  const flights = Object.values(after).flatMap((each) => (each as { found?: { number: number } }).found ?? []);
  assert.equal(flights.length, 20);
  assert.equal(new Set(flights.map(({ number }) => number)).size, flights.length, 'a number is given once');
  const [first] = (after['two-open-1'] as { reports: { number: number }[] }).reports;
  assert.ok((first?.number ?? 0) > highest, 'reports are numbered above');
  await joinSplitJournals(directory, logger);
  assert.deepEqual(await contentsOf([directory]), after, 'a directory that is whole is left alone');
});

test('a move that is interrupted is completed at the next start', async (t) => {
  const whole = temporaryDirectory(t);
  const folders = await split(whole, 3);
  await flyAll(folders, 'one');
  const before = await contentsOf(folders);
  // Each time one statement more is let through before the process ends.
  const tables = ['flights', 'reports', 'chunks', 'sessions', 'texts', 'notes', 'audit'];
  for (const action of ['INSERT', 'DELETE'])
    for (const table of tables) {
      const directory = temporaryDirectory(t);
      cpSync(whole, directory, { recursive: true });
      const broken = action === 'INSERT' ? directory : join(directory, folderOf(3));
      const run = (sql: string) => {
        using database = new DatabaseSync(join(broken, fileName));
        database.exec(sql);
      };
      run(`CREATE TRIGGER broken BEFORE ${action} ON ${table} BEGIN SELECT RAISE(ABORT, 'interrupted'); END`);
      const isTouched = await joinSplitJournals(directory, logger).then(
        () => false,
        (error) => /interrupted/.test(String(error)),
      );
      if (isTouched) {
        assert.deepEqual(readLayout(directory), { count: 1, from: 3 }, `${action} ${table}`);
        run('DROP TRIGGER broken');
        await joinSplitJournals(directory, logger);
      } else if (action === 'INSERT') run('DROP TRIGGER broken');
      assert.deepEqual(readLayout(directory), { count: 1, from: null });
      assert.deepEqual(await contentsOf([directory]), before, `${action} ${table}`);
    }
});

test('the first journal gets the changes that another one had not passed on, once, and its audit log', async (t) => {
  const directory = temporaryDirectory(t);
  const folders = await split(directory, 2);
  const other = await openSample(folders[1] as string);
  await fly(other, ['1', '3'], 'one');
  await other.changes.saveCursor('first-process', 1);
  await other.saveAudit({ at: noon, actor: 'a', action: 'b', subject: 'c', detail: null });
  await other.close();
  await joinSplitJournals(directory, logger);
  const journal = await openSample(directory);
  const changes = await journal.changes.read(0, 100);
  assert.deepEqual(
    changes.map(({ kind, flight }) => [kind, flight.id]),
    [
      ['started', 'one-open-1'],
      ['filed', 'one-ended-3'],
      ['started', 'one-open-3'],
    ],
  );
  assert.equal((await journal.listAudit(10)).length, 1);
  await journal.close();
});
