import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FlownAircraft } from './flown-aircraft.js';
import { countAloft, outlineOf } from './histogram.js';

const minute = 60_000;

test('the histogram counts who was aloft in each ten minutes, also of flights that began before the day', () => {
  const flights = [
    { from: -50, to: 12 },
    { from: 5, to: 9 },
    { from: 29, to: 400 },
  ];
  assert.deepEqual(countAloft(flights, 0, 60 * minute), [2, 1, 1, 1, 1, 1]);
  assert.deepEqual(countAloft([], 0, 1), [0]);
  assert.equal(outlineOf([2, 1, 0]), 'M0 1V0H1V0.5H2V1H3V1Z');
  assert.equal(outlineOf([0]), 'M0 1V1H1V1Z');
});

/** Flies east for ten minutes, then turns north. */
function flown(): FlownAircraft {
  const aircraft = new FlownAircraft(['a', 'DMO1', ['LSZH', null, null], ['MMUN', null, null], null, 0, 20]);
  const points = Array.from({ length: 21 }, (_, at): [number, number, number, number] => {
    return at <= 10 ? [at, 0, 179_500 + at * 100, 300] : [at, (at - 10) * 100, 180_500, 300];
  });
  aircraft.add(0, points);
  return aircraft;
}

test('between two minutes an aircraft moves and turns without steps, also over the dateline', () => {
  const aircraft = flown();
  let before = { ...aircraft.now };
  for (let at = 1 * minute; at < 19 * minute; at += 500) {
    assert.ok(aircraft.moveTo(at), String(at));
    const { lat, lon, heading } = aircraft.now;
    if (at > minute) {
      const dLon = Math.abs(((lon - before.lon + 540) % 360) - 180);
      assert.ok(dLon < 0.001 && Math.abs(lat - before.lat) < 0.001, `at ${at} it jumps`);
      const turn = Math.abs(((heading - before.heading + 540) % 360) - 180);
      assert.ok(turn < 1, `at ${at} it turns by ${turn}°`);
    }
    before = { lat, lon, heading };
  }
  assert.equal(aircraft.moveTo(21 * minute), false);
});

test('a trail ends at the aircraft, is no older than wanted, and does not jump at the dateline', () => {
  const aircraft = flown();
  aircraft.moveTo(12.5 * minute);
  const trail = aircraft.trail(6, 12.5 * minute);
  assert.deepEqual(trail.at(-1)?.age, 0);
  assert.ok(trail.every(({ age }) => age <= 7));
  assert.equal(trail.length, 8);
  for (const [index, { lon }] of trail.entries())
    if (index > 0) assert.ok(Math.abs(lon - (trail[index - 1]?.lon ?? 0)) < 0.2);
});
