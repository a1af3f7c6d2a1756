import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyFold } from './fold.ts';
import { excessOfClock, instantOf, isClockSetBack, shiftClock } from './fold-clock.ts';

const hour = 3_600_000;
const noon = Date.UTC(2026, 5, 1, 12);
/** Received as it was recorded, so many minutes after noon. */
const at = (minute: number, isDated = true) => {
  const time = noon + minute * 60_000;
  return { recordedAt: time, receivedAt: time, isDated };
};

const cases: readonly (readonly [string, ReturnType<typeof at>, ReturnType<typeof at>, boolean])[] = [
  ['a minute passed', at(0), at(1), false],
  ['a dated report after one without a time of its own', at(0, false), at(1), false],
  ['one without a time of its own after a dated one', at(0), at(1, false), false],
  ['neither has a time of its own, and they are out of order', at(2, false), at(0, false), true],
  ['five minutes back, which a client may be ahead', at(5), at(0), false],
  ['more than that', { ...at(5), recordedAt: at(5).recordedAt + 1 }, at(0), true],
];
for (const [name, last, next, expected] of cases) {
  test(`the server's clock was set back: ${name}: ${expected}`, () => {
    assert.equal(isClockSetBack(last, next), expected);
  });
}

test('the time of a report from more than a day before its flight is that of its receipt', () => {
  const report = { ...at(0), receivedAt: noon + 48 * hour };
  assert.equal(instantOf(noon + 24 * hour, report), report.recordedAt);
  assert.equal(instantOf(noon + 24 * hour + 1, report), report.receivedAt);
  assert.equal(instantOf(null, report), report.recordedAt);
});

test('a clock was corrected when it went on by more than ten minutes more than the time of arrival', () => {
  const last = { ...at(-120), receivedAt: noon };
  const excess = (ms: number) => {
    const receivedAt = noon - 60 * 60_000;
    return excessOfClock(
      noon,
      { ...last, receivedAt },
      { recordedAt: last.recordedAt + ms, receivedAt, isDated: true },
    );
  };
  assert.deepEqual([0, 60_000, 600_000, 600_001].map(excess), [0, 0, 0, 0], 'it comes from the queue of its client');
  const early = (ms: number) => {
    const receivedAt = last.recordedAt;
    return excessOfClock(
      noon,
      { ...last, receivedAt },
      { recordedAt: last.recordedAt + ms, receivedAt, isDated: true },
    );
  };
  assert.deepEqual([0, 60_000, 600_000, 600_001].map(early), [0, 0, 0, 600_001]);
});

test('a corrected clock moves every instant so far, those of pauses too', () => {
  const fold = {
    ...emptyFold(noon),
    blockOff: { at: 10, isEstimated: false },
    pausedSince: 40,
    pauses: [{ from: 20, to: 30 }],
    standingSince: 5,
  };
  shiftClock(fold, 1_000, 99);
  assert.deepEqual(
    [fold.blockOff.at, fold.pausedSince, fold.pauses, fold.standingSince, fold.unsureUntil],
    [1_010, 1_040, [{ from: 1_020, to: 1_030 }], 1_005, 99],
  );
});
