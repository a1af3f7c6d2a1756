import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBy } from '../../../../test/flight-model/flown-flight.ts';
import type { State } from '../../../../test/flight-model/model.ts';
import { flightToFrankfurt, westToFrankfurt } from '../../../../test/flight-model/troubles.ts';
import { placeOn } from '../../../lib/runways/runway.ts';
import { approachesOf, usualApproach } from './approaches.ts';
import { gapBeforeTouchdown } from './gap-before-touchdown.ts';
import { goAround } from './go-around.ts';
import { overrun } from './overrun.ts';
import { touchAndGo } from './touch-and-go.ts';

const { to } = westToFrankfurt();

test('a go-around has its place, its height and its runway, with or without `on_ground`', () => {
  for (const saysGround of [true, false]) {
    const flight = flightToFrankfurt({ manner: { first: 'go-around' }, client: { everyS: 1, saysGround } });
    const { marks, notJudged, spacingS } = judgeBy(goAround, flight);
    assert.equal(marks.length, 1);
    const [mark] = marks;
    // It climbs at the first second at or below 400 ft, sinking 12 ft each.
    assert.ok((mark?.value ?? 0) > 385 && (mark?.value ?? 0) <= 400, `${mark?.value}`);
    assert.deepEqual(mark?.data, { runway: '25C', airport: 'EDDF' });
    // 350 ft above the threshold's 50 ft: 350 ft / tan 3° = 2,036 m before it, at most 12 ft or 70 m less.
    const { alongM, rightM } = placeOn(to, { lat: mark?.lat ?? 0, lon: mark?.lon ?? 0 });
    assert.ok(alongM > -2_040 && alongM < -1_960, `${alongM}`);
    assert.ok(Math.abs(rightM) < 2);
    assert.deepEqual([notJudged, spacingS], [[], 1]);
    assert.deepEqual(
      approachesOf(flight, usualApproach).map(({ landing }) => landing !== null),
      [false, true],
    );
  }
});

test('a limit of a rule decides which go-around counts', () => {
  const flight = flightToFrankfurt({ manner: { first: 'go-around' } });
  assert.equal(judgeBy(goAround, flight, { belowFt: 300, upFt: 500 }).marks.length, 0);
  // It climbs to 3,000 ft above the airport.
  assert.equal(judgeBy(goAround, flight, { belowFt: 1_500, upFt: 2_900 }).marks.length, 0);
  const blind = { ...flight, positions: flight.positions.map((each) => ({ ...each, altitudeMslFt: null })) };
  assert.deepEqual(judgeBy(goAround, blind).notJudged, [{ reason: 'no-altitude' }]);
});

test('one wrong altitude on the final approach is no go-around', () => {
  const spoil = (states: readonly State[]) => {
    const low = states.findLastIndex(({ aglFt, onGround }) => !onGround && aglFt > 1_600);
    const s = low - (low % 5);
    return states.map((state, second) => (second === s ? { ...state, altitudeFt: 364 } : state));
  };
  assert.deepEqual(judgeBy(goAround, flightToFrankfurt({ spoil })).marks, []);
});

test('a touch-and-go has the place of its touchdown, and needs who says where the ground is', () => {
  const manner = { first: 'touch-and-go' } as const;
  const [mark, ...others] = judgeBy(touchAndGo, flightToFrankfurt({ manner, client: { everyS: 1 } })).marks;
  assert.deepEqual(others, []);
  // The flare from 50 ft at the threshold takes 8.25 s at 71.5 m/s: 590 m.
  const { alongM } = placeOn(to, { lat: mark?.lat ?? 0, lon: mark?.lon ?? 0 });
  assert.ok(alongM > 450 && alongM < 660, `${alongM}`);
  const silent = judgeBy(touchAndGo, flightToFrankfurt({ manner, client: { saysGround: false } }));
  assert.deepEqual(silent, { marks: [], notJudged: [{ reason: 'no-on-ground' }] });
});

test('a gap counts by what of it lies near the landing', () => {
  // 3° and 138 kt are 743 ft/min: from 1,200 to 100 ft it takes 89 s, between reports each 5 s.
  const gap = (fromFt: number, toFt: number) =>
    judgeBy(
      gapBeforeTouchdown,
      flightToFrankfurt({
        isLost: ({ climbFpm, aglFt, flaps }) => climbFpm < 0 && flaps > 0 && aglFt < fromFt && aglFt > toFt,
      }),
    ).marks.map(({ value, limit }) => [value, limit]);
  assert.deepEqual(gap(1_200, 100), [[95, 60]]);
  assert.deepEqual(gap(700, 100), []);
  // Of what is missing between 3,900 and 2,700 ft a quarter is lower than 3,000 ft: 80 s · 0.25 = 20 s.
  assert.deepEqual(gap(3_900, 2_700), []);
});

test('of a track that begins on the approach the first gap counts as any other', () => {
  const flight = flightToFrankfurt({
    isLost: ({ climbFpm, aglFt, flaps }) => climbFpm < 0 && flaps > 0 && aglFt < 1_200 && aglFt > 100,
  });
  const { positions } = flight;
  const last = positions.findIndex(
    ({ recordedAt }, index) => (positions[index + 1]?.recordedAt ?? 0) > recordedAt + 60_000,
  );
  const approach = { ...flight, positions: positions.slice(last) };
  const values = judgeBy(gapBeforeTouchdown, approach).marks.map(({ value }) => value);
  assert.deepEqual(values, [95]);
});

test('an overrun is measured from the end of the pavement, at its first report beyond the margin', () => {
  const { marks, spacingS } = judgeBy(overrun, flightToFrankfurt({ manner: { overrunM: 120 }, client: { everyS: 1 } }));
  const [mark, ...others] = marks;
  assert.deepEqual(others, []);
  // It rolls at 40 kt, 20.6 m each second: the first place beyond 60 m and half a metre of doubt.
  assert.ok((mark?.value ?? 0) > 60.5 && (mark?.value ?? 0) < 81.2, `${mark?.value}`);
  assert.deepEqual([mark?.limit, mark?.data?.runway, spacingS], [60, '25C', 1]);
  // It leaves the runway by its side, or stops before its end.
  assert.deepEqual(judgeBy(overrun, flightToFrankfurt()), { marks: [], notJudged: [], spacingS: 5 });
  const cut = flightToFrankfurt({ isLost: ({ s, onGround, speedKt }) => s > 1_000 && onGround && speedKt < 100 });
  assert.deepEqual(judgeBy(overrun, cut).notJudged, [{ reason: 'no-roll' }]);
});
