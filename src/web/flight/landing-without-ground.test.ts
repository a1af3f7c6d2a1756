import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../../../test/flown.ts';
import { defaultRecording, readRecording } from '../../cli/flying/recording.ts';
import { chooseRunway, type Runway } from '../../lib/runways/runway.ts';
import { runwaysNear } from '../../lib/runways/runways.ts';
import { emptyFold, foldPosition } from '../../tracking/figures/fold.ts';
import type { Position } from '../../tracking/model.ts';
import { runwayLandingOf } from '../../tracking/rules/detectors/runway-landing.ts';

// A landing whose client says neither whether it is on the ground nor its height above it.

const touchdownAround = Date.UTC(2026, 4, 4, 12);
const feet = 0.3048;

/** ENGM 19L, from 60.20120 11.12250 to 60.17580 11.10780. */
function engm19L(): Runway {
  const place = { lat: 60.19, lon: 11.116 };
  return chooseRunway(runwaysNear(place), place, 196) ?? assert.fail('ENGM 19L');
}

/** A report this many feet past the threshold of the runway. */
function past(runway: Runway, distanceFt: number, s: number, changes: Partial<Position>): Position {
  const share = (distanceFt * feet) / runway.lengthM;
  const { start, end } = runway;
  return position(touchdownAround + s * 1_000, {
    lat: start.lat + (end.lat - start.lat) * share,
    lon: start.lon + (end.lon - start.lon) * share,
    headingDeg: 196,
    ...changes,
    onGround: null,
    altitudeAglFt: null,
  });
}

/** What its receiver reported of a B738: pressure altitudes in steps of 25 ft, and 0 from some time after the touchdown on. */
function reports(runway: Runway): readonly Position[] {
  const cells = [
    [-10_300, -48, 1_225, 146, -720],
    [-8_100, -39, 1_125, 146, -704],
    [-6_200, -31, 1_025, 145, -768],
    [-3_800, -21, 925, 144, -704],
    [-1_900, -13, 825, 144, -704],
    [0, -10 + 2, 750, 143, -512],
    [2_400, 0, 700, 142, -128],
    [4_400, 10, 700, 98, 0],
    [5_302, 17, 0, 69, 0],
    [6_100, 25, 0, 46, 0],
    [6_500, 33, 0, 22, 0],
    [6_600, 41, 0, 14, 0],
  ] as const;
  return cells.map(([distanceFt, s, altitudeMslFt, groundSpeedKt, verticalSpeedFpm]) =>
    past(runway, distanceFt, s, { altitudeMslFt, groundSpeedKt, verticalSpeedFpm }),
  );
}

/** The landing as tracking finds it, after a take-off. */
function landingAtOf(positions: readonly Position[]): number | null {
  const fold = emptyFold();
  const [first] = positions;
  assert.ok(first !== undefined);
  const from = first.recordedAt - 600_000;
  for (let s = 0; s < 5; s++)
    foldPosition(fold, { ...first, recordedAt: from + s * 10_000, altitudeMslFt: 0, groundSpeedKt: s * 5, lat: 60 });
  for (let s = 5; s < 20; s++)
    foldPosition(fold, {
      ...first,
      recordedAt: from + s * 10_000,
      altitudeMslFt: 3_000,
      groundSpeedKt: 220,
      lat: 60.1,
    });
  for (const each of positions) foldPosition(fold, each);
  return fold.landing?.at ?? null;
}

function landed(positions: readonly Position[]) {
  const landingAt = landingAtOf(positions);
  return runwayLandingOf({ positions, events: [], pirep: { landingAt } }, runwaysNear) ?? assert.fail('no runway');
}

/**
 * By hand: level at 142 kt and −128 ft/min 2,400 ft past the threshold it was in the air; ten seconds later it had 98 kt. With
 * brakes that take 7 kt a second it was down at the latest 44 / 7 = 6.3 s before, 3.7 s and 890 ft after that report.
 */
test('a landing of a receiver that reports 0 ft on the ground is where it braked, not where the altitude became 0', () => {
  const runway = engm19L();
  const found = landed(reports(runway));
  assert.equal(`${found.runway.airport} ${found.runway.name}`, 'ENGM 19L');
  const distanceFt = found.fromThresholdM.value / feet;
  assert.ok(distanceFt >= 2_400 && distanceFt <= 3_300, `${Math.round(distanceFt)} ft past the threshold`);
  assert.equal(found.fromThresholdM.basis, 'estimated');
  const atS = (found.touchdown.at - touchdownAround) / 1_000;
  assert.ok(atS > 0 && atS < 3.8, `${atS} s`);
});

test('the landing as tracking finds it is at the report before, not at the first altitude of 0', () => {
  assert.equal(landingAtOf(reports(engm19L())), touchdownAround);
});

test('the recorded landing at Cancún is found without what it says of the ground, as with it', async () => {
  const { samples } = await readRecording(defaultRecording);
  const positions = samples.map((sample) => position(touchdownAround + sample.t, { ...sample, onGround: null }));
  const fold = emptyFold();
  for (const each of positions) foldPosition(fold, each);
  const landingAt = fold.landing?.at ?? null;
  const found = runwayLandingOf({ positions, events: [], pirep: { landingAt } }, runwaysNear) ?? assert.fail();
  // 171 m, computed in `runway-landing.test.ts`.
  assert.equal(found.runway.name, '12L');
  assert.ok(Math.abs(found.fromThresholdM.value - 171) < 5, `${found.fromThresholdM.value} m`);
});

test('a simulator that says nothing of the ground, with a report each second, is found within 100 ft', () => {
  const runway = engm19L();
  const positions = Array.from({ length: 100 }, (_, index) => {
    // Down at 0 s, 1,500 ft past the threshold; 140 kt are 236.3 ft/s, and brakes take 4 kt a second.
    const s = index - 60.4;
    const speedKt = s <= 0 ? 140 : Math.max(15, 140 - 4 * s);
    const way = s <= 0 ? 236.3 * s : 236.3 * Math.min(s, 31) - 0.5 * 6.75 * Math.min(s, 31) ** 2;
    const heightFt = s >= 0 ? 0 : s > -6 ? -1.5 * s + 1.2 * s * s : 52 - 12 * (s + 6);
    const verticalSpeedFpm = s >= 0 ? 0 : s > -6 ? (-1.5 + 2.4 * s) * 60 : -720;
    return past(runway, 1_500 + way, s, { altitudeMslFt: 678 + heightFt, groundSpeedKt: speedKt, verticalSpeedFpm });
  });
  const distanceFt = landed(positions).fromThresholdM.value / feet;
  assert.ok(Math.abs(distanceFt - 1_500) < 100, `${distanceFt} ft`);
});

test('two reports at 0 kt on the ground are no flight with a landing, wherever they are', () => {
  const fold = emptyFold();
  const stand = { groundSpeedKt: 0, verticalSpeedFpm: 0, altitudeMslFt: 0, onGround: true };
  foldPosition(fold, position(touchdownAround, { ...stand, lat: 47.46, lon: 8.55 }));
  foldPosition(fold, position(touchdownAround + 5 * 3_600_000, { ...stand, lat: 60.19, lon: 11.1 }));
  assert.deepEqual([fold.takeoff, fold.landing, fold.landingPlace], [null, null, null]);
});
