import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Making, makeFlight, runwayAt } from '../../../test/flight-model/made-flight.ts';
import type { Manner } from '../../../test/flight-model/model.ts';
import { recordedFlight } from '../../../test/flight-model/recorded-flight.ts';
import type { Mark } from '../../tracking/model.ts';
import type { FlownFlight } from '../../tracking/rules/detectors/detector.ts';
import { plainVisitor, visitorOf } from '../visitor/visitor.ts';
import { landingStrips, type Strip } from './landing-strips.ts';
import type { FlightRecord } from './record.ts';

function recordOf({ positions, events, pirep, plan, aircraft, network }: FlownFlight): FlightRecord {
  return { positions, events, pirep, view: { flight: { plan, aircraft, network } } } as unknown as FlightRecord;
}

function stripsOf(flight: FlownFlight, marks: readonly Mark[] = []) {
  return landingStrips(recordOf(flight), marks, plainVisitor()) ?? assert.fail('no strips');
}

const leg = {
  from: runwayAt('LSZH', '34', 47.46, 8.55),
  to: runwayAt('EDDM', '26R', 48.36, 11.79),
  cruiseFt: 25_000,
  crabDeg: 5,
};

function made(manner: Manner, change: Partial<Making> = {}): FlownFlight {
  return makeFlight({ seed: 'strips', leg, manner, client: { everyS: 1 }, ...change }).flight;
}

function lastOf(flight: FlownFlight): Strip {
  return stripsOf(flight).last ?? assert.fail('no landing');
}

const textsOf = ({ lines }: Strip) => Object.fromEntries(lines.map(({ name, text }) => [name, text]));
const kindsOf = (flight: FlownFlight) => {
  const { last, earlier } = stripsOf(flight);
  return [...earlier, ...(last === null ? [] : [last])].map(({ kind }) => kind);
};

test('every approach of a flight has its strip, in order', () => {
  const cases: readonly (readonly [Manner, readonly string[]])[] = [
    [{}, ['landing']],
    [{ first: 'go-around' }, ['go-around', 'landing']],
    [{ first: 'touch-and-go' }, ['touch-and-go', 'landing']],
    [{ bounceS: 3 }, ['landing']],
    [{ floatS: 10 }, ['landing']],
  ];
  for (const [manner, kinds] of cases) assert.deepEqual(kindsOf(made(manner)), kinds, JSON.stringify(manner));
});

test('a go-around says how low it was and where, a touch-and-go where it touched', () => {
  const [goAround] = stripsOf(made({ first: 'go-around' })).earlier;
  assert.ok(goAround);
  assert.match(goAround.title, /^Go-around, runway 26R, EDDM, \d\d:\d\dZ$/);
  const lowest = Number(/^\d+/.exec(textsOf(goAround).Lowest ?? '')?.[0]);
  assert.ok(Math.abs(lowest - 400) < 40, `${lowest} ft`);
  assert.match(textsOf(goAround)['Lowest point'] ?? '', /^[\d.]+ nm before the threshold$/);
  assert.equal(goAround.above, null);
  assert.ok(goAround.side?.drawing.lowest);
  assert.equal(goAround.side.drawing.touchdown, null);
  const [touchAndGo] = stripsOf(made({ first: 'touch-and-go' })).earlier;
  assert.ok(touchAndGo?.above && touchAndGo.side);
  assert.ok(textsOf(touchAndGo)['From the threshold']);
  assert.equal(textsOf(touchAndGo)['Left the runway'], undefined, 'it did not turn off');
});

test('the path of a landing is drawn from the threshold of its runway, steeper where it was steeper', () => {
  const { side } = lastOf(made({}));
  assert.ok(side?.drawing.path && side.drawing.crossing && side.drawing.touchdown);
  assert.match(side.crossing ?? '', /^(4|5)\d ft$/);
  assert.ok(side.drawing.touchdown.x > side.drawing.threshold);
  const highest = (flight: FlownFlight) => {
    const { drawing } = lastOf(flight).side ?? assert.fail('no side');
    return [...drawing.sure.matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)].find(([, x]) => Number(x) > 150)?.[2];
  };
  assert.ok(Number(highest(made({ slopeDeg: 5 }))) < Number(highest(made({}))), 'higher at the same distance');
});

test('both views from above are in true proportion, and the lens has the touchdown', () => {
  for (const manner of [{}, { floatS: 12 }, { besideM: 20 }, { floatS: 12, besideM: -40 }]) {
    const { drawing } = lastOf(made(manner)).above ?? assert.fail('no view');
    for (const { pavement } of [drawing.whole, drawing.lens]) {
      const { lengthM, widthFt } = leg.to;
      const proportion = lengthM / ((widthFt ?? 0) * 0.3048);
      assert.ok(Math.abs(pavement.width / pavement.height / proportion - 1) < 0.02, JSON.stringify(manner));
    }
    const { window, touchdown, pavement } = drawing.lens;
    assert.ok(touchdown.x > window.x && touchdown.x < window.x + window.width);
    assert.ok(touchdown.y > window.y && touchdown.y < window.y + window.height);
    const right = touchdown.y - (pavement.y + pavement.height / 2);
    if ('besideM' in manner) assert.equal(Math.sign(right), Math.sign(manner.besideM ?? 0), 'right is below');
    assert.ok(drawing.frame.x >= 0 && drawing.frame.x + drawing.frame.width <= 360);
  }
});

test('the real landing at Cancún is an estimate, and says so', async () => {
  const strip = lastOf(await recordedFlight());
  assert.equal(strip.title, 'Landing, runway 12L, MMUN, 21:40Z');
  assert.match(strip.above?.along ?? '', /^≈ 5\d\d ft$/);
  assert.match(strip.above?.across ?? '', /^≈ 36 ft left$/);
  assert.ok(strip.above?.drawing.lens.doubt, 'between which reports it was');
  assert.equal(strip.above.drawing.left?.side, 'right');
  assert.match(strip.above.caption, /Left the runway: [\d,]+ ft past the threshold, to the right/);
  assert.ok((strip.side?.drawing.dots.length ?? 0) > 10, 'reports are drawn as they are');
});

test('with reports far apart nothing between them is drawn as known, with too few there is no picture', () => {
  const sparse = lastOf(made({}, { client: { everyS: 30 } }));
  assert.equal(sparse.side?.drawing.sure, '');
  assert.notEqual(sparse.side.drawing.guessed, '');
  assert.match(sparse.side.caption, /Dotted/);
  const { side } = landingStrips(recordOf(made({}, { client: { everyS: 240 } })), [], plainVisitor())?.last ?? {
    side: null,
  };
  assert.equal(side, null);
});

test('without a known runway the path is drawn against the touchdown', () => {
  const flight = made({});
  const moved = {
    ...flight,
    positions: flight.positions.map((each) => ({ ...each, lat: each.lat - 60, lon: -140 + each.lon })),
  };
  const { side, above } = lastOf(moved);
  assert.equal(above, null);
  assert.ok(side);
  assert.deepEqual([side.drawing.path, side.drawing.pavement, side.runway], [null, null, '']);
  assert.match(side.caption, /No runway is known/);
});

test('without altitudes there is no path, and without a heading no nose', () => {
  const flight = made({});
  const bare = flight.positions.map((each) => ({
    ...each,
    altitudeMslFt: null,
    altitudeAglFt: null,
    headingDeg: null,
  }));
  const { side, above } = lastOf({ ...flight, positions: bare });
  assert.equal(side, null);
  assert.equal(above?.nose, null);
});

test('marks of the rules are numbered on the runway, those of the landing only', () => {
  const flight = made({});
  const at = flight.pirep.landingAt ?? 0;
  const { lat, lon } = flight.positions.find(({ recordedAt }) => recordedAt >= at) ?? leg.to.start;
  const near = { from: at, to: at, lat, lon, value: null, limit: null };
  const others = [
    { ...near, from: at - 600_000 },
    { ...near, lat: lat + 0.1 },
    { ...near, lat: null },
  ];
  const { last } = stripsOf(flight, [near, ...others, near] as unknown as Mark[]);
  assert.deepEqual(
    last?.above?.drawing.marks.map(({ text }) => text),
    ['1, 5'],
  );
});

test('across the date line and far from it the pictures are the same', () => {
  const pacific = { ...leg, from: runwayAt('NFTF', '11', -21.24, -175.15), to: runwayAt('NFFN', '02', -17.75, 177.44) };
  for (const each of [pacific, { ...pacific, from: pacific.to, to: pacific.from }]) {
    const { side, above } = lastOf(made({}, { leg: each }));
    assert.ok(side?.drawing.path && above, each.to.airport);
    assert.ok(Math.abs(side.drawing.threshold - 294.7) < 1, 'the threshold is where it always is');
    assert.ok(side.drawing.sure.startsWith('M') && !/\d{5}/.test(side.drawing.sure), 'no line across the world');
  }
});

test('pictures speak the visitor’s language and units', () => {
  const german = visitorOf({ query: { lang: 'de', units: 'm-kmh-km-kg' }, headers: {} });
  const strip = landingStrips(recordOf(made({})), [], german)?.last ?? assert.fail('no landing');
  assert.match(strip.side?.title ?? '', /^Anflug auf Piste 26R von der Seite$/);
  const { distances, heights } = strip.side ?? assert.fail('no side');
  assert.ok(distances.some(({ text }) => text === '4 km'));
  assert.ok(heights.some(({ text }) => text === '200 m'));
  assert.match(strip.above?.along ?? '', /^\d+ m$/);
});
