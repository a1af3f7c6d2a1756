import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openSample, temporaryDirectory } from '../../../test/journal-samples.ts';
import type { Journal } from '../journal.ts';
import { noon, sampleEvent, sampleFlight, samplePosition } from '../suite/samples.ts';
import { arrangeJournals } from './arrange.ts';
import { folderOf, readLayout } from './layout.ts';

const pilots = Array.from({ length: 5 }, (_, index) => String(index + 1));
const journalOf = (count: number) => (pilotId: string) => 1 + (Number(pilotId) % count);
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

async function openAll(t: TestContext, directory: string, count: number): Promise<readonly Journal[]> {
  const processes = Array.from({ length: count }, (_, index) => index + 1);
  return Promise.all(processes.map((each) => openSample(join(directory, folderOf(each) ?? ''))));
}

/** Everything that the journals have of pilots, and where: each must be in the journal of its pilot. */
async function contentsOf(journals: readonly Journal[], count: number) {
  const contents: Record<string, unknown> = {};
  for (const [index, journal] of journals.entries()) {
    const flights = await journal.listFlights({ limit: 1_000 });
    for (const flight of flights) {
      assert.equal(journalOf(count)(flight.pilot.id), index + 1, flight.id);
      assert.equal(contents[flight.id], undefined, `${flight.id} is there twice`);
      const { delivered = null, sealed = null } =
        journal.initial.flights.find((each) => each.flight.id === flight.id) ?? {};
      const found = await journal.readFlight({ flightId: flight.id });
      const byPirep = flight.pirepId === null ? null : await journal.readFlight({ pirepId: flight.pirepId });
      assert.ok(byPirep === null || byPirep.id === flight.id || byPirep.pirepId === flight.pirepId);
      contents[flight.id] = { found, delivered, sealed, reports: await journal.readReports(flight.number) };
    }
    for (const session of journal.initial.sessions) {
      assert.equal(journalOf(count)(session.pilotId), index + 1, session.tokenHash);
      contents[session.tokenHash] = session;
    }
  }
  return contents;
}

async function close(journals: readonly Journal[]): Promise<void> {
  for (const journal of journals) await journal.close();
}

test('flights move from one journal to several and back, with all that belongs to them', async (t) => {
  const directory = temporaryDirectory(t);
  let journals = await openAll(t, directory, 1);
  await fly(journals[0] as Journal, pilots, 'one');
  await close(journals);
  journals = await openAll(t, directory, 1);
  let before = await contentsOf(journals, 1);
  assert.equal(Object.keys(before).length, 15);
  await close(journals);
  for (const [index, count] of [3, 2, 1, 2].entries()) {
    await arrangeJournals({ dataDirectory: directory, count, journalOf: journalOf(count), logger });
    journals = await openAll(t, directory, count);
    assert.deepEqual(await contentsOf(journals, count), before, `after moving to ${count}`);
    // Numbers go on above those of every flight, and differ between the journals.
    const numbers = Object.values(before).flatMap((each) => (each as { reports?: { number: number }[] }).reports ?? []);
    const highest = Math.max(...numbers.map(({ number }) => number));
    for (const [each, journal] of journals.entries()) {
      const own = pilots.filter((pilot) => journalOf(count)(pilot) === each + 1);
      await fly(journal, own, `later-${index}`);
    }
    await close(journals);
    journals = await openAll(t, directory, count);
    before = await contentsOf(journals, count);
    const flights = Object.values(before).flatMap((each) => (each as { found?: { number: number } }).found ?? []);
    assert.equal(new Set(flights.map(({ number }) => number)).size, flights.length, 'a number is given once');
    const later = Object.entries(before).filter(([id]) => id.startsWith(`later-${index}-open`));
    for (const [id, { reports }] of later as [string, { reports: { number: number }[] }][])
      assert.ok((reports[0]?.number ?? 0) > highest, `${id} is numbered above`);
    await close(journals);
  }
});

test('a move that is interrupted anywhere is completed', async (t) => {
  const asked = async (directory: string, breaksAt: number) => {
    let calls = 0;
    const breaking = (pilotId: string) => {
      calls += 1;
      if (calls === breaksAt) throw new Error('interrupted');
      return journalOf(2)(pilotId);
    };
    const options = { dataDirectory: directory, count: 2, journalOf: breaking, logger };
    if (breaksAt > 0) await assert.rejects(arrangeJournals(options), /interrupted/);
    else await arrangeJournals(options);
    return calls;
  };
  let total = Number.POSITIVE_INFINITY;
  for (let breaksAt = 0; breaksAt < total; breaksAt += 9) {
    const directory = temporaryDirectory(t);
    const alone = await openAll(t, directory, 1);
    await fly(alone[0] as Journal, pilots.slice(0, 4), 'one');
    await close(alone);
    const calls = await asked(directory, breaksAt);
    if (breaksAt === 0) total = calls;
    else {
      assert.deepEqual(readLayout(directory), { count: 2, from: 2 });
      await asked(directory, 0);
    }
    assert.deepEqual(readLayout(directory), { count: 2, from: null });
    const journals = await openAll(t, directory, 2);
    assert.equal(Object.keys(await contentsOf(journals, 2)).length, 12);
    await close(journals);
  }
});

test('the first journal gets the changes that another one had not passed on, once', async (t) => {
  const directory = temporaryDirectory(t);
  await arrangeJournals({ dataDirectory: directory, count: 2, journalOf: journalOf(2), logger });
  let journals = await openAll(t, directory, 2);
  await fly(journals[1] as Journal, ['1', '3'], 'one');
  await journals[1]?.changes.saveCursor('first-process', 1);
  await journals[1]?.saveAudit({ at: noon, actor: 'a', action: 'b', subject: 'c', detail: null });
  await close(journals);
  for (const count of [1, 2, 1])
    await arrangeJournals({ dataDirectory: directory, count, journalOf: journalOf(count), logger });
  journals = await openAll(t, directory, 1);
  const changes = (await journals[0]?.changes.read(0, 100)) ?? [];
  assert.deepEqual(
    changes.map(({ kind, flight }) => [kind, flight.id]),
    [
      ['started', 'one-open-1'],
      ['filed', 'one-ended-3'],
      ['started', 'one-open-3'],
    ],
  );
  assert.equal((await journals[0]?.listAudit(10))?.length, 1);
  await close(journals);
});
