import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { sampleFlight, samplePosition } from '../../test/journal/suite/samples.ts';
import { openSample, temporaryDirectory } from '../../test/journal-samples.ts';
import type { Journal } from './journal.ts';
import { fileName } from './open.ts';

const positions = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => samplePosition(from + index));
const seqs = async (journal: Journal, flight: number) =>
  (await journal.readReports(flight)).map((report) =>
    report.kind === 'position' ? report.position.seq : `event ${report.event.seq}`,
  );

function count(directory: string, table: 'reports' | 'chunks'): number {
  const database = new DatabaseSync(join(directory, fileName), { readOnly: true });
  const row = database.prepare(`SELECT count(*) AS count FROM ${table}`).get();
  database.close();
  return Number(row?.count);
}

test('raw rows are cut off behind the oldest one that is not sealed', async (t) => {
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
});

test('the chunks of an ended flight become one', async (t) => {
  const directory = temporaryDirectory(t);
  const journal = await openSample(directory);
  await journal.saveFlight(sampleFlight(1));
  for (let part = 0; part < 5; part++) {
    journal.appendPositions(1, positions(part * 10, part * 10 + 10));
    await journal.sealFlight(1, null);
  }
  assert.equal(count(directory, 'chunks'), 5);
  await journal.saveFlight(sampleFlight(1, { state: 'filed', endedAt: samplePosition(60).recordedAt }));
  assert.deepEqual([count(directory, 'chunks'), count(directory, 'reports')], [1, 1]);
});

test('the chunks of an ended flight stay as they are when one of them is damaged', async (t) => {
  const directory = temporaryDirectory(t);
  const journal = await openSample(directory);
  await journal.saveFlight(sampleFlight(1));
  for (let part = 0; part < 3; part++) {
    journal.appendPositions(1, positions(part * 10, part * 10 + 10));
    await journal.sealFlight(1, null);
  }
  const database = new DatabaseSync(join(directory, fileName));
  database.exec(
    'UPDATE chunks SET sum = sum + 1 WHERE rowid = (SELECT rowid FROM chunks ORDER BY first_number LIMIT 1 OFFSET 1)',
  );
  database.close();
  await journal.saveFlight(sampleFlight(1, { state: 'filed', endedAt: samplePosition(40).recordedAt }));
  assert.equal(count(directory, 'chunks'), 3, 'a repair finds what is left of it');
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
