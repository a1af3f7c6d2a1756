import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alongOf, besideOf, FlownFigures, ratesOf } from './flown-figures.ts';

type Filed = Parameters<FlownFigures['add']>[0];

const at = Date.UTC(2024, 3, 6, 12);

/** A filed flight of an hour from A to B. @param lateMin - at the gate, where the taxi to it takes seven minutes */
function filed(pilot: string, rateFpm: number | null, lateMin = 0): Filed {
  const landingAt = at + (53 + lateMin) * 60_000;
  const pirep = { flightTimeMin: 60, landingRateFpm: rateFpm, landingAt, blockOffAt: at, diversion: null };
  const plan = {
    arrivalTime: '13:00',
    plannedFlightTimeMin: 60,
    departure: { icao: 'AAAA' },
    arrival: { icao: 'BBBB' },
  };
  const receipt = { filedAt: landingAt, pirep };
  return { id: `${pilot}-1`, pilot: { id: pilot }, plan, aircraft: { icao: 'A320' }, receipt } as unknown as Filed;
}

test('a pilot sees the own flights, and of the airline nothing before five pilots have five landings', () => {
  const figures = new FlownFigures();
  const rates = [-100, -200, -300, -400];
  for (const [index, rate] of rates.entries()) for (let n = 0; n < 5; n++) figures.add(filed(`p${index}`, rate, 20));
  for (let n = 0; n < 4; n++) figures.add(filed('p4', -500));
  assert.equal(figures.spreadOf(ratesOf), null, 'the fifth has four landings');
  figures.add(filed('p4', null));
  assert.equal(figures.spreadOf(ratesOf), null, 'a flight without a known rate is no landing');
  figures.add(filed('p4', -500));
  assert.deepEqual(figures.spreadOf(ratesOf), { pilots: 5, low: -400, middle: -300, high: -200 });
  assert.equal(figures.of('p0').length, 5);
  assert.deepEqual(figures.of('p5'), []);
  assert.deepEqual(figures.of('p0')[0]?.airports, ['AAAA', 'BBBB']);
});

test('a flight is on time less than fifteen minutes late, to the minute, and early too', () => {
  const figures = new FlownFigures();
  for (const [index, late] of [-30, 0, 14, 15, 60].entries()) figures.add(filed(`p${index}`, null, late));
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((index) => figures.of(`p${index}`)[0]?.lateMin),
    [-30, 0, 14, 15, 60],
  );
  assert.equal(figures.onTimeShare(), 0.6);
});

test('the airline’s touchdowns are spread by the middle one of each pilot, and beside the centre line only sure ones count', () => {
  const figures = new FlownFigures();
  const touching = (
    pilot: string,
    fromThresholdM: number,
    offCentreM: number,
    basis: 'computed' | 'estimated',
  ): Filed => {
    const flight = filed(pilot, null);
    const touchdown = { airport: 'BBBB', runway: '09', fromThresholdM, offCentreM, basis };
    const receipt = flight.receipt && { ...flight.receipt, pirep: { ...flight.receipt.pirep, touchdown } };
    return { ...flight, receipt };
  };
  for (const [pilot, along] of [100, 200, 300, 400, 500].entries())
    for (let n = 0; n < 5; n++) figures.add(touching(`p${pilot}`, along + n, pilot % 2 ? -pilot : pilot, 'computed'));
  assert.deepEqual(figures.spreadOf(alongOf), { pilots: 5, low: 202, middle: 302, high: 402 });
  assert.deepEqual(figures.spreadOf(besideOf), { pilots: 5, low: 1, middle: 2, high: 3 });
  for (let n = 0; n < 5; n++) figures.add(touching('p5', 900, 90, 'estimated'));
  assert.equal(figures.spreadOf(alongOf)?.pilots, 6);
  assert.equal(figures.spreadOf(besideOf)?.pilots, 5);
});

test('an airport is where the first plan that says it has it', () => {
  const figures = new FlownFigures();
  const flight = filed('p', -100);
  const [departure, arrival] = [
    { icao: 'AAAA', lat: 1, lon: 2 },
    { icao: 'BBBB', lat: null, lon: null },
  ];
  figures.add({
    ...flight,
    plan: { ...flight.plan, departure: { ...departure, name: null }, arrival: { ...arrival, name: null } },
  });
  assert.deepEqual([figures.placeOf('AAAA'), figures.placeOf('BBBB')], [{ lat: 1, lon: 2 }, null]);
});

test('a flight that was never filed does not count', () => {
  const figures = new FlownFigures();
  figures.add({ ...filed('p', -100), receipt: null });
  assert.deepEqual(figures.of('p'), []);
});
