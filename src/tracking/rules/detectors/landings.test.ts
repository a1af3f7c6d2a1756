import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedFlight } from '../../../../test/flight-model/recorded-flight.ts';
import { flightToFrankfurt } from '../../../../test/flight-model/troubles.ts';
import { position } from '../../../../test/flown.ts';
import { contactsOf } from './contacts.ts';
import { detectors } from './detectors.ts';
import { landingsOf } from './landings.ts';

test('the real flight to Cancún has one landing, where the hand computation has it, and no detector finds a fault', async () => {
  const flight = await recordedFlight();
  const landings = landingsOf(flight);
  assert.equal(landings.length, 1);
  const [landing] = landings;
  assert.equal(landing?.onRunway?.runway.name, '12L');
  // The last report in the air is 164 m before the threshold, at 50 ft and sinking 576 ft/min: down 5.2 s later, of the 9 s
  // and 580 m to the next report; see `runway-landing.test.ts`.
  assert.ok(Math.abs((landing?.onRunway?.fromThresholdM.value ?? 0) - 171) < 5);
  assert.equal(landing?.rateFpm, null);
  for (const detector of detectors) {
    const limits = Object.fromEntries(Object.entries(detector.limits).map(([name, spec]) => [name, spec.default]));
    assert.deepEqual(detector.judge(flight, limits).marks, [], detector.name);
  }
});

test('the real landing is in the same place when its client does not say where the ground is, nor its PIREP when it landed', async () => {
  const flight = await recordedFlight(false);
  const [landing, ...others] = landingsOf({ ...flight, pirep: { ...flight.pirep, landingAt: null } });
  assert.ok(Math.abs((landing?.onRunway?.fromThresholdM.value ?? 0) - 171) < 5);
  assert.deepEqual(others, []);
});

/** What each report says, ten seconds apart: on the ground at a speed, in the air, in the air at a speed; `-` is one that is missing. */
const tracks: readonly (readonly [string, string, readonly (readonly [index: number, isLeftAgain: boolean])[]])[] = [
  ['a landing', 'a a a g90 g60 g20 g10', [[3, false]]],
  ['a track that begins on the ground', 'g0 g10 g140 a a a a g90 g20 g0', [[7, false]]],
  ['a bounce', 'a a a g120 a g110 g60 g20', [[3, false]]],
  [
    'a touch-and-go',
    'a a a g120 a a a a g90 g20',
    [
      [3, true],
      [8, false],
    ],
  ],
  [
    'a landing, and another take-off',
    'a a a g120 g20 g0 g140 a a a a g90 g20',
    [
      [3, false],
      [11, false],
    ],
  ],
  ['a bump while it taxies', 'a a a g120 g20 a g15 g15', [[3, false]]],
  ['a bump before the take-off', 'g0 g15 a g15 g140 a a a a g90 g20', [[9, false]]],
  ['a report on the ground at 300 kt', 'a a a g300 a a a a g90 g20', [[8, false]]],
  ['a landing a moment after reports were missing', 'g0 g140 - - - - a g120 g20', [[7, false]]],
  [
    'a touch-and-go of which reports are missing',
    'a a a g120 - - - - a g110 g20',
    [
      [3, true],
      [9, false],
    ],
  ],
  ['a bounce of which a report is missing', 'a a a g120 - a g110 g20', [[3, false]]],
  ['a simulator that was loaded again at the stand', 'a a a g120 g20 g0 - - - - a0 g0 g0', [[3, false]]],
  ['a track that ends in the air', 'g0 g140 a a a', []],
];

for (const [name, reports, expected] of tracks) {
  test(`contacts of ${name}`, () => {
    const positions = reports.split(' ').flatMap((report, index) => {
      if (report === '-') return [];
      const groundSpeedKt = report === 'a' ? 150 : Number(report.slice(1));
      return [position(index * 10_000, { onGround: report.startsWith('g'), groundSpeedKt })];
    });
    const found = contactsOf(positions).map(({ index, isLeftAgain }) => {
      return [(positions[index]?.recordedAt ?? 0) / 10_000, isLeftAgain];
    });
    assert.deepEqual(found, expected);
  });
}

test('two reports on the ground are no flight with a landing, whatever its PIREP says', () => {
  const positions = [0, 10_000].map((at) => position(at, { onGround: null, groundSpeedKt: 0 }));
  const standing = flightToFrankfurt({
    change: ({ pirep }) => ({ positions, pirep: { ...pirep, landingAt: 10_000 } }),
  });
  assert.deepEqual(landingsOf(standing), []);
});

test('a slow aircraft of a client that does not say where the ground is has landed when its PIREP says it', () => {
  const slow = flightToFrankfurt({
    client: { saysGround: false },
    change: ({ positions }) => ({
      positions: positions.map((each) => ({ ...each, groundSpeedKt: Math.min(80, each.groundSpeedKt ?? 0) })),
    }),
  });
  assert.deepEqual(
    landingsOf(slow).map(({ onRunway, isLast }) => [onRunway?.runway.name, isLast]),
    [['25C', true]],
  );
});
