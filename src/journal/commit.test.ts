import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplePosition } from '../../test/journal/suite/samples.ts';
import { openSample, temporaryDirectory } from '../../test/journal-samples.ts';

test('what comes in one turn of the event loop makes one commit', async (t) => {
  const journal = await openSample(temporaryDirectory(t), { commitWindowMs: 0 });
  const appended = [1, 2, 3].map((flight) => journal.appendPositions(flight, [samplePosition(0)]));
  const saved = journal.saveNote('a', 'b');
  await Promise.all([...appended.map(({ durable }) => durable), saved]);
  const { commits, rows, queuedRows } = journal.stats();
  assert.deepEqual({ commits, rows, queuedRows }, { commits: 1, rows: 4, queuedRows: 0 });
});
