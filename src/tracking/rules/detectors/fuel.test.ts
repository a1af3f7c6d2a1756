import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownFlight, inBrief, judgeBy } from '../../../../test/flight-model/flown-flight.ts';
import { position } from '../../../../test/flown.ts';
import type { Position } from '../../model.ts';
import { fuelAtLanding } from './fuel-at-landing.ts';
import { refuelled } from './refuelled.ts';

const start = Date.UTC(2026, 3, 6, 10);
const at = (seconds: number, change: Partial<Position>) => position(start + seconds * 1_000, change);

/** A report every ten seconds in the air, `g` on the ground, `-` without fuel. The largest amount is 10,000 lb: 1 % are 100 lb. */
const readings: readonly (readonly [string, string, readonly string[]])[] = [
  ['burnt all the way', 'g10000 9900 9800 9700 9600 g9500', []],
  ['by 100 lb, which is the gauge', 'g10000 9000 8950 9050 9040 8900', []],
  // 9,000 is the smallest that the next one confirms, 9,390 what the report at 30 s and the next one agree on: 390 lb are 3.9 %.
  ['by 390 lb', 'g10000 9000 8900 9400 9390 9300', ['20-30 3.9']],
  ['in two steps, one rise', 'g10000 9000 8900 9400 9390 9900 9890 9800', ['20-50 8.9']],
  ['a gauge that shows 0 for a moment', 'g10000 9000 0 8950 8900', []],
  ['a gauge that shows more for a moment', 'g10000 9000 9999 8950 8900', []],
  ['the last reading of all', 'g10000 9000 8900 9900', []],
  ['on the ground between two flights', 'g10000 9000 8900 g8800 g10000 9990 9950', []],
  ['over reports without fuel', 'g10000 9000 8900 - 9400 9390', ['20-40 3.9']],
];

for (const [name, text, marks] of readings)
  test(`fuel that rises: ${name}`, () => {
    const positions = text.split(' ').map((report, index) => {
      const fuelLb = report === '-' ? null : Number(report.replace('g', ''));
      return at(index * 10, { fuelLb, onGround: report.startsWith('g') });
    });
    const found = judgeBy(refuelled, flownFlight({ positions }));
    assert.deepEqual(inBrief(found.marks, start), marks);
    assert.deepEqual(found.notJudged, []);
  });

test('fuel that nobody reports, or reports as 0, is not judged; nor is it where nothing shows that it flies', () => {
  const reasonOf = (positions: readonly Position[]) =>
    judgeBy(refuelled, flownFlight({ positions })).notJudged[0]?.reason;
  assert.equal(reasonOf([at(0, { onGround: false }), at(10, { onGround: false })]), 'no-fuel');
  assert.equal(reasonOf([at(0, { onGround: false, fuelLb: 0 })]), 'no-fuel');
  assert.equal(
    reasonOf([at(0, { fuelLb: 100 }), at(10, { fuelLb: 200 }), at(20, { fuelLb: 200 })]),
    'no-fuel-in-the-air',
  );
});

interface Cruise {
  readonly landedLb: number;
  readonly change?: (minute: number) => Partial<Position>;
  readonly lastMinute?: number;
  readonly minutes?: (minute: number) => number;
}

/** A cruise of an hour at FL350 that burns 100 lb a minute, then a descent of 20 minutes at idle, landed with what is left. */
function cruising({ landedLb, change = () => ({}), lastMinute = 60, minutes = (minute) => minute }: Cruise) {
  const cruise = Array.from({ length: lastMinute + 1 }, (_, minute) =>
    at(minutes(minute) * 60, {
      altitudeMslFt: 35_000,
      onGround: false,
      fuelLb: landedLb + 600 + (lastMinute - minute) * 100,
      groundSpeedKt: 450,
      lat: 0,
      lon: (minute * 7.5) / 60,
      ...change(minute),
    }),
  );
  const landedS = (minutes(lastMinute) + 20) * 60;
  const low = { altitudeMslFt: 20, groundSpeedKt: 130, lat: 0, lon: (lastMinute * 7.5) / 60 };
  const descent = [at(landedS - 300, { ...low, onGround: false, fuelLb: landedLb + 50, altitudeMslFt: 5_000 })];
  const ground = [at(landedS, { ...low, onGround: true, fuelLb: landedLb })];
  const pirep = { takeoffAt: start - 600_000, landingAt: start + landedS * 1_000 };
  return flownFlight({ positions: [...cruise, ...descent, ...ground], pirep });
}

test('fuel at landing: 30 minutes at 100 lb a minute are 3,000 lb', () => {
  const found = (flown: Cruise) => inBrief(judgeBy(fuelAtLanding, cruising(flown)).marks, start);
  assert.deepEqual(found({ landedLb: 3_000 }), []);
  assert.deepEqual(found({ landedLb: 2_990 }), ['4800-4800 29.9']);
  assert.deepEqual(found({ landedLb: 1_000 }), ['4800-4800 10']);
  const [mark] = judgeBy(fuelAtLanding, cruising({ landedLb: 1_000 })).marks;
  assert.deepEqual(mark?.data, { fuelLb: '1000', flowLbPerHour: '6000' });
});

test('fuel at landing: neither time acceleration nor a pause changes the mean flow', () => {
  const found = (flown: Cruise) => inBrief(judgeBy(fuelAtLanding, cruising(flown)).marks, start);
  // At a rate of 4 the hour takes 15 minutes: 400 lb a minute, so 3,000 lb would be 7.5 minutes.
  const fast = { landedLb: 3_000, minutes: (minute: number) => minute / 4 };
  assert.deepEqual(found({ ...fast, change: () => ({ simRate: 4 }) }), []);
  assert.deepEqual(found(fast), [], 'by the way that it flew');
  // Paused for ten hours in the middle: 9 lb a minute, so 1,000 lb would be 110 minutes. The minute of the pause burns without
  // counting: 6,000 lb in 59 minutes are 101.7 lb a minute, and 1,000 lb last 9.8 minutes.
  const paused = (minute: number) => (minute > 30 ? minute + 600 : minute);
  assert.deepEqual(found({ landedLb: 1_000, minutes: paused, change: (minute) => ({ isPaused: minute === 30 }) }), [
    '40800-40800 9.8',
  ]);
});

test('fuel at landing: what it needs, and nobody reports', () => {
  const reasonOf = (flight: ReturnType<typeof cruising>) => judgeBy(fuelAtLanding, flight).notJudged[0]?.reason;
  const usual = cruising({ landedLb: 1_000 });
  assert.equal(reasonOf({ ...usual, pirep: { ...usual.pirep, landingAt: null } }), 'no-landing');
  assert.equal(
    reasonOf({ ...usual, positions: usual.positions.map((each) => ({ ...each, fuelLb: null })) }),
    'no-fuel',
  );
  assert.equal(reasonOf({ ...usual, positions: usual.positions.slice(0, -2) }), 'no-fuel-at-landing');
  assert.equal(reasonOf(cruising({ landedLb: 1_000, lastMinute: 5 })), 'no-cruise');
});
