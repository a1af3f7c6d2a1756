import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeBy } from '../../../../test/flight-model/flown-flight.ts';
import { instantOf, makeFlight, runwayAt } from '../../../../test/flight-model/made-flight.ts';
import { flightToFrankfurt, landingTroubles, westToFrankfurt } from '../../../../test/flight-model/troubles.ts';
import { flightEvent } from '../../../../test/flown.ts';
import type { FlownFlight } from './detector.ts';
import { landing } from './landing.ts';
import { landingsOf } from './landings.ts';

/**
 * Element, value, limit. By hand: it comes in at 138 kt indicated, 139 kt at 360 ft: 71.5 m/s · tan 3° = 3.75 m/s = 738 ft/min without a
 * flare. The flare takes 8 s from 50 ft, at the threshold, and it floats 14 s: 22 s · 71.5 m/s = 1,570 m = 5,160 ft; half of the
 * five seconds between the reports more or less are 590 ft. 25C is 4,000 m long, a third is more than 3,000 ft.
 */
const cases: readonly (readonly [trouble: string, element: string, value: number, within: number, limit: number])[] = [
  ['a landing at 730 ft/min', 'rate', 738, 3, 600],
  ['a landing with 2.1 g', 'g', 2.1, 0.001, 1.8],
  ['a landing that floats for 14 s', 'long', 5_160, 590, 3_000],
  ['a landing 18 m beside the centre line', 'off-centre', 18, 0.3, 10],
  ['a bounce of 4 s', 'bounce', 1, 0, 0],
];

for (const [name, element, value, within, limit] of cases) {
  test(`landing: ${name}`, () => {
    const { making } = landingTroubles[name] ?? assert.fail();
    const { marks } = judgeBy(landing, flightToFrankfurt(making));
    assert.equal(marks.length, 1);
    const [mark] = marks;
    assert.equal(mark?.element, element);
    assert.ok(Math.abs((mark?.value ?? 0) - value) <= within, `${mark?.value}`);
    assert.equal(mark?.limit, limit);
    assert.equal(mark?.data?.runway, '25C');
  });
}

/** Runway 28 of Zürich has 2,500 m: its first third is 2,734 ft. */
const zurich28 = { ...westToFrankfurt(), to: runwayAt('LSZH', '28', 47.45, 8.56) };

test('on a short runway its first third is the touchdown zone', () => {
  const making = { leg: zurich28, manner: { floatS: 5 }, client: { everyS: 1 } };
  const [mark, ...others] = judgeBy(landing, flightToFrankfurt(making)).marks;
  assert.equal(mark?.element, 'long');
  assert.ok(Math.abs((mark?.limit ?? 0) - 2_734) < 10, `${mark?.limit}`);
  assert.ok((mark?.value ?? 0) > 2_734 && (mark?.value ?? 0) < 3_300, `${mark?.value}`);
  assert.deepEqual(others, []);
});

test('a touchdown between two reports of which one is in the zone and one is not is not judged', () => {
  const spoilt = { leg: zurich28, client: { everyS: 10 }, manner: { floatS: 4 } };
  const { marks, notJudged } = judgeBy(landing, flightToFrankfurt(spoilt));
  assert.deepEqual(marks, []);
  assert.ok(notJudged.some(({ element, reason }) => element === 'long' && reason === 'too-sparse'));
});

test('beside the centre line counts what the data of the runway are sure of', () => {
  // 19R of Oslo has coordinates with four decimals: 5.6 m of doubt.
  const leg = { ...westToFrankfurt(), to: runwayAt('ENGM', '19R', 60.2, 11.1) };
  const at = (besideM: number) =>
    judgeBy(landing, flightToFrankfurt({ leg, manner: { besideM }, client: { everyS: 1 } }));
  const says = (besideM: number) => [
    at(besideM).marks.map(({ element }) => element),
    at(besideM).notJudged.map(({ element }) => element),
  ];
  assert.deepEqual(says(2), [[], []]);
  assert.deepEqual(says(12), [[], ['off-centre']]);
  assert.deepEqual(says(18), [['off-centre'], []]);
});

test('the rate that the client reports with its landing counts, whatever the positions show', () => {
  const { states } = makeFlight({ seed: 'rate', leg: westToFrankfurt() });
  const touched = states.findLast(({ onGround }) => !onGround) ?? assert.fail();
  const landed = (rate: number) =>
    flightToFrankfurt({ events: () => [flightEvent(instantOf(touched), 'landing', { data: { landing_rate: rate } })] });
  for (const rate of [-650, 650]) {
    const { marks } = judgeBy(landing, landed(rate));
    assert.deepEqual(
      marks.map(({ element, value }) => [element, value]),
      [['rate', 650]],
    );
  }
  assert.deepEqual(judgeBy(landing, landed(-400)).marks, []);
});

test('so does the rate that it says when it finishes, for the last landing; one that is estimated does not', () => {
  const filed = (basis: 'reported' | 'estimated', first?: 'touch-and-go') =>
    flightToFrankfurt({
      ...(first === undefined ? {} : { manner: { first } }),
      change: ({ pirep }) => ({ pirep: { ...pirep, landingRateFpm: -650, basis: { landingRateFpm: basis } } }),
    });
  const ratesOf = (flight: FlownFlight) => landingsOf(flight).map(({ rateFpm }) => rateFpm);
  assert.deepEqual(ratesOf(filed('reported', 'touch-and-go')), [null, -650]);
  assert.deepEqual(ratesOf(filed('estimated')), [null]);
});

test('the airport is the right one where its place is known, whatever it is called', () => {
  const renamed = (lat: number) =>
    flightToFrankfurt({
      change: ({ plan }) => ({ plan: { ...plan, arrival: { ...plan.arrival, icao: 'XFRA', lat } } }),
    });
  assert.deepEqual(judgeBy(landing, renamed(50.03)).marks, []);
  const [mark] = judgeBy(landing, renamed(51.03)).marks;
  assert.equal(mark?.element, 'wrong-airport');
});

test('each landing is judged, and the airport by the last one', () => {
  const flight = flightToFrankfurt({
    manner: { first: 'touch-and-go', besideM: 18 },
    client: { everyS: 1 },
    change: ({ plan }) => ({ plan: { ...plan, arrival: { ...plan.arrival, icao: 'EDDS', lat: 48.69, lon: 9.22 } } }),
  });
  assert.deepEqual(
    landingsOf(flight).map(({ isTouchAndGo, onRunway }) => [isTouchAndGo, onRunway?.runway.name]),
    [
      [true, '25C'],
      [false, '25C'],
    ],
  );
  const elements = judgeBy(landing, flight).marks.map(({ element }) => element);
  assert.deepEqual(elements, ['off-centre', 'off-centre', 'wrong-airport']);
});
