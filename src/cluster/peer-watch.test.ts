import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { PeerWatch, silentAfterMs } from './peer-watch.ts';

/** A peer that gives a sign of life as long as it is `alive`, and what its watch said. */
function watched() {
  const clock = new ManualClock(0);
  const peer = { alive: false, asked: 0, silent: 0 };
  const watch = new PeerWatch({
    clock,
    monotonic: () => clock.now(),
    ask: async () => {
      peer.asked += 1;
      if (!peer.alive) throw new Error('no answer');
    },
    onSilent: () => (peer.silent += 1),
  });
  return { clock, peer, watch };
}

test('a peer that says nothing while somebody waits is silent within the time of a lease, once', async () => {
  const { clock, peer, watch } = watched();
  watch.begin();
  await clock.advance(silentAfterMs - 1);
  assert.equal(watch.isSilent, false);
  await clock.advance(501);
  assert.equal(watch.isSilent, true);
  await clock.advance(10_000);
  assert.equal(peer.silent, 1);
});

test('a peer whose answer takes long is not silent while it gives signs of life', async () => {
  const { clock, peer, watch } = watched();
  peer.alive = true;
  watch.begin();
  await clock.advance(60_000);
  assert.equal(peer.silent, 0);
});

test('a peer that answers others is not asked for a sign of life', async () => {
  const { clock, peer, watch } = watched();
  watch.begin();
  for (let second = 0; second < 20; second += 1) {
    watch.begin();
    await clock.advance(900);
    watch.end(true);
  }
  assert.deepEqual([peer.asked, peer.silent], [0, 0]);
});

test('a silent peer is asked until it gives a sign of life, also when nobody waits any more', async () => {
  const { clock, peer, watch } = watched();
  watch.begin();
  await clock.advance(4_000);
  watch.end(false);
  await clock.advance(5_000);
  assert.equal(watch.isSilent, true);
  peer.alive = true;
  await clock.advance(1_000);
  assert.equal(watch.isSilent, false);
  const { asked } = peer;
  await clock.advance(60_000);
  assert.equal(peer.asked, asked, 'nobody waits');
});

test('time in which nobody waited is no silence', async () => {
  const { clock, peer, watch } = watched();
  watch.begin();
  watch.end(true);
  await clock.advance(60_000);
  watch.begin();
  await clock.advance(2_000);
  watch.end(true);
  assert.equal(peer.silent, 0);
});
