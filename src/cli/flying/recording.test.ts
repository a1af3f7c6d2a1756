import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandError } from '../command.ts';
import { defaultRecording, parseRecording, readRecording } from './recording.ts';
import { watch } from './watch.ts';

const head = {
  format: 'tracker-recording',
  version: 1,
  departure: 'AAAA',
  arrival: 'BBBB',
  columns: ['t', 'lat', 'lon', 'gs'],
};
const text = (rows: readonly unknown[], more: object = {}) =>
  [{ ...head, ...more }, ...rows].map((line) => JSON.stringify(line)).join('\n');

test('the recording of the project is a whole flight', async () => {
  const { samples, ...facts } = await readRecording(defaultRecording);
  assert.deepEqual(facts, {
    flightNumber: 'WK24',
    callsign: 'EDW24',
    aircraft: 'A343',
    departure: 'LSZH',
    arrival: 'MMUN',
  });
  assert.equal(samples.length, 1269);
  assert.equal(samples.at(-1)?.t, 39_800_000);
  const events = watch(samples).map(({ kind, sample }) => [kind, sample.t / 1000]);
  assert.deepEqual(events, [
    ['block-off', 125],
    ['takeoff', 1290],
    ['landing', 39_468],
    ['block-on', 39_750],
  ]);
});

test('the fuel of the recording is burned from block-off to block-on, and never grows', async () => {
  const { samples } = await readRecording(defaultRecording);
  const fuelAt = (t: number) => samples.find((sample) => sample.t >= t * 1000)?.fuelLb ?? Number.NaN;
  samples.forEach(({ fuelLb }, index) => {
    assert.ok(fuelLb !== null && fuelLb <= (samples[index - 1]?.fuelLb ?? 160_000), `position ${index}`);
  });
  assert.deepEqual([fuelAt(0), fuelAt(39_750), samples.at(-1)?.fuelLb], [160_000, 24_610, 24_610]);
  // From recordings/README.md: from, to, pounds per hour.
  const flows = [
    [125, 1200, 3300],
    [1300, 2000, 27_000],
    [20_000, 21_000, 12_500],
    [38_400, 38_900, 4000],
  ] as const;
  for (const [from, to, flow] of flows) {
    const seen = ((fuelAt(from) - fuelAt(to)) * 3600) / (to - from);
    assert.ok(Math.abs(seen / flow - 1) < 0.15, `${from}–${to} s: ${seen} lb/h`);
  }
});

test('unknown values are null, not 0', () => {
  const [sample] = parseRecording(text([[0, 1, 2, null]]), 'x').samples;
  assert.deepEqual(sample, {
    t: 0,
    lat: 1,
    lon: 2,
    altitudeMslFt: null,
    groundSpeedKt: null,
    verticalSpeedFpm: null,
    headingDeg: null,
    fuelLb: null,
    onGround: null,
  });
});

test('time starts at the first position', () => {
  assert.deepEqual(
    parseRecording(
      text([
        [10, 1, 2, 0],
        [12.5, 1, 2, 0],
      ]),
      'x',
    ).samples.map(({ t }) => t),
    [0, 2500],
  );
});

const wrong: readonly [name: string, text: string, message: RegExp][] = [
  ['nothing', '', /line 1 is not JSON/],
  ['another format', '{"format":"gpx"}', /not a recording/],
  ['a newer version', text([[0, 1, 2, 3]], { version: 2 }), /version 2/],
  ['no column lat', text([[0, 1]], { columns: ['t', 'lon'] }), /has no column lat/],
  ['no positions', text([]), /no positions/],
  ['a position without a place', text([[0, null, 2, 3]]), /line 2: lat is missing/],
  ['a text for a number', text([[0, 1, 2, '3']]), /line 2: gs is not a number/],
  ['an object for a position', text([{}]), /line 2: a position is an array/],
  [
    'a time that does not increase',
    text([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ]),
    /line 3: its time/,
  ],
];
for (const [name, content, message] of wrong) {
  test(`a recording with ${name} is refused with a message`, () => {
    assert.throws(
      () => parseRecording(content, 'x'),
      (error) => error instanceof CommandError && message.test(error.message),
    );
  });
}

const events: readonly [name: string, rows: readonly (readonly number[])[], expected: readonly string[]][] = [
  [
    'stands',
    [
      [0, 1, 2, 0, 0],
      [9, 1, 2, 0, 0],
    ],
    [],
  ],
  [
    'begins rolling',
    [
      [0, 1, 2, 5, 0],
      [9, 1, 2, 0, 0],
    ],
    [],
  ],
  [
    'taxies and stops',
    [
      [0, 1, 2, 0, 0],
      [9, 1, 2, 5, 0],
      [20, 1, 2, 0, 0],
    ],
    ['block-off 9'],
  ],
  [
    'flies and stops',
    [
      [0, 1, 2, 0, 0],
      [9, 1, 2, 5, 0],
      [20, 1, 2, 150, 500],
      [90, 1, 2, 130, 0],
      [99, 1, 2, 9, 0],
      [120, 1, 2, 0, 0],
      [150, 1, 2, 0, 0],
    ],
    ['block-off 9', 'takeoff 20', 'landing 90', 'block-on 120'],
  ],
  [
    'goes around after a touch',
    [
      [0, 1, 2, 150, 500],
      [9, 1, 2, 130, 0],
      [20, 1, 2, 150, 500],
      [90, 1, 2, 130, 0],
    ],
    ['landing 9', 'takeoff 20', 'landing 90'],
  ],
];
for (const [name, rows, expected] of events) {
  test(`flight events of a recording that ${name}`, () => {
    const columns = ['t', 'lat', 'lon', 'gs', 'altitude_msl'];
    const { samples } = parseRecording(text(rows, { columns, ground_altitude: 0 }), 'x');
    assert.deepEqual(
      watch(samples).map(({ kind, sample }) => `${kind} ${sample.t / 1000}`),
      expected,
    );
  });
}
