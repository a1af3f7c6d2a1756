import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { defaultRecording, readRecording } from '../../cli/flying/recording.ts';
import { metresBetween } from './metres.ts';
import { placeOn, turnDeg } from './runway.ts';
import { airportAt, findRunway } from './runways.ts';

test('the real take-off at Zürich ran along runway 16, never more than 8 m from its centre line', async () => {
  const { samples } = await readRecording(defaultRecording);
  const rolled = samples.filter(({ t, groundSpeedKt }) => t > 1_250_000 && t < 1_320_000 && (groundSpeedKt ?? 0) > 40);
  assert.ok(rolled.length >= 4);
  for (const sample of rolled) {
    const runway = findRunway(sample, sample.headingDeg ?? 0);
    assert.equal(`${runway?.airport} ${runway?.name}`, 'LSZH 16');
    if (runway !== null) assert.ok(Math.abs(placeOn(runway, sample).rightM) < 8);
  }
});

test('a runway is found from either end, with its length and direction as published', () => {
  // Published: 16/34 of Zürich has 3,700 m, 14/32 3,300 m; 12L/30R of Cancún 2,800 m; true bearings 155°, 137°, 124°.
  const published = [
    [47.46, 8.5467, 155, 'LSZH 16', 3_700],
    [47.46, 8.5467, 335, 'LSZH 34', 3_700],
    [47.472, 8.55, 137, 'LSZH 14', 3_300],
    [21.0476, -86.87, 124, 'MMUN 12L', 2_800],
    [21.0476, -86.87, 304, 'MMUN 30R', 2_800],
  ] as const;
  for (const [lat, lon, courseDeg, name, lengthM] of published) {
    const runway = findRunway({ lat, lon }, courseDeg);
    assert.equal(`${runway?.airport} ${runway?.name}`, name);
    assert.ok(Math.abs((runway?.lengthM ?? 0) - lengthM) < 20, `${name}: ${runway?.lengthM} m`);
    assert.ok(Math.abs(turnDeg(runway?.bearingDeg ?? 0, courseDeg)) < 1, `${name}: ${runway?.bearingDeg}°`);
  }
});

test('distances across the antimeridian are short', () => {
  const across = metresBetween({ lat: 0, lon: 179.9999 }, { lat: 0, lon: -179.9999 });
  assert.ok(Math.abs(across.eastM - 22.26) < 0.01);
  // Laucala, 13/31: the airport that is nearest to it.
  assert.equal(findRunway({ lat: -16.4667, lon: 179.3403 }, 143)?.airport, 'NFNL');
});

test('the data stay small', () => {
  const { size } = statSync(new URL('runways.csv', import.meta.url));
  assert.ok(size > 300_000 && size < 800_000, `${size} bytes`);
});

test('a place has the airport of the nearest runway, up to 10 nm away', () => {
  const cases = [
    [50.033, 8.57, 'EDDF'],
    [49.961, 8.641, 'EDFE'],
    [47.458, 8.548, 'LSZH'],
    [-16.47, 179.34, 'NFNL'],
    [30, -40, null],
  ] as const;
  for (const [lat, lon, icao] of cases) assert.equal(airportAt({ lat, lon })?.icao ?? null, icao, `${lat} ${lon}`);
  const { lat = 0, lon = 0 } = airportAt({ lat: 50.026, lon: 8.53 }) ?? {};
  assert.ok(Math.hypot(lat - 50.033, lon - 8.57) < 0.03, 'the middle of its runways is near its reference point');
});
