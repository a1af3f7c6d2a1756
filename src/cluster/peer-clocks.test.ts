import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { CorrectedClock } from '../lib/clock.ts';
import { PeerClocks } from './peer-clocks.ts';

const noon = Date.UTC(2024, 3, 6, 12);
const hour = 3_600_000;

/** One server, and what the others’ clocks are ahead of its own; null: that one does not say. */
function open(differences: readonly (number | null)[]) {
  const machine = new ManualClock(noon - hour);
  const clock = new CorrectedClock(machine);
  const notices: string[] = [];
  const state = { differences, takesMs: 0 };
  const peers = () =>
    state.differences.map((ms) => ({
      async call(method: string): Promise<unknown> {
        assert.equal(method, 'clockNow');
        if (ms === null) throw new Error('another server failed: the method clockNow is unknown');
        const there = machine.now() + ms;
        if (state.takesMs > 0) await machine.advance(state.takesMs);
        return there;
      },
    }));
  const clocks = new PeerClocks({
    clock,
    members: { peers },
    notice: (notice) =>
      void notices.push(notice.kind === 'wrong' ? `wrong ${notice.aheadMs} ${notice.isCorrected}` : 'right'),
    onError: (error) => assert.fail(String(error)),
  });
  return { machine, clock, clocks, notices, state, peers };
}

const cases: readonly (readonly [
  string,
  readonly (number | null)[],
  ahead: number | null,
  corrected: number,
  string[],
])[] = [
  ['an hour slow, against two', [hour, hour + 40], -hour, hour + 20, [`wrong ${-hour} true`]],
  ['an hour fast, against three', [-hour, -hour, -hour - 30], hour, -hour, [`wrong ${hour} true`]],
  ['right, and one of the others an hour slow', [-hour, 10], -0, 0, []],
  ['a second off', [900, 1_000], -900, 0, []],
  ['one of two: nobody knows which one is wrong', [hour], -hour / 2, 0, [`wrong ${-hour / 2} false`]],
  ['one of two that say what time they have', [hour, null], -hour / 2, 0, [`wrong ${-hour / 2} false`]],
  ['alone', [], null, 0, []],
  ['right, as one of four; two others are wrong', [0, hour, hour], -hour / 2, 0, [`wrong ${-hour / 2} false`]],
  ['right, and no two of the others agree', [hour / 3, hour], -hour / 3, 0, [`wrong ${-hour / 3} false`]],
  ['right, and the other right one of four does not say', [null, hour, hour], -hour, 0, [`wrong ${-hour} false`]],
  ['an hour slow, against three of five that say', [hour, hour + 9, hour, null], -hour, hour, [`wrong ${-hour} true`]],
];
for (const [what, differences, ahead, corrected, expected] of cases)
  test(`a clock that is ${what}`, async () => {
    const { machine, clock, clocks, notices } = open(differences);
    await machine.advance(6_000);
    assert.equal(clocks.aheadMs, ahead);
    assert.equal(clocks.isWrong, expected.length > 0);
    assert.equal(clock.now() - machine.now(), corrected);
    assert.deepEqual(notices, expected, 'once');
    await clocks.close();
  });

test('a clock that was set right is not corrected any more', async () => {
  const { machine, clock, clocks, notices, state } = open([hour, hour]);
  await machine.advance(6_000);
  state.differences = [3, -2];
  await machine.advance(6_000);
  assert.equal(clock.now(), machine.now());
  assert.deepEqual([clocks.isWrong, notices.at(-1)], [false, 'right']);
  // With one that answers, the majority is not heard: what was found before stays.
  state.differences = [hour, hour];
  await machine.advance(6_000);
  state.differences = [hour, null];
  await machine.advance(6_000);
  assert.equal(clock.now() - machine.now(), hour);
  await clocks.close();
});

test('an answer that took long says nothing', async () => {
  const { machine, clock, clocks, state } = open([hour, hour]);
  state.takesMs = 3_000;
  await clocks.round();
  assert.deepEqual([clocks.aheadMs, clock.now()], [null, machine.now()]);
  await clocks.close();
});

test('a server that was killed and started again counts once', async () => {
  const { machine, clock, clocks, state } = open([]);
  const other = { call: async () => machine.now() + hour };
  const twice = new PeerClocks({
    clock,
    members: { peers: () => [other, other] },
    notice: () => undefined,
    onError: (error) => assert.fail(String(error)),
  });
  await twice.round();
  assert.deepEqual([twice.isWrong, clock.now()], [true, machine.now()]);
  assert.deepEqual(state.differences, []);
  await twice.close();
  await clocks.close();
});

test('a server that joins compares before it serves, and does not wait for peers that do not answer', async () => {
  const { machine, clock, clocks, state, peers } = open([hour, hour]);
  await clocks.first(peers());
  assert.equal(clock.now() - machine.now(), hour, 'without any time');
  await clocks.close();
  const silent = { call: () => new Promise<never>(() => undefined) };
  const alone = new PeerClocks({
    clock,
    members: { peers: () => [silent] },
    notice: () => undefined,
    onError: (error) => assert.fail(String(error)),
  });
  const first = alone.first([silent]);
  await machine.advance(1_000);
  await first;
  assert.equal(state.takesMs, 0);
  await alone.close();
});

test('a clock that is set wrong is corrected within a second, not with the next round', async () => {
  const time = new ManualClock(noon);
  let wrongMs = 0;
  const machine = { now: () => time.now() + wrongMs, after: (ms: number, task: () => void) => time.after(ms, task) };
  const clock = new CorrectedClock(machine, () => time.now());
  const peer = { call: async () => time.now() };
  const clocks = new PeerClocks({
    clock,
    members: { peers: () => [peer, { ...peer }] },
    notice: () => undefined,
    onError: (error) => assert.fail(String(error)),
  });
  await time.advance(6_000);
  wrongMs = -hour;
  assert.equal(clock.now(), time.now(), 'at once: reports of now would be refused as dated in the future');
  await time.advance(700);
  assert.equal(clock.now(), time.now());
  await time.advance(3_000);
  assert.equal(clock.now(), time.now(), 'what the others confirmed stays');
  await clocks.close();
});
