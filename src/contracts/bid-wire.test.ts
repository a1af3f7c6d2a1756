import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bid } from '../tracking/model.ts';
import { bidSchema, encodeBid } from './bid-wire.ts';
import { compileCheck } from './shape.ts';

const airport = (icao: string) => ({ icao, name: null, lat: null, lon: null });
const bid: Bid = {
  id: '7',
  plan: {
    scheduleId: '3',
    airlineId: '1',
    airlineCode: 'DMO',
    flightNumber: '420',
    ident: 'DM420',
    callsign: null,
    departure: airport('LSZH'),
    arrival: airport('LEPA'),
    alternate: null,
    aircraft: null,
    route: null,
    distanceNm: 560,
    flightType: 'J',
    routeCode: null,
    routeLeg: null,
    plannedFlightTimeMin: 110,
    departureTime: '14:20',
    arrivalTime: '16:10',
  },
  days: [1, 5],
  cruiseAltitudeFt: 37_000,
  notes: 'Season <b>2</b>',
  aircraftChoices: [],
  blocked: null,
  fares: [{ id: '1', code: 'Y', name: 'Economy', kind: 'passenger', capacity: 150, count: null, price: 99.5 }],
  briefing: {
    ofpId: '1700000000_AB',
    route: 'DEGES',
    alternate: 'LEBL',
    blockFuelLb: 9_000,
    cruiseAltitudeFt: 37_000,
    passengers: 120,
    cargoLb: null,
    aircraft: { id: '3', icao: 'A320', name: null, registration: 'HB-JLP' },
  },
};

test('a bid carries its fares and the flight plan made for it, in the units of the wire', () => {
  const wire = encodeBid(bid);
  assert.equal(compileCheck(bidSchema)(wire), null);
  assert.deepEqual([wire.days, wire.cruise_altitude, wire.notes], [[1, 5], 37_000, 'Season <b>2</b>']);
  assert.deepEqual(wire.fares, bid.fares);
  assert.deepEqual(wire.briefing, {
    ofp_id: '1700000000_AB',
    route: 'DEGES',
    alternate: 'LEBL',
    block_fuel: 9_000,
    cruise_altitude: 37_000,
    passengers: 120,
    cargo: null,
    aircraft: bid.briefing?.aircraft,
  });
});

test('without a flight plan there is none', () => {
  const wire = encodeBid({ ...bid, fares: [], briefing: null });
  assert.equal(compileCheck(bidSchema)(wire), null);
  assert.deepEqual([wire.fares, wire.briefing], [[], null]);
});
