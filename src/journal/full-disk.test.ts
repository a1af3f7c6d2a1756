import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSample, temporaryDirectory } from '../../test/journal-samples.ts';

/** As many pages as the file may have; SQLite leaves it at what the file has when that is more. */
const noMore = 1;
const noBound = 0;

test('one line is logged when storing begins to fail, and one when it works again', async (t) => {
  const pageLimit = new Int32Array(new SharedArrayBuffer(4));
  const lines: string[] = [];
  const logger = {
    info: (_: object, message: string) => void lines.push(message),
    error: (_: object, message: string) => void lines.push(message),
  };
  const journal = await openSample(temporaryDirectory(t), { faults: { pageLimit }, logger });
  Atomics.store(pageLimit, 0, noMore);
  const long = 'x'.repeat(100_000);
  for (const name of ['a', 'b']) await assert.rejects(journal.saveNote(name, long), { code: 'journal-full' });
  Atomics.store(pageLimit, 0, noBound);
  for (const name of ['a', 'b']) await journal.saveNote(name, long);
  assert.deepEqual(lines, [
    'reports cannot be stored; clients are asked to send them again',
    'reports can be stored again',
  ]);
});

test('a barrier waits for the commit under way too: when that is refused, what follows it does not hide it', async (t) => {
  const pageLimit = new Int32Array(new SharedArrayBuffer(4));
  const journal = await openSample(temporaryDirectory(t), { faults: { pageLimit }, commitWindowMs: 0 });
  const full = { code: 'journal-full' };
  await journal.saveNote('b', 'y');
  Atomics.store(pageLimit, 0, noMore);
  const refused = assert.rejects(journal.saveNote('a', 'x'.repeat(100_000)), full);
  // Its commit is on the way now; the next one needs no page more.
  await new Promise((resolve) => setImmediate(resolve));
  const next = journal.saveNote('b', 'x');
  const barrier = assert.rejects(journal.barrier(), full);
  await Promise.all([refused, next, barrier]);
  assert.equal(journal.readNote('b'), 'x');
});
