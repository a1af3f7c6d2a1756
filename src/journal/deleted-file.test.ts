import assert from 'node:assert/strict';
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sampleFlight, samplePosition } from '../../test/journal/suite/samples.ts';
import { openSample, temporaryDirectory } from '../../test/journal-samples.ts';
import { fileName } from './open.ts';

test('nothing is acknowledged while the file of the journal is not in its place, and it goes on when it is back', async (t) => {
  const reasons: unknown[] = [];
  const logger = { info: () => {}, error: (details: object) => void reasons.push(Object.values(details)[0]) };
  const directory = temporaryDirectory(t);
  const journal = await openSample(directory, { logger });
  await journal.saveFlight(sampleFlight(1));
  await journal.appendPositions(1, [samplePosition(0)]).durable;

  const [file, elsewhere] = [join(directory, fileName), join(directory, 'elsewhere')];
  renameSync(file, elsewhere);
  const refused = { code: 'journal-full' };
  await assert.rejects(journal.appendPositions(1, [samplePosition(1)]).durable, refused);
  copyFileSync(elsewhere, file);
  await assert.rejects(journal.saveNote('another file', 'of its name'), refused);
  assert.match(String(reasons), /journal\.sqlite was deleted, moved or replaced.* restore a backup/);

  renameSync(elsewhere, file);
  await journal.appendPositions(1, [samplePosition(2)]).durable;
  await journal.close();
  const reports = await (await openSample(directory)).readReports(1);
  assert.equal(reports.length, 2);
});
