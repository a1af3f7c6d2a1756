import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSample, sampleFlight, samplePosition, temporaryDirectory } from '../../test/journal-samples.ts';

const refused = { code: 'journal-full' };
/** As many pages as the file may have; SQLite leaves it at what the file has when that is more. */
const noMore = 1;
const noBound = 0;

test('on a full disk a batch is refused whole, and storing goes on when there is room again', async (t) => {
  const pageLimit = new Int32Array(new SharedArrayBuffer(4));
  const lines: string[] = [];
  const logger = {
    info: (_: object, message: string) => void lines.push(message),
    error: (_: object, message: string) => void lines.push(message),
  };
  const directory = temporaryDirectory(t);
  const journal = await openSample(directory, { faults: { pageLimit }, logger });
  await journal.saveFlight(sampleFlight(1));
  await journal.appendPositions(1, [samplePosition(0)]).durable;
  Atomics.store(pageLimit, 0, noMore);
  const many = Array.from({ length: 500 }, (_, index) => samplePosition(index + 1, { phase: `phase ${index % 9}` }));
  const note = journal.saveNote('in the', 'same batch');
  const failed = journal.appendPositions(1, many);
  await assert.rejects(failed.durable, refused);
  await assert.rejects(note, refused);
  await assert.rejects(journal.appendPositions(1, many).durable, refused);
  assert.equal(journal.readNote('in the'), null);
  assert.equal((await journal.readReports(1)).length, 1);

  Atomics.store(pageLimit, 0, noBound);
  const stored = journal.appendPositions(1, many);
  assert.ok(stored.firstNumber >= failed.firstNumber + 2 * many.length, 'a number is never given twice');
  await stored.durable;
  const expected = [samplePosition(0), ...many];
  const positions = async (of: typeof journal) =>
    (await of.readReports(1)).map((report) => (report.kind === 'position' ? report.position : null));
  assert.deepEqual(await positions(journal), expected);
  assert.deepEqual(lines, [
    'reports cannot be stored; clients are asked to send them again',
    'reports can be stored again',
  ]);
  await journal.close();
  // Texts that were new in the failed batch were stored with the next one.
  assert.deepEqual(await positions(await openSample(directory)), expected);
});

test('a seal that finds no room leaves the reports as they are', async (t) => {
  const pageLimit = new Int32Array(new SharedArrayBuffer(4));
  const journal = await openSample(temporaryDirectory(t), { faults: { pageLimit } });
  await journal.saveFlight(sampleFlight(1));
  const many = Array.from({ length: 3000 }, (_, index) => {
    // Of no regularity, so that the chunk needs pages.
    return samplePosition(index, { simTime: `${(index * 7919) % 10_007}` });
  });
  await journal.appendPositions(1, many).durable;
  Atomics.store(pageLimit, 0, noMore);
  await assert.rejects(journal.sealFlight(1, {}), refused);
  assert.equal((await journal.readReports(1)).length, 3000);
  assert.equal(journal.hasSealedReport(1, 'position', many[0]?.recordedAt ?? 0), false);
  Atomics.store(pageLimit, 0, noBound);
  await journal.sealFlight(1, {});
  assert.equal((await journal.readReports(1)).length, 3000);
  assert.equal(journal.hasSealedReport(1, 'position', many[0]?.recordedAt ?? 0), true);
});
