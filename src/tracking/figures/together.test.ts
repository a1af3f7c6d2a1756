import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan, Report } from '../model.ts';
import { completePosition } from '../position/position.ts';
import { landedElsewhere } from './landed-elsewhere.ts';
import { makePirep, nothingReported } from './pirep.ts';

// Reports without times of their own have that of their arrival. A queue arrives at once: nothing is concluded from that.

const start = Date.UTC(2024, 3, 6, 10, 0, 0);
const minute = 60_000;
const at = (lat: number) => ({ icao: 'TEST', name: null, lat, lon: 8.5 });
const plan = { departure: at(50), arrival: at(48), route: null } as Plan;

interface Point {
  /** Minutes after the start at which it was made. */
  readonly min: number;
  readonly lat: number;
  readonly agl: number;
  readonly gs: number;
  readonly vs?: number;
}

/** Two degrees in forty minutes. */
const flown: readonly Point[] = [
  { min: 0, lat: 50, agl: 0, gs: 0 },
  { min: 2, lat: 50, agl: 0, gs: 15 },
  { min: 6, lat: 49.7, agl: 9_000, gs: 250, vs: 2_000 },
  { min: 12, lat: 49.3, agl: 20_000, gs: 300 },
  { min: 22, lat: 48.6, agl: 20_000, gs: 300 },
  { min: 30, lat: 48.2, agl: 8_000, gs: 250, vs: -1_500 },
  { min: 36, lat: 48.02, agl: 900, gs: 140, vs: -1_400 },
  { min: 37, lat: 48, agl: 0, gs: 60 },
  { min: 40, lat: 48, agl: 0, gs: 0 },
];

/** @param arriving - minute at which each arrived; those that arrive in the same one came together */
function reportsOf(points: readonly Point[], arriving: (point: Point) => number = ({ min }) => min): readonly Report[] {
  return points.map((point, index) => {
    const instant = start + arriving(point) * minute;
    const { lat, agl, gs, vs = 0 } = point;
    const common = { recordedAt: instant, receivedAt: instant, isDated: false, lon: 8.5, altitudeMslFt: agl + 1_000 };
    const position = completePosition({
      ...common,
      lat,
      altitudeAglFt: agl,
      groundSpeedKt: gs,
      verticalSpeedFpm: vs,
    });
    return { number: index + 1, kind: 'position', position };
  });
}

const queued = ({ min }: Point) => (min < 10 ? min : 60);
const lifetime = { startedAt: start, finishedAt: start + 61 * minute, remarks: [] };

test('a report of some time before the touchdown does not say how hard it was', () => {
  const pirep = makePirep(plan, reportsOf(flown, queued), nothingReported, null, lifetime);
  assert.deepEqual([pirep.landingRateFpm, pirep.positionCount], [null, flown.length]);
});

test('times of arrival are estimates, and ignore no figure of the client', () => {
  const reported = { ...nothingReported, blockOffAt: start + 2 * minute, blockOnAt: start + 40 * minute };
  const pirep = makePirep(plan, reportsOf(flown, queued), reported, null, lifetime);
  assert.deepEqual([pirep.blockOffAt, pirep.blockOnAt], [reported.blockOffAt, reported.blockOnAt]);
  assert.equal(pirep.basis.landingAt, 'estimated');
  assert.match(pirep.notes ?? '', /came together: times up to 11:00 UTC are estimates/);
  const live = makePirep(
    plan,
    reportsOf(flown),
    { ...nothingReported, blockOnAt: start + 30 * minute },
    null,
    lifetime,
  );
  assert.match(live.notes ?? '', /out of order/, 'of a track with times they do');
});

const elsewhere: Plan = { ...plan, arrival: at(46) };
const last = flown.at(-1) ?? assert.fail();

const ends: readonly (readonly [string, readonly Point[], boolean])[] = [
  ['it stands where it landed', flown, true],
  ['one glitch on the way', [...flown.slice(0, 4), { ...last, min: 13, lat: -20 }, ...flown.slice(4)], true],
  ['the simulator’s menu at the end', [...flown, { ...last, min: 41, lat: 0, agl: 0 }], true],
  ['a newest position that it cannot have reached', [...flown, { ...last, min: 41, lat: 20 }], false],
  ['it is far from where it seems to have landed', [...flown, { ...last, min: 80, lat: 47.8, gs: 15 }], false],
  [
    'it came to where it landed by a jump in the air',
    [...flown.slice(0, 5), { ...last, min: 23, lat: 10, agl: 5_000 }, { ...last, min: 24, lat: 10, agl: 4_000 }].concat(
      [
        { ...last, min: 30, lat: 9.9 },
        { ...last, min: 31, lat: 9.9 },
      ],
    ),
    false,
  ],
];
for (const [name, points, isFound] of ends)
  test(`a diversion is ${isFound ? 'found' : 'not concluded'}: ${name}`, () => {
    const reports = reportsOf(points).map((report) =>
      report.kind === 'position' && report.position.lat === 0
        ? { ...report, position: { ...report.position, lon: 0 } }
        : report,
    );
    assert.equal(landedElsewhere(elsewhere, reports, start) !== null, isFound);
  });

test('it does not land while it reports its height above the ground, however level it flies', () => {
  const level = flown.map((point) => (point.min === 36 ? { ...point, agl: 380, lat: 48.3 } : point));
  const reports = reportsOf(level).map((report) =>
    report.kind === 'position'
      ? {
          ...report,
          position: {
            ...report.position,
            altitudeMslFt: report.position.altitudeAglFt === 380 ? 1_010 : report.position.altitudeMslFt,
          },
        }
      : report,
  );
  const pirep = makePirep(plan, reports, nothingReported, null, lifetime);
  assert.equal(pirep.landingAt, start + 37 * minute);
  assert.equal(landedElsewhere(plan, reports, start), null);
});
