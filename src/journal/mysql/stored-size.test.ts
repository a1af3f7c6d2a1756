import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { StoredSize } from './stored-size.ts';

for (const [what, error, isReported] of [
  ['an outage', new DatabaseUnavailable('no node answers', true, null), false],
  ['another error', new Error('SELECT command denied'), true],
] as const) {
  test(`after ${what} the size stays as it was until it can be read again`, async () => {
    const state: { bytes: number; error: Error | null } = { bytes: 100, error: null };
    const rows = async () => {
      if (state.error !== null) throw state.error;
      return [{ bytes: state.bytes }];
    };
    const clock = new ManualClock(0);
    const errors: unknown[] = [];
    const size = new StoredSize({ rows }, clock, (each) => errors.push(each));
    const readNext = async () => {
      await clock.advance(60_000);
      size.read();
      await clock.advance(0);
      return size.read();
    };
    assert.equal(await readNext(), 100);
    state.error = error;
    state.bytes = 200;
    assert.deepEqual([await readNext(), await readNext()], [100, 100]);
    assert.deepEqual(errors, isReported ? [error] : []);
    state.error = null;
    assert.equal(await readNext(), 200);
    state.error = error;
    assert.equal(await readNext(), 200);
    assert.equal(errors.length, isReported ? 2 : 0);
  });
}
