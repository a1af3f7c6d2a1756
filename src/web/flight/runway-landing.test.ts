import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flightEvent, position } from '../../../test/flown.ts';
import { defaultRecording, readRecording } from '../../cli/flying/recording.ts';
import { runwaysNear } from '../../lib/runways/runways.ts';
import type { FlightEvent, Position } from '../../tracking/model.ts';
import { type RunwayLanding, runwayLandingOf } from '../../tracking/rules/detectors/runway-landing.ts';
import type { FlightRecord } from './record.ts';

const landedAt = Date.UTC(2024, 3, 6, 12);
const knot = 1_852 / 3_600;

function recordOf(positions: readonly Position[], landingAt: number, events: readonly FlightEvent[] = []) {
  return { positions, events, pirep: { landingAt } } as unknown as FlightRecord;
}

function landing(record: FlightRecord): RunwayLanding {
  const found = runwayLandingOf(record, runwaysNear);
  if (found === null) throw new Error('there is no landing on a runway');
  return found;
}

interface Approach {
  /** Where the wheels touch. */
  readonly lat: number;
  readonly lon: number;
  /** Metres for one degree there, north and east. */
  readonly perDegree: readonly [number, number];
  readonly courseDeg: number;
  readonly everyMs: number;
  /** How long after the touchdown the first report on the ground comes. */
  readonly lateMs: number;
}

/**
 * An approach at 140 kt along the runway. It sinks with 12 ft/s; from 50 ft on, seven seconds before the touchdown,
 * ever more slowly, and touches down with 2.3 ft/s: 50 ft = 2.3 · 7 + (4.84 / 7) · 7².
 */
function approach({ lat, lon, perDegree, courseDeg, everyMs, lateMs }: Approach): readonly Position[] {
  const course = (courseDeg * Math.PI) / 180;
  const positions: Position[] = [];
  for (let ms = lateMs - 90_000 - ((lateMs - 90_000) % everyMs) + (lateMs % everyMs); ms <= 60_000; ms += everyMs) {
    const s = ms / 1_000;
    const heightFt = s >= 0 ? 0 : s >= -7 ? -2.3 * s + (4.84 / 7) * s * s : 50 - 12 * (s + 7);
    const speedKt = s <= 0 ? 140 : Math.max(20, 140 - 3 * s);
    const way = s <= 0 ? 140 * s : s <= 40 ? 140 * s - 1.5 * s * s : 3_200 + 20 * (s - 40);
    positions.push(
      position(landedAt + ms, {
        lat: lat + (way * knot * Math.cos(course)) / perDegree[0],
        lon: lon + (way * knot * Math.sin(course)) / perDegree[1],
        headingDeg: courseDeg + 2,
        altitudeMslFt: 1_400 + heightFt,
        groundSpeedKt: speedKt,
        verticalSpeedFpm: s >= 0 ? 0 : s >= -7 ? (-2.3 + (9.68 / 7) * s) * 60 : -720,
        onGround: s >= 0,
        gForce: s >= 0 && s < 1 ? 1.31 : 1,
      }),
    );
  }
  return positions;
}

/**
 * The places were found by hand, from the ends of the runways in `runways.csv`:
 * - LSZH 14: 47.48310 8.53473, to 32: −0.02180 +0.02973. A degree there is 111,180 m north, 75,368 m east: 2,423.7 m south
 *   and 2,240.7 m east, 137.25°. The threshold is displaced by 490 ft = 149.4 m. 400 m behind it, 3 m left: 549.4 m
 *   along, 401.3 m south and 375.1 m east.
 * - EGLL 09L: 51.47750 −0.48943, to 27R: +0.00020 +0.05617; 111,257 and 69,475 m: 89.67°. Displaced by 1,007 ft = 306.9 m;
 *   520 m behind it, 6 m right: 1.3 m south and 827.0 m east.
 * - MMUN 12R: 21.04530 −86.89100, to 30L: −0.01750 +0.02810; 110,718 and 103,939 m: 123.56°. Not displaced; 310 m behind
 *   it, 8 m left: 164.7 m south and 262.7 m east.
 */
const cases = [
  ['LSZH', '14', { lat: 47.47949, lon: 8.539707, perDegree: [111_180, 75_368], courseDeg: 137.25 }, 400, -3],
  ['EGLL', '09L', { lat: 51.477488, lon: -0.477527, perDegree: [111_257, 69_475], courseDeg: 89.67 }, 520, 6],
  ['MMUN', '12R', { lat: 21.043812, lon: -86.888472, perDegree: [110_718, 103_939], courseDeg: 123.56 }, 310, -8],
] as const;

for (const [airport, name, place, fromThresholdM, offCentreM] of cases) {
  test(`with a report each second the touchdown on ${airport} ${name} is found within 50 m along and 10 m across`, () => {
    for (const lateMs of [0, 130, 500, 730, 990]) {
      const positions = approach({ ...place, everyMs: 1_000, lateMs });
      const first = positions.find(({ onGround }) => onGround)?.recordedAt ?? 0;
      const found = landing(recordOf(positions, first));
      assert.equal(`${found.runway.airport} ${found.runway.name}`, `${airport} ${name}`);
      const { value, basis } = found.fromThresholdM;
      assert.equal(basis, 'computed');
      assert.ok(Math.abs(value - fromThresholdM) < 50, `${lateMs} ms late: ${value} m from the threshold`);
      assert.ok(
        Math.abs(found.offCentreM.value - offCentreM) < 2,
        `${lateMs} ms late: ${found.offCentreM.value} m off`,
      );
      assert.ok(Math.abs(found.headingOffDeg.value - 2) < 0.1);
      assert.ok(Math.abs((found.thresholdSpeedKt?.value ?? 0) - 140) < 0.5);
      // 72 m/s: the threshold was crossed so many seconds before, each second beyond the last seven at 12 ft.
      const before = fromThresholdM / (140 * knot);
      const heightFt = before < 7 ? 2.3 * before + (4.84 / 7) * before ** 2 : 50 + 12 * (before - 7);
      assert.ok(Math.abs((found.thresholdHeightFt?.value ?? 0) - heightFt) < 3);
      assert.ok(Math.abs((found.flare?.seconds ?? 0) - 7) < 0.7, `${found.flare?.seconds} s of flare`);
      assert.ok(Math.abs((found.flare?.metres ?? 0) - 504) < 50);
      assert.deepEqual(found.bounces, { value: 0, basis: 'computed', reason: null });
      assert.equal(found.peakG?.value, 1.31);
      assert.equal(found.peakG.reason?.kind, 'peak-between-reports');
    }
  });
}

test('the real landing at Cancún: reports 9 s apart, so the runway is sure and the place an estimate', async () => {
  const { samples } = await readRecording(defaultRecording);
  const positions = samples.map((sample) => position(landedAt + sample.t, sample));
  const landingAt =
    positions.find(({ onGround, recordedAt }) => onGround && recordedAt > landedAt + 36e6)?.recordedAt ?? 0;
  const found = landing(recordOf(positions, landingAt));
  assert.equal(`${found.runway.airport} ${found.runway.name}`, 'MMUN 12L');
  // 12L begins at 21.05470 −86.88138 and leads to 123.7°. The last report in the air is 101.6 m north and 129.8 m west of it,
  // 164 m before the threshold, at 50 ft and sinking 576 ft/min: down 5.2 s later. Then 9 s later and 580 m farther the
  // first one on the ground: 164 m of these 335 m lie before the threshold.
  assert.ok(Math.abs(found.fromThresholdM.value - 171) < 5, `${found.fromThresholdM.value} m`);
  assert.ok(Math.abs(found.offCentreM.value) < 15);
  assert.deepEqual(found.fromThresholdM.reason, { kind: 'gap', seconds: 9 });
  assert.ok(Math.abs(found.headingOffDeg.value) < 1);
  assert.equal(found.thresholdSpeedKt?.value, 132);
  assert.deepEqual([found.flare, found.peakG], [null, null]);
});

const zurich = { lat: 47.47949, lon: 8.539707, perDegree: [111_180, 75_368], courseDeg: 137.25 } as const;

test('a bounce is counted, and the first contact is the touchdown', () => {
  const positions = approach({ ...zurich, everyMs: 1_000, lateMs: 0 }).map((each) => {
    const s = (each.recordedAt - landedAt) / 1_000;
    return s === 2 || s === 3 ? { ...each, onGround: false, altitudeMslFt: 1_406 } : each;
  });
  // Tracking takes the last contact for the landing.
  const found = landing(recordOf(positions, landedAt + 4_000));
  assert.equal(found.bounces?.value, 1);
  assert.ok(Math.abs(found.fromThresholdM.value - 400) < 50);
});

test('what the client says about its touchdown counts: the time, and the place', () => {
  const positions = approach({ ...zurich, everyMs: 10_000, lateMs: 4_000 });
  const told = landing(recordOf(positions, landedAt, [flightEvent(landedAt, 'landing')]));
  assert.ok(Math.abs(told.fromThresholdM.value - 400) < 50, `${told.fromThresholdM.value} m by the told time`);
  assert.equal(told.fromThresholdM.basis, 'estimated');
  const event = flightEvent(landedAt, 'landing', { lat: 47.47949, lon: 8.539707 });
  const placed = landing(recordOf(positions, landedAt, [event]));
  assert.equal(placed.fromThresholdM.basis, 'reported');
  assert.ok(Math.abs(placed.fromThresholdM.value - 400) < 1);
});

test('away from every runway there is none: a field, a runway that is crossed, another airport’s', () => {
  for (const change of [{ lat: 47.6 }, { courseDeg: 220 }, { lat: 0, lon: 0 }]) {
    const positions = approach({ ...zurich, ...change, everyMs: 1_000, lateMs: 0 });
    assert.equal(runwayLandingOf(recordOf(positions, landedAt), runwaysNear), null, JSON.stringify(change));
  }
});

test('without a report in the air, without heights, without a heading, nothing is invented', () => {
  const ground = approach({ ...zurich, everyMs: 1_000, lateMs: 0 }).filter(({ onGround }) => onGround);
  assert.equal(runwayLandingOf(recordOf(ground, landedAt), runwaysNear), null);
  const bare = approach({ ...zurich, everyMs: 1_000, lateMs: 0 }).map((each) => {
    return {
      ...each,
      altitudeMslFt: null,
      headingDeg: null,
      verticalSpeedFpm: null,
      gForce: null,
      groundSpeedKt: null,
    };
  });
  const found = landing(recordOf(bare, landedAt));
  assert.deepEqual(
    [found.flare, found.peakG, found.thresholdSpeedKt, found.thresholdHeightFt],
    [null, null, null, null],
  );
  assert.equal(found.headingOffDeg.reason?.kind, 'course-for-heading');
});
