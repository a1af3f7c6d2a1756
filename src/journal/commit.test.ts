import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  openSample,
  sampleEvent,
  sampleFlight,
  samplePosition,
  temporaryDirectory,
} from '../../test/journal-samples.ts';

/** Far away: whatever cuts the window short shows. */
const never = 2 ** 30;

test('what comes in one turn of the event loop makes one commit', async (t) => {
  const journal = await openSample(temporaryDirectory(t), { commitWindowMs: 0 });
  const appended = [1, 2, 3].map((flight) => journal.appendPositions(flight, [samplePosition(0)]));
  const saved = journal.saveNote('a', 'b');
  await Promise.all([...appended.map(({ durable }) => durable), saved]);
  const { commits, rows, queuedRows } = journal.stats();
  assert.deepEqual({ commits, rows, queuedRows }, { commits: 1, rows: 4, queuedRows: 0 });
});

test('32 waiting rows cut the window short', async (t) => {
  const journal = await openSample(temporaryDirectory(t), { commitWindowMs: never });
  const positions = Array.from({ length: 32 }, (_, seq) => samplePosition(seq));
  for (const position of positions.slice(1)) journal.appendPositions(1, [position]);
  assert.equal(journal.stats().queuedRows, 31);
  await journal.appendPositions(1, positions.slice(0, 1)).durable;
  assert.equal(journal.stats().commits, 1);
});

test('closing writes what still waits for company', async (t) => {
  const directory = temporaryDirectory(t);
  const journal = await openSample(directory, { commitWindowMs: never });
  const { durable } = journal.appendPositions(1, [samplePosition(0)]);
  await journal.close();
  await durable;
  const again = await openSample(directory);
  assert.equal((await again.readReports(1)).length, 1);
});

test('writes of all kinds take effect in the order in which they were made', async (t) => {
  const journal = await openSample(temporaryDirectory(t));
  const flight = sampleFlight(1);
  void journal.saveFlight(flight);
  journal.appendPositions(1, [samplePosition(0)]);
  void journal.saveFlight({ ...flight, state: 'filing' });
  journal.appendEvents(1, [sampleEvent(1)]);
  void journal.saveNote('n', 'first');
  void journal.saveNote('n', 'second');
  journal.appendPositions(1, [samplePosition(1)]);
  await journal.barrier();
  assert.equal(journal.stats().queuedRows, 0);
  assert.equal((await journal.readFlight({ flightId: flight.id }))?.state, 'filing');
  assert.equal(journal.readNote('n'), 'second');
  const reports = await journal.readReports(1);
  assert.deepEqual(
    reports.map(({ number, kind }) => [number, kind]),
    [
      [1, 'position'],
      [2, 'event'],
      [3, 'position'],
    ],
  );
});

test('a full queue refuses at once, takes nothing of it, and takes more when it has drained', async (t) => {
  const journal = await openSample(temporaryDirectory(t), { queueRows: 10, commitWindowMs: never });
  const positions = Array.from({ length: 8 }, (_, seq) => samplePosition(seq));
  const { firstNumber } = journal.appendPositions(1, positions);
  const full = { code: 'journal-full', detail: { message: /again/, retryAfterS: 5 } };
  assert.throws(() => journal.appendPositions(1, positions.slice(0, 3)), { code: full.code });
  assert.throws(
    () =>
      journal.appendEvents(
        1,
        [1, 2, 3].map((seq) => sampleEvent(seq)),
      ),
    { code: full.code },
  );
  // An ended flight is a document and a seal: two writes, both or none.
  journal.appendPositions(1, positions.slice(0, 1));
  await assert.rejects(journal.saveFlight(sampleFlight(1, { state: 'filed', endedAt: 1 })), { code: full.code });
  const last = journal.saveNote('the', 'tenth');
  assert.equal(journal.stats().queuedRows, 10);
  await assert.rejects(journal.saveNote('one', 'more'), (error: { code: string; detail: { retryAfterS: number } }) => {
    return error.code === 'journal-full' && error.detail.retryAfterS > 0;
  });
  void journal.close();
  await last;
  assert.equal(firstNumber, 1);
});

test('an empty append is durable at once', async (t) => {
  const journal = await openSample(temporaryDirectory(t), { commitWindowMs: never });
  await journal.appendPositions(1, []).durable;
  await journal.appendEvents(1, []).durable;
  await journal.barrier();
});
