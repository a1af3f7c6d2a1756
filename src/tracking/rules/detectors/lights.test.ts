import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownFlight, inBrief, judgeBy } from '../../../../test/flight-model/flown-flight.ts';
import { position } from '../../../../test/flown.ts';
import type { Position } from '../../model.ts';
import { lights } from './lights.ts';

const start = Date.UTC(2026, 3, 6, 10);
const pirep = { blockOffAt: start + 20_000, blockOnAt: start + 200_000 };

/** A report every ten seconds: in the air at 5,000 ft with all lights on, but for this. */
function judge(reports: readonly Partial<Position>[]) {
  const usual = { onGround: false, altitudeMslFt: 5_000, areLandingLightsOn: true, isBeaconOn: true };
  const positions = reports.map((each, index) => position(start + index * 10_000, { ...usual, ...each }));
  const { marks, notJudged } = judgeBy(lights, flownFlight({ positions, pirep }));
  return [inBrief(marks, start), notJudged.map(({ reason }) => reason)];
}

const on: Partial<Position> = {};
const off: Partial<Position> = { areLandingLightsOn: false };
const dark: Partial<Position> = { isBeaconOn: false };
const taxiing: Partial<Position> = { onGround: true, areLandingLightsOn: false, n1Pct: 22 };

const cases: readonly (readonly [string, readonly Partial<Position>[], readonly string[]])[] = [
  ['all on', [on, on, on, on, on, on], []],
  ['landing lights off for 30 s', [on, on, on, off, off, off, off, on], ['30-60 landing 30']],
  ['landing lights off for 20 s', [on, on, on, off, off, off, on, on], []],
  ['landing lights off at 10,000 ft', Array.from({ length: 8 }, () => ({ ...off, altitudeMslFt: 10_000 })), []],
  ['landing lights off on the ground', Array.from({ length: 8 }, () => taxiing), []],
  ['beacon off in the air', [on, on, dark, dark, dark, dark, on], ['20-50 beacon 30']],
  [
    'beacon off with engines that run',
    [on, on, ...Array.from({ length: 4 }, () => ({ ...taxiing, ...dark }))],
    ['20-50 beacon 30'],
  ],
  ['beacon off with engines that stand', Array.from({ length: 8 }, () => ({ ...taxiing, ...dark, n1Pct: 0 })), []],
  [
    'beacon off while fuel flows',
    [on, on, ...Array.from({ length: 4 }, () => ({ ...taxiing, ...dark, n1Pct: null, fuelFlowLbPerHour: 1_500 }))],
    ['20-50 beacon 30'],
  ],
  ['beacon off before the block-off, from then on', [dark, dark, dark, dark, dark, dark, on], ['20-50 beacon 30']],
  [
    'a report between that does not say it',
    [on, on, off, off, {}, off, off, on].map((each, index) => (index === 4 ? { areLandingLightsOn: null } : each)),
    [],
  ],
];

for (const [name, reports, marks] of cases)
  test(`lights: ${name}`, () => {
    assert.deepEqual(judge(reports), [marks, []]);
  });

test('lights that nobody reports are not judged, each by itself', () => {
  const unknown = { areLandingLightsOn: null, isBeaconOn: null };
  assert.deepEqual(judge([unknown, unknown]), [[], ['no-landing-lights', 'no-beacon-lights']]);
  assert.deepEqual(judge([{ isBeaconOn: null }, { isBeaconOn: null }]), [[], ['no-beacon-lights']]);
  const nothingRuns = { onGround: null, altitudeAglFt: null, areLandingLightsOn: true };
  assert.deepEqual(judge([nothingRuns, nothingRuns])[1], ['no-landing-lights', 'no-beacon-lights']);
});
