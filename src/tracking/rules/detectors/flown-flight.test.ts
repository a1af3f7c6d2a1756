import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { recordedFlight } from '../../../../test/flight-model/recorded-flight.ts';
import { flightEvent, position } from '../../../../test/flown.ts';
import { sampleFlight } from '../../../../test/journal/suite/samples.ts';
import { runwaysNear } from '../../../lib/runways/runways.ts';
import { makePirep, nothingReported } from '../../figures/pirep.ts';
import type { Flight, FlightEvent, Position, Report } from '../../model.ts';
import { detectors } from './detectors.ts';
import { flownFlight } from './flown-flight.ts';

const start = Date.UTC(2024, 3, 6, 10, 43, 7);
const document: Flight = { ...sampleFlight(1, { startedAt: start }), network: 'vatsim' };
const nothing = { samples: null, feedRead: [], route: null, runwaysNear };

/** What all detectors say of these reports, and what they read. */
function judged(reports: readonly Report[], flight = document) {
  const pirep = makePirep(flight.plan, reports, nothingReported, null, {
    startedAt: start,
    finishedAt: null,
    remarks: [],
  });
  const flown = flownFlight(flight, reports, pirep, nothing);
  const findings = detectors.map(({ name, limits, judge }) => {
    const defaults = Object.fromEntries(Object.entries(limits).map(([limit, spec]) => [limit, spec.default]));
    return [name, judge(flown, defaults)] as const;
  });
  return { flown, findings };
}

/** A position and an event for every tenth of them, with much that detectors find: pauses, jumps, speeds, fuel. */
const troubled: readonly Report[] = Array.from({ length: 120 }, (_, index): readonly Report[] => {
  const s = index * 20;
  const isGround = index < 20 || index > 100;
  const change: Partial<Position> = {
    seq: index + 1,
    lat: 47.45 + (isGround ? 0 : (index - 20) * 0.03) + (index > 60 ? 3 : 0),
    lon: 8.55 + index * 0.001,
    onGround: isGround,
    altitudeMslFt: isGround ? 1_400 : 9_000,
    groundSpeedKt: isGround ? (index > 5 ? 45 : 0) : 280,
    indicatedAirspeedKt: isGround ? 0 : 280,
    fuelLb: 20_000 - index * 50 + (index > 70 ? 3_000 : 0),
    isPaused: index > 40 && index < 44,
    isSlewing: index === 50,
    simRate: index > 80 && index < 85 ? 4 : 1,
    transponder: index > 90 && index < 95 ? '7700' : '2000',
  };
  const report: Report = { number: index * 2 + 1, kind: 'position', position: position(start + s * 1_000, change) };
  const kind = index === 90 ? 'emergency' : 'note';
  const event = flightEvent(start + s * 1_000 + 500, kind, { seq: index + 1 });
  return index % 10 === 0 ? [report, { number: index * 2 + 2, kind: 'event', event }] : [report];
}).flat();

test('what detectors say does not depend on the order, the batches and the repeats in which reports came', () => {
  const expected = judged(troubled);
  const fired = expected.findings.filter(([, { marks }]) => marks.length > 0).map(([name]) => name);
  for (const name of ['paused', 'slewed', 'sim-rate', 'jumped', 'refuelled', 'speed-below-10000', 'emergency'])
    assert.ok(fired.includes(name), `${name} fires`);
  const order = fc.shuffledSubarray(
    troubled.map((_, index) => index),
    { minLength: troubled.length },
  );
  const repeats = fc.array(fc.nat(troubled.length - 1), { maxLength: 40 });
  fc.assert(
    fc.property(order, repeats, fc.integer({ min: 1, max: 60 }), (indexes, again, batch) => {
      // All of a batch arrives at once, after the flight. A repeat has a number of its own.
      const arrived = [...indexes, ...again].map((index, place) =>
        arrivedAt(troubled[index] as Report, place + 1, landedAt + Math.floor(place / batch) * 1_000),
      );
      const { flown, findings } = judged(arrived);
      assert.deepEqual(flown.positions.map(withoutArrival), expected.flown.positions.map(withoutArrival));
      assert.deepEqual(flown.events.map(withoutArrival), expected.flown.events.map(withoutArrival));
      assert.deepEqual(findings, expected.findings);
    }),
    { numRuns: 60 },
  );
});

test('the same reports twice, in any order, are each once', () => {
  const { flown, findings } = judged([...troubled.toReversed(), ...troubled]);
  assert.deepEqual([flown.positions.length, flown.events.length], [120, 12]);
  assert.deepEqual(findings, judged(troubled).findings);
});

const landedAt = start + 3_600_000;

function arrivedAt(report: Report, number: number, receivedAt: number): Report {
  return report.kind === 'position'
    ? { number, kind: 'position', position: { ...report.position, receivedAt } }
    : { number, kind: 'event', event: { ...report.event, receivedAt } };
}

function withoutArrival(content: Position | FlightEvent) {
  return { ...content, receivedAt: 0 };
}

test('reports without numbers are known by their times', () => {
  const at = (seconds: number) => position(start + seconds * 1_000, { seq: null });
  const reports = [at(20), at(0), at(10), at(20)].map(
    (each, index): Report => ({ number: index + 1, kind: 'position', position: each }),
  );
  const { positions } = judged(reports).flown;
  assert.deepEqual(
    positions.map(({ recordedAt }) => (recordedAt - start) / 1_000),
    [0, 10, 20],
  );
});

test('a clock that was corrected in flight is corrected in what detectors read, as in the PIREP', () => {
  // Two hours slow until the tenth report; the server's clock shows the truth.
  const reports = Array.from({ length: 20 }, (_, index): Report => {
    const trueAt = start + index * 10_000;
    const recordedAt = index < 10 ? trueAt - 7_200_000 : trueAt;
    const change = {
      seq: index + 1,
      receivedAt: trueAt,
      onGround: index < 5,
      groundSpeedKt: 150,
      altitudeMslFt: 3_000,
    };
    return { number: index + 1, kind: 'position', position: position(recordedAt, change) };
  });
  const { flown } = judged(reports);
  const seconds = flown.positions.map(({ recordedAt }) => (recordedAt - start) / 1_000);
  assert.deepEqual(
    seconds,
    Array.from({ length: 20 }, (_, index) => index * 10),
  );
  assert.equal(flown.pirep.takeoffAt, start + 50_000);
});

test('the real flight to Cancún: nothing is found, and what its receiver does not see is not judged', async () => {
  const recorded = await recordedFlight();
  const reports = recorded.positions.map(
    (each, index): Report => ({ number: index + 1, kind: 'position', position: each }),
  );
  const { findings } = judged(reports, { ...document, plan: recorded.plan, aircraft: recorded.aircraft });
  assert.deepEqual(
    findings.filter(([, { marks }]) => marks.length > 0),
    [],
  );
  const reasons = Object.fromEntries(
    findings.map(([name, { notJudged }]) => [name, notJudged.map(({ reason }) => reason)]),
  );
  const own = [
    'paused',
    'slewed',
    'sim-rate',
    'jumped',
    'refuelled',
    'other-aircraft',
    'taxi-speed',
    'speed-below-10000',
  ];
  own.push('off-plan', 'crash', 'emergency', 'fuel-at-landing', 'late', 'early', 'offline');
  assert.deepEqual(Object.fromEntries(own.map((name) => [name, reasons[name]])), {
    paused: ['no-pause-reports'],
    slewed: ['no-slew-reports'],
    'sim-rate': ['no-sim-rate'],
    jumped: [],
    refuelled: [],
    'other-aircraft': [],
    'taxi-speed': [],
    'speed-below-10000': ['no-airspeed'],
    'off-plan': ['no-route', 'no-filed-level'],
    crash: ['no-events'],
    emergency: ['no-events-and-no-transponder'],
    'fuel-at-landing': [],
    late: ['no-schedule', 'no-schedule', 'no-schedule'],
    early: ['no-schedule', 'no-schedule', 'no-schedule'],
    offline: ['no-feed'],
  });
});
