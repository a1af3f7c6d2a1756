import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { flownFlight, judgeBy } from '../../../../test/flight-model/flown-flight.ts';
import { flightEvent, position } from '../../../../test/flown.ts';
import { runwaysNear } from '../../../lib/runways/runways.ts';
import { detectors } from './detectors.ts';

const number = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true }));
const flag = fc.option(fc.boolean());
const lat = fc.oneof(fc.constant(47.45), fc.double({ min: -90, max: 90, noNaN: true }));
const lon = fc.oneof(fc.constant(8.55), fc.double({ min: -180, max: 180, noNaN: true }));
const place = fc.record({ lat, lon });
/** Up to five and a half hours. */
const ms = fc.nat(20_000_000);

const positions = fc.array(
  fc.record({
    recordedAt: ms,
    isDated: fc.boolean(),
    lat,
    lon,
    headingDeg: number(0, 359),
    altitudeMslFt: number(-1_000, 60_000),
    altitudeAglFt: number(0, 60_000),
    groundSpeedKt: number(0, 2_000),
    indicatedAirspeedKt: number(-10, 600),
    verticalSpeedFpm: number(-9_000, 9_000),
    fuelLb: number(0, 1e6),
    onGround: flag,
    isPaused: flag,
    isSlewing: flag,
    simRate: number(0, 128),
    transponder: fc.constantFrom(null, '7700', '2000'),
    areLandingLightsOn: flag,
    isBeaconOn: flag,
    n1Pct: number(0, 110),
  }),
  { maxLength: 60 },
);
const kinds = fc.constantFrom('pause', 'resume', 'crash', 'emergency', 'landing', 'takeoff');
const instant = fc.option(ms);

const flights = fc
  .record({
    positions,
    events: fc.array(fc.tuple(ms, kinds), { maxLength: 6 }),
    pirep: fc.record({ blockOffAt: instant, takeoffAt: instant, landingAt: instant, blockOnAt: instant }),
    ends: fc.tuple(fc.option(place), fc.option(place)),
    cruiseLevel: fc.option(fc.nat(50_000)),
    route: fc.option(fc.array(fc.record({ lat, lon, isAfterUnknown: fc.boolean() }), { maxLength: 8 })),
    samples: fc.option(fc.array(fc.tuple(ms, place), { maxLength: 20 })),
  })
  .map(({ positions, events, pirep, ends, cruiseLevel, route, samples }) => {
    const [departure, arrival] = ends.map((end) => ({
      icao: 'ZZZZ',
      name: null,
      lat: end?.lat ?? null,
      lon: end?.lon ?? null,
    }));
    return flownFlight({
      positions: positions.map((each) => position(each.recordedAt, each)).sort(byTime),
      events: events.map(([at, kind]) => flightEvent(at, kind)).sort(byTime),
      pirep,
      plan: { cruiseLevel, ...(departure && arrival ? { departure, arrival } : {}) },
      route,
      samples:
        samples
          ?.map(([at, seen]) => ({ network: 'vatsim' as const, at, callsign: 'DMO1', ...seen, aircraftType: null }))
          .sort((one, other) => one.at - other.at) ?? null,
      feedRead: [{ from: 0, to: 20_000_000 }],
      runwaysNear,
    });
  });

function byTime(one: { readonly recordedAt: number }, other: { readonly recordedAt: number }): number {
  return one.recordedAt - other.recordedAt;
}

test('whatever is reported, each detector answers with marks that have a beginning, an end and numbers', () => {
  let count = 0;
  fc.assert(
    fc.property(flights, (flight) => {
      for (const detector of detectors)
        for (const { from, to, value, limit, element } of judgeBy(detector, flight).marks) {
          count += 1;
          assert.ok(Number.isFinite(from) && to >= from, `${detector.name} from ${from} to ${to}`);
          assert.ok(
            [value, limit].every((each) => each === null || Number.isFinite(each)),
            detector.name,
          );
          assert.ok(element === undefined || detector.elements?.includes(element), `${detector.name} ${element}`);
        }
    }),
    { numRuns: 300 },
  );
  assert.ok(count > 300, `${count} marks`);
});

test('detectors have names of their own, and defaults within their limits', () => {
  assert.equal(new Set(detectors.map(({ name }) => name)).size, detectors.length);
  for (const { name, title, description, limits } of detectors) {
    assert.ok(title.length > 3 && description.length > 20, name);
    for (const [limit, spec] of Object.entries(limits))
      assert.ok(spec.minimum <= spec.default && spec.default <= spec.maximum && spec.title !== '', `${name} ${limit}`);
  }
});

/** Of each limit that staff may set: the least, the usual and the most. */
const limits: readonly (readonly [string, number, number, number])[] = [
  ['paused maxS', 0, 0, 86400],
  ['sim-rate maxRate', 1, 1, 128],
  ['jumped maxKt', 100, 750, 5000],
  ['refuelled maxRisePct', 0.1, 1, 100],
  ['taxi-speed maxKt', 5, 30, 100],
  ['taxi-speed minS', 0, 5, 120],
  ['speed-below-10000 maxKt', 100, 250, 500],
  ['speed-below-10000 belowFt', 1000, 10000, 20000],
  ['speed-below-10000 minS', 0, 10, 600],
  ['lights minS', 0, 30, 3600],
  ['lights belowFt', 500, 10000, 20000],
  ['off-plan maxOffNm', 5, 50, 500],
  ['off-plan maxOffFt', 500, 4000, 20000],
  ['off-plan minMin', 1, 10, 120],
  ['gap-before-touchdown gapS', 5, 60, 3600],
  ['unstable-approach sinkFpm', 300, 1000, 5000],
  ['unstable-approach spreadKt', 5, 20, 100],
  ['unstable-approach pathDeg', 0.2, 0.7, 5],
  ['unstable-approach slopeDeg', 2, 3, 8],
  ['unstable-approach headingDeg', 2, 10, 90],
  ['unstable-approach bankDeg', 2, 10, 60],
  ['go-around belowFt', 100, 1500, 3000],
  ['go-around upFt', 100, 500, 3000],
  ['landing rateFpm', 100, 600, 3000],
  ['landing g', 1.1, 1.8, 10],
  ['landing longFt', 500, 3000, 10000],
  ['landing offCentreM', 1, 10, 60],
  ['landing bounces', 0, 0, 10],
  ['overrun beyondM', 0, 60, 1000],
  ['emergency minS', 0, 10, 600],
  ['fuel-at-landing minMin', 1, 30, 240],
  ['late maxMin', 0, 15, 1440],
  ['early maxMin', 0, 15, 1440],
  ['offline minSharePct', 1, 80, 100],
  ['offline maxApartNm', 1, 10, 500],
];

test('the limits of each detector are those that the pages and the saved sets of airlines know', () => {
  const found = detectors.flatMap(({ name, limits: all }) =>
    Object.entries(all).map(([limit, { minimum, default: usual, maximum }]) => [
      `${name} ${limit}`,
      minimum,
      usual,
      maximum,
    ]),
  );
  assert.deepEqual(found, limits);
});
