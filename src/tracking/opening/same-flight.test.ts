import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FreeFlight, Plan } from '../model.ts';
import { isSameFreeFlight } from './same-flight.ts';

const airport = (icao: string) => ({ icao, name: null, lat: null, lon: null });
const plan: Plan = {
  scheduleId: null,
  airlineId: '7',
  airlineCode: 'DMO',
  flightNumber: '123',
  ident: 'DM123',
  callsign: 'DMO123',
  departure: airport('LSZH'),
  arrival: airport('EDDF'),
  alternate: null,
  aircraft: null,
  route: null,
  distanceNm: null,
  flightType: null,
  routeCode: null,
  routeLeg: null,
  plannedFlightTimeMin: null,
  departureTime: null,
  arrivalTime: null,
};
const asked: FreeFlight = {
  airline: null,
  flightNumber: '123',
  departure: 'LSZH',
  arrival: 'EDDF',
  aircraft: 'A320',
  registration: null,
  route: null,
};

const cases: readonly [string, Partial<FreeFlight>, boolean][] = [
  ['as the crew center writes it', {}, true],
  ['with the displayed code', { flightNumber: 'DM123' }, true],
  ['with the code of ATC', { flightNumber: 'dmo123 ' }, true],
  ['airports in small letters', { departure: ' lszh', arrival: 'eddf' }, true],
  ['the airline by its code', { airline: 'dmo' }, true],
  ['the airline by its displayed code', { airline: 'DM' }, true],
  ['the airline by its id', { airline: '7' }, true],
  ['another airline', { airline: 'ABC' }, false],
  ['another number', { flightNumber: 'DM124' }, false],
  ['another airport', { arrival: 'EDDM' }, false],
  ['the return flight', { departure: 'EDDF', arrival: 'LSZH' }, false],
];
for (const [name, part, expected] of cases) {
  test(`the same free flight: ${name}`, () => {
    assert.equal(isSameFreeFlight(plan, { ...asked, ...part }), expected);
  });
}

test('the same free flight: the code of the airline before the number, where ATC knows it by another callsign', () => {
  const another = { ...plan, ident: 'Demo 123', callsign: 'DEMO7KT' };
  assert.equal(isSameFreeFlight(another, { ...asked, flightNumber: 'DMO123' }), true);
  assert.equal(isSameFreeFlight(another, { ...asked, flightNumber: '123DMO' }), false);
});
