import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MapFlight, MapPlace } from '../../live/wire.ts';

interface Aircraft {
  move(place: MapPlace, now: number): void;
  at(now: number): { readonly lat: number; readonly lon: number; readonly heading: number };
  opacity(now: number): number;
}
type AircraftClass = new (flight: MapFlight, skewMs: number) => Aircraft;

// As the page has it: plain JavaScript, of no type to this side.
const { Aircraft } = (await import(new URL('./aircraft.js', import.meta.url).href)) as { Aircraft: AircraftClass };

const minute = 60_000;
const place = (lat: number, lon: number, heading: number, receivedAt: number): MapPlace => [
  lat,
  lon,
  heading,
  35_000,
  480,
  0,
  'cruise',
  receivedAt,
];
const nowhere = { icao: 'ZZZZ', name: null, lat: null, lon: null };
const unknown = {
  aircraft: null,
  registration: null,
  pilot: null,
  airline: null,
  network: null,
  planned: [null, null, null, null],
  progress: [null, null, null, null, 0, null, null, null],
} as const;
const flying = (at: MapPlace, skewMs = 0) =>
  new Aircraft({ id: 'a', key: 1, callsign: 'A', departure: nowhere, arrival: nowhere, ...unknown, at }, skewMs);

test('between reports it moves on along its course, 45 seconds and no further', () => {
  const aircraft = flying(place(0, 10, 90, 0));
  assert.ok(Math.abs(aircraft.at(30_000).lon - (10 + 4 / 60)) < 1e-3, 'four miles in half a minute at 480 kt');
  assert.deepEqual(aircraft.at(10 * minute), aircraft.at(45_000));
});

test('one that is silent fades, and stays to be seen', () => {
  const aircraft = flying(place(0, 10, 90, 0));
  assert.equal(aircraft.opacity(minute), 1);
  const middle = aircraft.opacity(5 * minute);
  assert.ok(middle < 1 && middle > aircraft.opacity(8 * minute));
  assert.equal(aircraft.opacity(10 * minute), aircraft.opacity(60 * minute));
  assert.ok(aircraft.opacity(60 * minute) >= 0.3);
  aircraft.move(place(0, 11, 90, 60 * minute), 60 * minute);
  assert.equal(aircraft.opacity(60 * minute), 1);
});

test('freshness goes by the server’s clock, however wrong the browser’s is', () => {
  const [server, browser] = [100 * minute, 7 * minute];
  const aircraft = flying(place(0, 10, 90, server), server - browser);
  assert.equal(aircraft.opacity(browser), 1);
  assert.ok(aircraft.opacity(browser + 5 * minute) < 1);
});

test('a correction is made good without a jump, also across the antimeridian', () => {
  const aircraft = flying(place(10, 179.95, 90, 0));
  aircraft.move(place(10, -179.98, 90, 30_000), 30_000);
  const before = aircraft.at(30_000).lon;
  for (let now = 30_000; now < 40_000; now += 100) {
    const { lon } = aircraft.at(now);
    assert.ok(Math.abs(lon) > 179 && Math.abs(lon) <= 180, `${lon} is on the other side of the world`);
  }
  const step = (((before - aircraft.at(30_016).lon) % 360) + 540) % 360;
  assert.ok(Math.abs(step - 180) < 0.02, 'within a frame it hardly moves');
});

test('over a pole it stays on the globe', () => {
  for (const [lat, heading] of [
    [89.99, 0],
    [-89.99, 180],
  ] as const) {
    const aircraft = flying(place(lat, 10, heading, 0));
    const over = aircraft.at(45_000);
    assert.ok(Math.abs(over.lat) <= 90 && Math.abs(over.lat) > 89.8);
    assert.ok(Math.abs(Math.abs(over.lon - 10) - 180) < 1e-6, 'on the far side');
  }
});

test('it turns the shorter way round', () => {
  const aircraft = flying(place(0, 10, 350, 0));
  aircraft.move(place(0.01, 10, 10, 1_000), 1_000);
  for (let now = 1_000; now < 4_000; now += 100) {
    const heading = ((aircraft.at(now).heading % 360) + 540) % 360;
    assert.ok(Math.abs(heading - 180) <= 10.001, `${aircraft.at(now).heading}`);
  }
});
