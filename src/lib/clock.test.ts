import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Clock, CorrectedClock } from './clock.ts';

const hour = 3_600_000;

function open() {
  const time = { now: 1_712_404_800_000, monotonic: 7 };
  const machine: Clock = { now: () => time.now, after: () => ({ [Symbol.dispose]: () => undefined }) };
  const pass = (ms: number, setBy = 0) => {
    time.now += ms + setBy;
    time.monotonic += ms;
  };
  return { time, pass, clock: new CorrectedClock(machine, () => time.monotonic) };
}

test('a correction ends in the moment in which the clock of the machine is set, and not while that runs on', () => {
  const { time, pass, clock } = open();
  pass(5, hour);
  assert.equal(clock.now(), time.now, 'nothing was corrected');
  clock.correctionMs = hour;
  pass(60_000, 20);
  assert.equal(clock.now(), time.now + hour);
  pass(10, hour);
  assert.deepEqual([clock.now(), clock.correctionMs], [time.now, 0]);
});

test('a clock that is set back goes on as before, until others agree or two seconds have passed', () => {
  for (const isAgreed of [false, true]) {
    const { time, pass, clock } = open();
    clock.now();
    pass(400, -hour);
    assert.equal(clock.now(), time.now + hour);
    pass(1_500);
    assert.equal(clock.now(), time.now + hour);
    if (isAgreed) clock.correctionMs = hour;
    pass(600);
    assert.equal(clock.now(), time.now + (isAgreed ? hour : 0));
  }
});

test('a clock that is set back from an hour ahead, which others had noticed, is right at once', () => {
  const { time, pass, clock } = open();
  pass(5, hour);
  clock.correctionMs = -hour;
  pass(9, -hour);
  assert.equal(clock.now(), time.now);
});

test('a clock that is set says whole milliseconds, although the clock that nobody sets counts parts of one', () => {
  for (const [correctedBy, setBy] of [
    [0, -hour],
    [-hour, -hour],
  ] as const) {
    const { time, pass, clock } = open();
    clock.correctionMs = correctedBy;
    pass(400, setBy);
    time.monotonic += 0.375;
    const now = clock.now();
    assert.ok(Number.isInteger(now), String(now));
  }
});
