import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBy } from '../../../../test/flight-model/flown-flight.ts';
import { recordedFlight } from '../../../../test/flight-model/recorded-flight.ts';
import { flightToFrankfurt, landingTroubles } from '../../../../test/flight-model/troubles.ts';
import { approachesOf, usualApproach } from './approaches.ts';
import { finalReportsOf } from './final-reports.ts';
import { unstableApproach } from './unstable-approach.ts';

/**
 * What is found of each trouble, as gate, element, value. By hand: the aircraft flies 138 kt indicated, and 165 − 138 = 27. A path of
 * 2.1° over the threshold at 50 ft is 950 ft / tan 2.1° = 7,897 m away at 1,000 ft: seen from the aiming point 291 m behind it
 * atan(305 m / 8,188 m) = 2.13°, 0.87° less than 3°. It came from 14° to the right of the centre line.
 */
const cases: readonly (readonly [trouble: string, marks: readonly (readonly [string, string, number | null])[]])[] = [
  ['a sink rate of 1,250 ft/min at 400 ft', [['500', 'sink-rate', 1_250]]],
  ['25 kt faster at 450 ft than at 100 ft', [['500', 'speed-spread', 27]]],
  [
    'a glide path of 2.1°',
    [
      ['1000', 'glide-path', 0.87],
      ['500', 'glide-path', 0.84],
    ],
  ],
  [
    'an approach 14° from the side until 250 ft',
    [
      ['1000', 'heading', 13.7],
      ['500', 'heading', 13.7],
    ],
  ],
  ['15° of bank at 350 ft', [['500', 'bank', 15]]],
  [
    'gear up',
    [
      ['1000', 'gear', null],
      ['500', 'gear', null],
    ],
  ],
  [
    'flaps set at 400 ft',
    [
      ['1000', 'flaps', null],
      ['500', 'flaps', null],
    ],
  ],
];

for (const [name, expected] of cases) {
  test(`unstable approach: ${name}`, () => {
    const { making } = landingTroubles[name] ?? assert.fail();
    const { marks, notJudged } = judgeBy(unstableApproach, flightToFrankfurt(making));
    assert.deepEqual(
      marks.map(({ data, element }) => [data?.gate, element]),
      expected.map(([gate, element]) => [gate, element]),
    );
    marks.forEach(({ value, data }, index) => {
      assert.equal(data?.runway, '25C');
      const hand = expected[index]?.[2] ?? null;
      assert.ok(hand === null ? value === null : Math.abs((value ?? 0) - hand) < 0.05, `${value}`);
    });
    assert.deepEqual(notJudged, []);
  });
}

/** What is not reported is not judged, and the rest is. */
const absences: readonly (readonly [name: string, Parameters<typeof flightToFrankfurt>[0], readonly string[]])[] = [
  ['no instruments', { client: { saysInstruments: false } }, ['speed-spread no-airspeed', 'bank no-bank']],
  ['no systems', { client: { saysSystems: false } }, ['gear no-gear', 'flaps no-flaps']],
  ['no runway known', { change: () => ({ runwaysNear: () => [] }) }, ['glide-path no-runway', 'heading no-runway']],
  ['a report each 11 s', { client: { everyS: 11 } }, [' too-sparse']],
  ['a report each 10 s', { client: { everyS: 10 } }, []],
  [
    'no altitude',
    { change: ({ positions }) => ({ positions: positions.map((each) => ({ ...each, altitudeMslFt: null })) }) },
    [' no-altitude'],
  ],
  [
    'no heading and no vertical speed',
    {
      change: ({ positions }) => ({
        positions: positions.map((each) => ({ ...each, headingDeg: null, verticalSpeedFpm: null })),
      }),
    },
    ['sink-rate no-vertical-speed', 'heading no-heading'],
  ],
  ['no landing', { change: ({ positions }) => ({ positions: positions.slice(0, 200) }) }, [' no-landing']],
];

for (const [name, making, expected] of absences) {
  test(`unstable approach, ${name}: what cannot be judged is named`, () => {
    const { marks, notJudged } = judgeBy(unstableApproach, flightToFrankfurt(making));
    assert.deepEqual(marks, []);
    assert.deepEqual(
      notJudged.map(({ element, reason }) => `${element ?? ''} ${reason}`),
      expected,
    );
  });
}

test('a crab of 12° into a crosswind is no turn from the runway', () => {
  const { making } = landingTroubles['an approach 14° from the side until 250 ft'] ?? assert.fail();
  const leg = making.leg ?? assert.fail();
  const { marks } = judgeBy(unstableApproach, flightToFrankfurt({ leg: { ...leg, crabDeg: 12 } }));
  assert.deepEqual(marks, []);
});

test('a limit of a rule counts in the place of the default', () => {
  const { marks } = judgeBy(unstableApproach, flightToFrankfurt(), { sinkFpm: 700 });
  // 138 kt indicated are 142 kt over the ground at 1,364 ft and 140 kt at 864 ft: 752 and 745 ft/min on 3°.
  assert.deepEqual(
    marks.map(({ element, limit, data }) => [element, limit, data?.gate]),
    [
      ['sink-rate', 700, '1000'],
      ['sink-rate', 700, '500'],
    ],
  );
  assert.deepEqual(
    marks.map(({ value }, index) => Math.abs((value ?? 0) - (index === 0 ? 752 : 745)) < 4),
    [true, true],
  );
});

test('the real approach to Cancún 12L was stable, as the hand computation has it', async () => {
  const flight = await recordedFlight();
  const [approach] = approachesOf(flight, usualApproach);
  const { marks, notJudged, spacingS } = judgeBy(unstableApproach, flight);
  assert.deepEqual(marks, []);
  assert.deepEqual(
    notJudged.map(({ element }) => element),
    ['speed-spread', 'bank', 'gear', 'flaps'],
  );
  assert.equal(spacingS, 9);
  assert.equal(approach?.elevationFt, 22);
  const began = flight.positions[0]?.recordedAt ?? 0;
  const reports = finalReportsOf(flight.positions, approach ?? assert.fail());
  const at = (second: number) => reports.find(({ position }) => position.recordedAt === began + second * 1_000);
  // 975 − 22 = 953 ft is the first height below 1,000. It is 21.082489 −86.925674: 3,076.6 m north and 4,602.7 m west of the threshold
  // 21.0547 −86.88138, 5,536 m before it. atan(290.5 m / (5,536 m + 291 m)) = 2.854°.
  assert.equal(at(39_383)?.heightFt, 953);
  assert.ok(Math.abs((at(39_383)?.pathDeg ?? 0) - 2.854) < 0.01);
  // Lowest of the path at 228 ft: 21.061066 −86.891418, 704.8 m north and 1,043.1 m west, 1,259 m before the threshold:
  // atan(69.5 m / 1,550 m) = 2.568°. The sink rate was 832 ft/min there, and never more from 1,000 ft on.
  assert.ok(Math.abs((at(39_443)?.pathDeg ?? 0) - 2.568) < 0.01);
  const below = reports.filter(({ heightFt }) => heightFt < 1_000);
  assert.equal(Math.min(...below.map(({ position }) => position.verticalSpeedFpm ?? 0)), -832);
});
