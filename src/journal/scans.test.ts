import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { test } from 'node:test';
import { noon, sampleEvent, sampleFlight } from '../../test/journal/suite/samples.ts';
import { temporaryDirectory } from '../../test/journal-samples.ts';
import { eventText } from './event-row.ts';
import { fileName, prepareFile } from './open.ts';
import { OperationWriter } from './operation-writer.ts';
import type { Operation } from './operations.ts';
import { toFlightRow } from './rows.ts';
import { Sealer } from './sealer.ts';

/** What is written for each flight, each report, or each change that a listener has heard. */
const often: readonly Operation[] = [
  { kind: 'flight', flight: toFlightRow(sampleFlight(1, { pirepId: 'p' })) },
  { kind: 'change', change: { at: noon, kind: 'started', flight: 1, document: '{}' } },
  { kind: 'cursor', name: 'webhooks', number: 1, keepSince: noon, keepUnreadSince: noon },
  { kind: 'cursor', name: 'webhooks', number: null, keepSince: noon, keepUnreadSince: noon },
  { kind: 'event', number: 1, flight: 1, text: eventText(sampleEvent(1)) },
  { kind: 'seal', flight: 1, numbers: Float64Array.of(1), progress: null, isLast: true },
  { kind: 'delivered', flight: 1, number: 1 },
  { kind: 'login-failure', failure: { at: noon, loginHash: 'h', address: '::1', account: null }, keepSince: noon },
  { kind: 'sessions-gone', tokenHashes: ['h'] },
  { kind: 'note', name: 'n', text: 't' },
  { kind: 'note', name: 'n', text: null },
  { kind: 'audit', entry: { at: noon, actor: 'a', action: 'b', subject: 'c', detail: null } },
];

/** Keeps the statements that were run. */
class Watched extends DatabaseSync {
  readonly run = new Set<string>();

  override prepare(sql: string): StatementSync {
    const statement = super.prepare(sql);
    for (const call of ['run', 'get', 'all'] as const) {
      const original = statement[call].bind(statement) as (...values: readonly unknown[]) => never;
      statement[call] = (...values: readonly unknown[]) => {
        this.run.add(sql);
        return original(...values);
      };
    }
    return statement;
  }
}

/** What SQLite says of statements that read every row of a table or of an index. */
function scansOf(database: DatabaseSync, statements: Iterable<string>): readonly string[] {
  return [...statements].flatMap((sql) => {
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    return plan.map(({ detail }) => String(detail)).filter((detail) => /^SCAN (?!CONSTANT ROW)/.test(detail));
  });
}

test('no table is read as a whole to write what comes with each flight, report or change', async (t) => {
  const file = join(temporaryDirectory(t), fileName);
  await prepareFile(file);
  using database = new Watched(file);
  const fail = () => assert.fail('nothing is damaged');
  const writer = new OperationWriter(database, new Sealer(database, fail), fail);
  for (const operation of often) writer.write(operation);
  const run = [...database.run];
  assert.ok(run.length >= often.length, `${run.length} statements`);
  assert.deepEqual(scansOf(database, run), []);
  assert.deepEqual(scansOf(database, ['DELETE FROM audit WHERE subject = ?']), ['SCAN audit']);
});
