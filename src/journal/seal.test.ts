import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  openSample,
  sampleEvent,
  sampleFlight,
  samplePosition,
  temporaryDirectory,
  unsealedOf,
} from '../../test/journal-samples.ts';
import type { Journal } from './journal.ts';
import { fileName } from './open.ts';

const positions = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => samplePosition(from + index));
const seqs = async (journal: Journal, flight: number) =>
  (await journal.readReports(flight)).map((report) =>
    report.kind === 'position' ? report.position.seq : `event ${report.event.seq}`,
  );
const instant = (seq: number) => samplePosition(seq).recordedAt;

function count(directory: string, table: 'reports' | 'chunks'): number {
  const database = new DatabaseSync(join(directory, fileName), { readOnly: true });
  const row = database.prepare(`SELECT count(*) AS count FROM ${table}`).get();
  database.close();
  return Number(row?.count);
}

test('sealed and raw reports are read as one', async (t) => {
  const journal = await openSample(temporaryDirectory(t));
  await journal.saveFlight(sampleFlight(1));
  journal.appendPositions(1, positions(0, 3));
  journal.appendEvents(1, [sampleEvent(1)]);
  await journal.sealFlight(1, { step: 1 });
  journal.appendPositions(1, positions(3, 5));
  const sealing = journal.sealFlight(1, { step: 2 });
  // Not sealed: it came after the seal was asked for.
  await journal.appendPositions(1, positions(5, 6)).durable;
  await sealing;
  assert.deepEqual(await seqs(journal, 1), [0, 1, 2, 'event 1', 3, 4, 5]);
  assert.deepEqual(
    (await journal.readReports(1, { after: 2, limit: 3 })).map(({ number }) => number),
    [3, 4, 5],
  );
});

test('what was sealed is told at the next opening, without being unpacked', async (t) => {
  const directory = temporaryDirectory(t);
  const journal = await openSample(directory);
  await journal.saveFlight(sampleFlight(1));
  await journal.appendPositions(1, [samplePosition(0), samplePosition(1), samplePosition(5), samplePosition(2)])
    .durable;
  await journal.appendEvents(1, [sampleEvent(9), sampleEvent(null)]).durable;
  await journal.sealFlight(1, { distance: 12.5 });
  await journal.appendPositions(1, [samplePosition(6), samplePosition(3)]).durable;
  await journal.sealFlight(1, { distance: 13 });
  const tail = journal.appendPositions(1, [samplePosition(7)]);
  await tail.durable;
  await journal.close();
  const again = await openSample(directory);
  assert.deepEqual(again.initial.flights[0], {
    flight: sampleFlight(1),
    delivered: 0,
    sealed: {
      lastNumber: 8,
      positionCount: 6,
      eventCount: 2,
      positionSeqs: [
        [0, 3],
        [5, 6],
      ],
      eventSeqs: [[9, 9]],
      lastRecordedAt: instant(6),
      lastPosition: samplePosition(6),
      progress: { distance: 13 },
    },
  });
  assert.deepEqual(unsealedOf(again), [{ number: tail.firstNumber, kind: 'position', position: samplePosition(7) }]);
});

test('raw rows are cut off behind the oldest one that is not sealed; numbers go on growing', async (t) => {
  const directory = temporaryDirectory(t);
  const journal = await openSample(directory);
  for (const flight of [1, 2]) await journal.saveFlight(sampleFlight(flight));
  await journal.appendPositions(1, positions(0, 10)).durable;
  await journal.appendPositions(2, positions(0, 5)).durable;
  await journal.appendPositions(1, positions(10, 20)).durable;
  await journal.sealFlight(1, null);
  assert.equal(count(directory, 'reports'), 15, 'flight 2 holds what came after it');
  await journal.sealFlight(2, null);
  assert.equal(count(directory, 'reports'), 1, 'the newest row stays');
  assert.equal(count(directory, 'chunks'), 2);
  await journal.close();
  const again = await openSample(directory);
  assert.deepEqual(unsealedOf(again), []);
  assert.equal(again.appendPositions(1, positions(20, 21)).firstNumber, 26);
});

test('an ended flight is sealed with its document, however it was sealed before', async (t) => {
  const directory = temporaryDirectory(t);
  const journal = await openSample(directory);
  await journal.saveFlight(sampleFlight(1));
  journal.appendPositions(1, positions(0, 3000));
  const sealing = journal.sealFlight(1, { a: 1 });
  journal.appendPositions(1, positions(3000, 3010));
  await journal.saveFlight(sampleFlight(1, { state: 'filed', endedAt: instant(3010) }));
  await sealing;
  await journal.sealFlight(1, { a: 2 });
  assert.equal(count(directory, 'reports'), 1);
  assert.deepEqual(
    await seqs(journal, 1),
    positions(0, 3010).map(({ seq }) => seq),
  );
});

test('the chunks of an ended flight become one; what was looked up before is found after', async (t) => {
  const directory = temporaryDirectory(t);
  const journal = await openSample(directory);
  for (const flight of [1, 2]) await journal.saveFlight(sampleFlight(flight));
  for (let part = 0; part < 5; part++) {
    journal.appendPositions(1, positions(part * 10, part * 10 + 10));
    journal.appendEvents(1, [sampleEvent(part)]);
    await journal.sealFlight(1, null);
    assert.ok(journal.hasSealedReport(1, 'position', instant(part * 10)));
  }
  const before = await journal.readReports(1);
  assert.equal(count(directory, 'chunks'), 5);
  await journal.saveFlight(sampleFlight(1, { state: 'filed', endedAt: instant(60) }));
  assert.equal(count(directory, 'chunks'), 1);
  assert.deepEqual(await journal.readReports(1), before);
  journal.appendPositions(2, positions(100, 110));
  await journal.sealFlight(2, null);
  const found = [1, 2].map((flight) =>
    [25, 105].map((seq) => journal.hasSealedReport(flight, 'position', instant(seq))),
  );
  assert.deepEqual(found, [
    [true, false],
    [false, true],
  ]);
});

test('the instant of a sealed report is found, by kind; an undated one has none', async (t) => {
  const journal = await openSample(temporaryDirectory(t));
  await journal.saveFlight(sampleFlight(1));
  journal.appendPositions(1, [...positions(0, 5), samplePosition(9, { isDated: false })]);
  journal.appendEvents(1, [sampleEvent(500)]);
  await journal.sealFlight(1, null);
  journal.appendPositions(1, positions(6, 8));
  await journal.sealFlight(1, null);
  const found = (kind: 'position' | 'event', at: number) => journal.hasSealedReport(1, kind, at);
  assert.ok([0, 4, 6, 7].every((seq) => found('position', instant(seq))));
  assert.ok(![5, 8, 9].some((seq) => found('position', instant(seq))));
  assert.equal(found('position', instant(2) + 1), false);
  assert.equal(found('event', sampleEvent(500).recordedAt), true);
  assert.equal(found('position', sampleEvent(500).recordedAt + 1), false);
  assert.equal(journal.hasSealedReport(2, 'position', instant(0)), false);
});

test('many seals at once are all done', async (t) => {
  const directory = temporaryDirectory(t);
  const journal = await openSample(directory);
  const flights = Array.from({ length: 40 }, (_, index) => index + 1);
  for (const flight of flights) journal.appendPositions(flight, positions(0, 400));
  await Promise.all(flights.map((flight) => journal.sealFlight(flight, { flight })));
  assert.equal(count(directory, 'reports'), 1);
  for (const flight of flights) assert.equal((await journal.readReports(flight)).length, 400);
});

test('whatever is appended, sealed and reopened in whatever order, every report is read once, in order', async (t) => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('append'),
        flight: fc.integer({ min: 1, max: 3 }),
        count: fc.integer({ min: 1, max: 40 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('seal'),
        flight: fc.integer({ min: 1, max: 3 }),
        count: fc.constant(0),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen'), flight: fc.constant(0), count: fc.constant(0) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const directory = temporaryDirectory(t);
      let journal = await openSample(directory, { commitWindowMs: 0 });
      const expected = new Map([1, 2, 3].map((flight) => [flight, [] as number[]]));
      for (const { kind, flight, count } of steps) {
        if (kind === 'reopen') {
          await journal.close();
          journal = await openSample(directory, { commitWindowMs: 0 });
        } else if (kind === 'seal') void journal.sealFlight(flight, null);
        else {
          const known = expected.get(flight) ?? [];
          journal.appendPositions(flight, positions(known.length, known.length + count));
          for (let added = 0; added < count; added++) known.push(known.length);
        }
      }
      await journal.barrier();
      for (const [flight, wanted] of expected) assert.deepEqual(await seqs(journal, flight), wanted);
      await journal.close();
    }),
    { numRuns: 12 },
  );
});
