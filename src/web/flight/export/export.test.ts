import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '@placemarkio/check-geojson';
import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import { parse } from 'csv-parse/sync';
import { position } from '../../../../test/flown.ts';
import { positionFields } from '../../../tracking/position/position.ts';
import { fileName, formats } from './export.ts';
import type { ExportedTrack } from './exported-track.ts';

const nasty = `</name><script>alert(1)</script> & "q" ]]> \u0000\u0007\uD800 =1+1`;
const at = Date.UTC(2024, 3, 6, 10);
/** Across the antimeridian and back, with markup and control characters wherever text goes. */
const track: ExportedTrack = {
  name: `${nasty} NZAA–PHNL`,
  callsign: 'VMS<b>1',
  positions: [
    position(at, { lat: -37, lon: 174.8, altitudeMslFt: 23, phase: nasty }),
    position(at + 60_000, { lat: -30, lon: 179, altitudeMslFt: 35_000 }),
    position(at + 120_000, { lat: -29, lon: -179, altitudeMslFt: null, groundSpeedKt: null }),
    position(at + 180_000, { lat: 21.3, lon: -157.9, altitudeMslFt: 10.5, verticalSpeedFpm: -180 }),
  ],
  marks: [{ at: at + 60_000, kind: 'event', text: `=HYPERLINK("http://x","y")`, lat: -30, lon: 179 }],
};
const write = (format: string, changes: Partial<ExportedTrack> = {}) =>
  [...(formats[format]?.pieces({ ...track, ...changes }) ?? [])].join('');
const written = (format: string) => write(format);

/** An XML reader that gives up at the first thing that is wrong. */
function readXml(text: string) {
  const onError = (level: string, message: string) => {
    throw new Error(`${level}: ${message}`);
  };
  return new DOMParser({ onError }).parseFromString(text, 'text/xml');
}

test('GPX opens elsewhere: the same places, heights in metres, times, and text as text', () => {
  const features = gpx(readXml(written('gpx')) as never).features;
  const line = features.find(({ geometry }) => geometry?.type === 'LineString');
  assert.equal(line?.geometry?.type, 'LineString');
  const { coordinates } = line.geometry as { coordinates: number[][] };
  assert.deepEqual(
    coordinates.map(([lon, lat]) => [lon, lat]),
    track.positions.map(({ lon, lat }) => [lon, lat]),
  );
  assert.equal(coordinates[1]?.[2], 10_668);
  assert.equal(line.properties?.name, `</name><script>alert(1)</script> & "q" ]]>  =1+1 NZAA–PHNL`);
  assert.equal(features.filter(({ geometry }) => geometry?.type === 'Point').length, 1);
});

test('KML opens elsewhere, the replay with its times', () => {
  const features = kml(readXml(written('kml')) as never).features;
  const lines = features.filter(({ geometry }) => geometry?.type === 'LineString');
  assert.equal(lines.length, 2);
  for (const { geometry } of lines) {
    const { coordinates } = geometry as { coordinates: number[][] };
    assert.deepEqual(
      coordinates.map(([lon, lat]) => [lon, lat]),
      track.positions.map(({ lon, lat }) => [lon, lat]),
    );
  }
  assert.deepEqual(lines[1]?.properties?.coordinateProperties?.times?.[0], '2024-04-06T10:00:00.000Z');
});

test('GeoJSON is valid, and never draws across the map', () => {
  const collection = check(written('geojson')) as {
    features: { geometry: { type: string; coordinates: number[][][] } }[];
  };
  const [line, mark] = collection.features;
  assert.equal(line?.geometry.type, 'MultiLineString');
  for (const part of line.geometry.coordinates) {
    for (const [index, [lon = 0]] of part.entries()) {
      assert.ok(Math.abs(lon - (part[index - 1]?.[0] ?? lon)) <= 180);
    }
  }
  assert.deepEqual(
    line.geometry.coordinates.map((part) => part.length),
    [3, 3],
  );
  assert.deepEqual(line.geometry.coordinates[1]?.[0], [-180, -29.5]);
  assert.equal(mark?.geometry.type, 'Point');
});

test('CSV opens elsewhere, and no cell is a formula', () => {
  const rows = parse(written('csv'), { columns: true }) as Record<string, string>[];
  assert.equal(rows.length, 4);
  assert.equal(rows[0]?.phase, nasty.toWellFormed());
  assert.equal(rows[1]?.mark, `'=HYPERLINK("http://x","y")`);
  assert.equal(rows[2]?.altitude_msl_ft, '');
  assert.equal(rows[3]?.vs_fpm, '-180');
  assert.equal(rows[3]?.lon, '-157.9');
});

test('CSV and GeoJSON hold every field of a position, with its unit in the name', () => {
  const positions = [position(at, { gForce: 1.25, isPaused: true }), position(at + 1_000, { windSpeedKt: 31 })];
  const [first, second] = parse(write('csv', { positions }), { columns: true }) as Record<string, string>[];
  assert.equal(Object.keys(first ?? {}).length, positionFields.length + 1);
  assert.deepEqual([first?.g_force_g, first?.paused, second?.wind_speed_kt], ['1.25', '1', '31']);
  const { features } = JSON.parse(write('geojson', { positions }));
  const { readings } = features[0].properties;
  assert.deepEqual(
    [readings.g_force_g, readings.paused],
    [
      [1.25, null],
      [1, null],
    ],
  );
  assert.equal(readings.oat_c, undefined);
});

test('the file is named by callsign and day, whatever the callsign holds', () => {
  assert.equal(fileName(track, 'gpx'), 'VMSb1-2024-04-06.gpx');
  assert.equal(fileName({ ...track, callsign: '../..' }, 'csv'), 'flight-2024-04-06.csv');
});

test('GPX holds decimals only, and no longitude of 180', () => {
  const positions = [position(at, { lat: 1e-7, lon: 180 }), position(at + 1_000, { lat: -2e-9, lon: -1.5e-10 })];
  const text = write('gpx', { positions, marks: [] });
  const numbers = [...text.matchAll(/(?:lat|lon)="([^"]*)"/g)].map(([, each]) => each ?? '');
  assert.equal(numbers.length, 4);
  // The schema's own types: xsd:decimal, and a longitude below 180.
  for (const each of numbers) assert.match(each, /^-?\d+(\.\d+)?$/);
  assert.deepEqual(numbers.map(Number), [1e-7, -180, -2e-9, -0]);
});

test('no way to begin a formula gets into a cell of the CSV', () => {
  for (const begin of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
    const mark = { at, kind: 'event', text: `${begin}1+1`, lat: 0, lon: 0 } as const;
    const [row] = parse(write('csv', { marks: [mark] }), { columns: true }) as { mark: string }[];
    assert.equal(row?.mark, `'${begin}1+1`);
  }
});

test('no format looks at the marks more than a few times each, however many positions there are', () => {
  const positions = Array.from({ length: 2_000 }, (_, index) => position(at + index * 1_000, { lat: 1, lon: 2 }));
  let reads = 0;
  const marks = Array.from({ length: 2_000 }, (_, index) => ({
    get at() {
      reads += 1;
      return at + index * 1_000;
    },
    kind: 'event' as const,
    text: `mark ${index}`,
    lat: 1,
    lon: 2,
  }));
  for (const ending of Object.keys(formats)) {
    reads = 0;
    assert.match(write(ending, { positions, marks }), /mark 1999/);
    assert.ok(reads <= 3 * marks.length, `${ending}: ${reads} reads of ${marks.length} marks`);
  }
});

test('CSV has every mark in the line of the last position before it; those before the first one stand there', () => {
  const positions = [0, 60_000, 120_000].map((ms) => position(at + ms, { lat: 1, lon: 2 }));
  const marks = [-5_000, 0, 59_999, 60_000, 200_000].map((ms) => ({
    at: at + ms,
    kind: 'event' as const,
    text: `at ${ms}`,
    lat: 1,
    lon: 2,
  }));
  const rows = parse(write('csv', { positions, marks }), { columns: true }) as { mark: string }[];
  assert.deepEqual(
    rows.map(({ mark }) => mark),
    ['at -5000 | at 0 | at 59999', 'at 60000', 'at 200000'],
  );
});
