import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon, sampleFlight, samplePosition } from '../../test/journal/suite/samples.ts';
import { openSample, temporaryDirectory } from '../../test/journal-samples.ts';

test('what comes in one turn of the event loop makes one commit', async (t) => {
  const journal = await openSample(temporaryDirectory(t), { commitWindowMs: 0 });
  const appended = [1, 2, 3].map((flight) => journal.appendPositions(flight, [samplePosition(0)]));
  const saved = journal.saveNote('a', 'b');
  await Promise.all([...appended.map(({ durable }) => durable), saved]);
  const { commits, rows, queuedRows } = journal.stats();
  assert.deepEqual({ commits, rows, queuedRows }, { commits: 1, rows: 4, queuedRows: 0 });
});

test('what belongs together makes one commit: a flight and its change, a note and its entry in the audit log', async (t) => {
  const journal = await openSample(temporaryDirectory(t), { commitWindowMs: 0 });
  await journal.saveFlight(sampleFlight(1), { kind: 'started', at: noon });
  assert.equal(journal.stats().commits, 1);
  const entry = { at: noon, actor: 'ada@test', action: 'use-rules', subject: '1', detail: null };
  await journal.saveNote('rules', '1', entry);
  assert.equal(journal.stats().commits, 2);
});
