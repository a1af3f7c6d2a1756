import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { Notes } from './notes.ts';

/** Notes over rows that a test gives, or over an error that each read throws. */
async function opened() {
  const state: { rows: Record<string, unknown>[]; error: Error | null } = { rows: [], error: null };
  const database = {
    rows: async (sql: string, [after]: readonly unknown[] = []) => {
      if (state.error !== null) throw state.error;
      return sql.includes('note_count') ? [{ n: 0 }] : state.rows.filter(({ n }) => Number(n) > Number(after));
    },
    run: async () => ({ affectedRows: 0, insertId: 0 }),
  };
  const clock = new ManualClock(0);
  const errors: unknown[] = [];
  const notes = new Notes(database, clock, (error) => errors.push(error));
  await notes.open();
  return { state, clock, errors, notes };
}

for (const [what, error, isReported] of [
  ['an outage', new DatabaseUnavailable('no node answers', true, null), false],
  ['another error', new Error('the table is gone'), true],
] as const) {
  test(`after ${what} in a refresh the next one reads again`, async () => {
    const { state, clock, errors, notes } = await opened();
    state.error = error;
    await clock.advance(1_000);
    await clock.advance(1_000);
    assert.deepEqual(errors, isReported ? [error, error] : []);
    state.error = null;
    state.rows = [{ name: 'key', n: 1, text: 'new' }];
    await clock.advance(1_000);
    assert.equal(notes.get('key'), 'new');
    notes.close();
  });
}

test('a note that another server stored before one of this server is read after it', async () => {
  const { state, clock, notes } = await opened();
  state.rows = [
    { name: 'theirs', n: 1, text: 'new' },
    { name: 'ours', n: 2, text: 'new' },
  ];
  notes.saved({ number: 2, notes: new Map([['ours', 'new']]) });
  assert.deepEqual([notes.get('theirs'), notes.get('ours')], [null, 'new']);
  await clock.advance(1_000);
  assert.equal(notes.get('theirs'), 'new');
  notes.close();
});
