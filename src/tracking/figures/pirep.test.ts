import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FlightEvent, Plan, Position, Report } from '../model.ts';
import { completePosition } from '../position/position.ts';
import { emptyFold, foldPosition } from './fold.ts';
import { landedElsewhere } from './landed-elsewhere.ts';
import { makePirep, nothingReported as noFigures } from './pirep.ts';

const start = Date.UTC(2024, 3, 6, 10, 0, 0);
const minute = 60_000;

const plan: Plan = {
  scheduleId: '1',
  airlineId: '1',
  airlineCode: 'DMO',
  flightNumber: '24',
  ident: 'DM24',
  callsign: 'DMO24',
  departure: { icao: 'LSZH', name: null, lat: 47.45, lon: 8.55 },
  arrival: { icao: 'LSGG', name: null, lat: 46.238, lon: 6.109 },
  alternate: null,
  aircraft: null,
  route: null,
  distanceNm: 125,
  flightType: 'J',
  routeCode: null,
  routeLeg: null,
  plannedFlightTimeMin: 45,
  departureTime: null,
  arrivalTime: null,
};

type Point = {
  min: number;
  lat: number;
  gs: number;
  alt: number;
  vs?: number;
  fuel?: number;
  phase?: string;
  onGround?: boolean;
};

function position(point: Point): Position {
  return completePosition({
    seq: Math.round(point.min * 60),
    recordedAt: start + point.min * minute,
    isDated: true,
    receivedAt: start + point.min * minute,
    lat: point.lat,
    lon: 8.55,
    headingDeg: 180,
    altitudeMslFt: point.alt,
    groundSpeedKt: point.gs,
    verticalSpeedFpm: point.vs ?? 0,
    fuelLb: point.fuel ?? null,
    phase: point.phase ?? null,
    onGround: point.onGround ?? null,
  });
}

const event = (kind: string, min: number, data: unknown = null): FlightEvent => ({
  seq: null,
  kind,
  recordedAt: start + min * minute,
  isDated: true,
  receivedAt: start + min * minute,
  message: null,
  lat: null,
  lon: null,
  data,
});

const reports = (points: readonly Point[], events: readonly FlightEvent[] = []): Report[] =>
  [
    ...points.map((point) => ({ kind: 'position' as const, position: position(point) })),
    ...events.map((each) => ({ kind: 'event' as const, event: each })),
  ]
    .sort((a, b) => ('event' in a ? a.event : a.position).recordedAt - ('event' in b ? b.event : b.position).recordedAt)
    .map((each, index) => ({ number: index + 1, ...each }));

const hop: readonly Point[] = [
  { min: 0, lat: 47.45, gs: 0, alt: 1400 },
  { min: 2, lat: 47.45, gs: 0, alt: 1400 },
  { min: 3, lat: 47.451, gs: 8, alt: 1400 },
  { min: 8, lat: 47.46, gs: 20, alt: 1400 },
  { min: 10, lat: 47.44, gs: 150, alt: 1900, vs: 2000 },
  { min: 20, lat: 47.0, gs: 300, alt: 15000, vs: 0 },
  { min: 30, lat: 46.4, gs: 250, alt: 5000, vs: -1200 },
  { min: 35, lat: 46.25, gs: 140, alt: 1450, vs: -700 },
  { min: 35.2, lat: 46.245, gs: 132, alt: 1411, vs: -310 },
  { min: 35.6, lat: 46.24, gs: 45, alt: 1411 },
  { min: 40, lat: 46.238, gs: 10, alt: 1411 },
  { min: 42, lat: 46.238, gs: 0, alt: 1411 },
  { min: 45, lat: 46.238, gs: 0, alt: 1411 },
];

test('out, off, on and in come from the reports: out is the first movement, in is where it came to stand', () => {
  const pirep = makePirep(plan, reports(hop), noFigures, null);
  assert.deepEqual(
    [pirep.blockOffAt, pirep.takeoffAt, pirep.landingAt, pirep.blockOnAt].map((at) => at && (at - start) / minute),
    [3, 10, 35.2, 42],
  );
  assert.equal(pirep.flightTimeMin, 39);
  assert.deepEqual(pirep.basis, {
    blockOffAt: 'computed',
    takeoffAt: 'estimated',
    landingAt: 'estimated',
    blockOnAt: 'computed',
    flightTimeMin: 'computed',
    distanceNm: 'computed',
    landingRateFpm: 'estimated',
  });
  assert.equal(pirep.landingRateFpm, -310);
});

test('what was never reported is null, not 0', () => {
  const pirep = makePirep(plan, reports(hop), noFigures, null);
  assert.equal(pirep.fuelUsedLb, null);
  assert.equal(pirep.blockFuelLb, null);
  const empty = makePirep(plan, [], noFigures, null);
  for (const figure of ['flightTimeMin', 'distanceNm', 'blockOffAt', 'blockOnAt', 'landingRateFpm'] as const) {
    assert.equal(empty[figure], null, figure);
  }
});

test('reports in any order and in any batches make the same PIREP', () => {
  const calm = makePirep(plan, reports(hop), noFigures, null);
  const shuffled = reports(hop).sort((a, b) => ((a.number * 7) % 13) - ((b.number * 7) % 13));
  assert.deepEqual(makePirep(plan, shuffled, noFigures, null), calm);
});

test('a client that counts from one again after a restart makes the same PIREP', () => {
  const calm = makePirep(plan, reports(hop), noFigures, null);
  const restarted = reports(hop).map((report, index): Report => {
    if (report.kind !== 'position') return report;
    return { ...report, position: { ...report.position, seq: index < 7 ? index + 10 : index - 6 } };
  });
  assert.deepEqual(makePirep(plan, restarted, noFigures, null), calm);
});

test('figures that the client reports with finish have precedence over computed ones', () => {
  const pirep = makePirep(plan, reports(hop), { ...noFigures, flightTimeMin: 77, landingRateFpm: -222 }, null);
  assert.equal(pirep.flightTimeMin, 77);
  assert.equal(pirep.basis.flightTimeMin, 'reported');
  assert.equal(pirep.landingRateFpm, -222);
});

test('a recording that ends rolling has an estimated block-on', () => {
  const pirep = makePirep(plan, reports(hop.slice(0, 11)), noFigures, null);
  assert.equal(pirep.blockOnAt, start + 40 * minute);
  assert.equal(pirep.basis.blockOnAt, 'estimated');
  assert.equal(pirep.basis.flightTimeMin, 'estimated');
});

test('time between pause and resume is not flight time', () => {
  const paused = makePirep(plan, reports(hop, [event('pause', 20), event('resume', 30)]), noFigures, null);
  assert.equal(paused.flightTimeMin, 29);
  const byPhase = hop.map((point) => ({ ...point, phase: point.min === 20 ? 'paused' : 'cruise' }));
  assert.equal(makePirep(plan, reports(byPhase), noFigures, null).flightTimeMin, 29);
});

test('a pause that has not ended is no flight time', () => {
  assert.equal(makePirep(plan, reports(hop, [event('pause', 20)]), noFigures, null).flightTimeMin, 17);
});

test('a late report of the client’s queue moves no time that was noticed before', () => {
  const fold = emptyFold(start);
  for (const point of hop) foldPosition(fold, position(point));
  const noticed = structuredClone([fold.blockOff, fold.takeoff, fold.landing, fold.last]);
  const late = { ...position({ min: 10, lat: 47.44, gs: 150, alt: 1900 }), receivedAt: start + 46 * minute };
  assert.equal(foldPosition(fold, late), false);
  assert.deepEqual([fold.blockOff, fold.takeoff, fold.landing, fold.last], noticed);
});

test('a pause over midnight is no flight time either', () => {
  const toMidnight = Date.UTC(2024, 3, 7) - 25 * minute - start;
  const later = reports(hop, [event('pause', 20), event('resume', 30)]).map((report): Report => {
    const moved = <T extends Position | FlightEvent>(each: T): T => {
      const recordedAt = each.recordedAt + toMidnight;
      return { ...each, recordedAt, receivedAt: recordedAt };
    };
    return report.kind === 'position'
      ? { ...report, position: moved(report.position) }
      : { ...report, event: moved(report.event) };
  });
  assert.equal(makePirep(plan, later, noFigures, null).flightTimeMin, 29);
});

test('events about the block times override the positions', () => {
  const pirep = makePirep(
    plan,
    reports(hop, [event('block-off', 1), event('landing', 35.1, { landing_rate: -180 }), event('block-on', 43)]),
    noFigures,
    null,
  );
  assert.equal(pirep.blockOffAt, start + 1 * minute);
  assert.equal(pirep.blockOnAt, start + 43 * minute);
  assert.equal(pirep.landingRateFpm, -180);
  assert.equal(pirep.basis.landingRateFpm, 'computed');
  assert.equal(pirep.basis.landingAt, 'computed');
});

test('fuel used is the decrease between block-off and block-on', () => {
  const burning = hop.map((point) => ({ ...point, fuel: 5000 - point.min * 10 }));
  const pirep = makePirep(plan, reports(burning), noFigures, null);
  assert.deepEqual([pirep.blockFuelLb, pirep.fuelUsedLb, pirep.basis.fuelUsedLb], [4970, 390, 'computed']);
});

test('lines of the log keep their times', () => {
  const log = ['no time', { at: start, text: 'with a time' }];
  assert.deepEqual(makePirep(plan, reports(hop), { ...noFigures, log }, null).log, [
    { at: null, text: 'no time' },
    { at: start, text: 'with a time' },
  ]);
});

test('a landing far from the planned arrival is elsewhere; one at it is not', () => {
  const back = hop.map((point) => (point.min > 20 ? { ...point, lat: 47.45 } : point));
  assert.notEqual(landedElsewhere(plan, reports(back)), null);
  const there = reports(hop.map((point) => ({ ...point })));
  const arrival = { ...plan, arrival: { ...plan.arrival, lon: 8.55 } };
  assert.equal(landedElsewhere(arrival, there), null);
});
