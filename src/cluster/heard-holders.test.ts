import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { HeardHolders } from './heard-holders.ts';

/** A peer that holds partition 7 as long as it is there, seen by a server whose rows are `silentMs` old. */
function heard() {
  const clock = new ManualClock(0);
  const state = { silentMs: 60_000, held: [7] as readonly number[] | null, asked: 0, lateMs: 0 };
  const call = async (method: string) => {
    assert.equal(method, 'heldPartitions');
    state.asked += 1;
    const { held, lateMs } = state;
    if (lateMs > 0) await new Promise<void>((answer) => clock.after(lateMs, answer));
    if (held === null) throw new Error('no answer');
    return held;
  };
  const peer = { call };
  const holders = new HeardHolders({
    silentMs: () => state.silentMs,
    peers: () => [peer],
    clock,
    monotonic: () => clock.now(),
    onError: (error) => assert.fail(String(error)),
  });
  return { clock, state, peer, holders };
}

test('a server that cannot read the rows knows who holds a partition from who holds it', async () => {
  const { clock, peer, holders } = heard();
  await clock.advance(600);
  assert.equal(holders.holderOf(7), peer);
  assert.equal(holders.holderOf(8), null);
  await holders.close();
});

test('what a peer said is forgotten when it has not said it again', async () => {
  const { clock, state, holders } = heard();
  await clock.advance(600);
  state.held = null;
  await clock.advance(3_000);
  assert.equal(holders.holderOf(7), null);
  await holders.close();
});

test('while the rows are read they say who holds what, and nobody is asked', async () => {
  const { clock, state, holders } = heard();
  await clock.advance(600);
  state.silentMs = 0;
  assert.equal(holders.holderOf(7), null);
  const { asked } = state;
  await clock.advance(5_000);
  assert.equal(state.asked, asked);
  state.silentMs = 60_000;
  assert.equal(holders.holderOf(7), null, 'it was forgotten');
  await holders.close();
});

test('what a peer said is as old as the question, however late the answer', async () => {
  const { clock, state, peer, holders } = heard();
  state.lateMs = 1_900;
  await clock.advance(600);
  state.held = null;
  await clock.advance(1_850);
  assert.equal(holders.holderOf(7), peer);
  await clock.advance(250);
  assert.equal(holders.holderOf(7), null);
  await holders.close();
});
