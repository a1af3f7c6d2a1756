import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { IdleEnd } from './idle-end.ts';

const minute = 60_000;

/** A server in a world where the test decides what happens. */
function world() {
  const clock = new ManualClock(Date.UTC(2025, 0, 1));
  const state = { isNeeded: false, askedAt: clock.now(), fails: false, hasEnded: false, errors: 0 };
  const idle = new IdleEnd({
    clock,
    isNeeded: async () => {
      if (state.fails) throw new Error('the disk is gone');
      return state.isNeeded;
    },
    lastRequestAt: () => state.askedAt,
    onError: () => {
      state.errors += 1;
    },
  });
  idle.ended.then(() => {
    state.hasEnded = true;
  });
  return { clock, state, idle };
}

test('a server that nothing needs ends after an hour, not before', async () => {
  const { clock, state } = world();
  await clock.advance(59 * minute);
  assert.equal(state.hasEnded, false);
  await clock.advance(2 * minute);
  assert.equal(state.hasEnded, true);
});

test('the hour begins when nothing needs it any more', async () => {
  const { clock, state } = world();
  state.isNeeded = true;
  await clock.advance(600 * minute);
  assert.equal(state.hasEnded, false);
  state.isNeeded = false;
  await clock.advance(58 * minute);
  state.isNeeded = true;
  await clock.advance(2 * minute);
  state.isNeeded = false;
  await clock.advance(59 * minute);
  assert.equal(state.hasEnded, false);
  await clock.advance(2 * minute);
  assert.equal(state.hasEnded, true);
});

test('a visitor who looks at its pages keeps it running', async () => {
  const { clock, state } = world();
  for (let turn = 0; turn < 40; turn += 1) {
    await clock.advance(4 * minute);
    state.askedAt = clock.now();
  }
  assert.equal(state.hasEnded, false);
  await clock.advance(6 * minute);
  assert.equal(state.hasEnded, true);
});

test('where it cannot be known whether something needs it, it stays', async () => {
  const { clock, state, idle } = world();
  state.fails = true;
  await clock.advance(300 * minute);
  assert.equal(state.hasEnded, false);
  assert.ok(state.errors > 200);
  idle[Symbol.dispose]();
  state.fails = false;
  await clock.advance(300 * minute);
  assert.equal(state.hasEnded, false);
});
