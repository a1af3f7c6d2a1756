import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownFlight, inBrief, judgeBy } from '../../../../test/flight-model/flown-flight.ts';
import { position } from '../../../../test/flown.ts';
import type { NetworkSample } from './network-sample.ts';
import { offline } from './offline.ts';

const start = Date.UTC(2026, 3, 6, 10);
const minute = 60_000;
/** 100 minutes in the air, along the equator, a degree every six minutes. */
const lonAt = (minutes: number) => minutes / 6;
const positions = Array.from({ length: 101 }, (_, index) =>
  position(start + index * minute, { lat: 0, lon: lonAt(index), onGround: false }),
);
const aircraft = { id: '1', icao: 'A343', name: null, registration: null };

function sample(minutes: number, change: Partial<NetworkSample> = {}): NetworkSample {
  const place = { lat: 0, lon: lonAt(minutes) };
  return {
    network: 'vatsim',
    at: start + minutes * minute,
    callsign: 'VMS101',
    ...place,
    aircraftType: 'A343',
    ...change,
  };
}

/** A sample a minute from one minute to another. */
const seen = (from: number, to: number, change: Partial<NetworkSample> = {}) =>
  Array.from({ length: to - from + 1 }, (_, index) => sample(from + index, change));

function judge(samples: readonly NetworkSample[] | null, change: Parameters<typeof flownFlight>[0] = {}) {
  return judgeBy(
    offline,
    flownFlight({
      positions,
      aircraft,
      samples,
      feedRead: [{ from: start - minute, to: start + 200 * minute }],
      pirep: { takeoffAt: start, landingAt: start + 100 * minute },
      ...change,
    }),
  );
}

const cases: readonly (readonly [string, readonly NetworkSample[], readonly string[]])[] = [
  ['all the way', seen(0, 100), []],
  ['up to the 80th minute: 80 %', seen(0, 80), []],
  ['up to the 79th minute', seen(0, 79), ['0-6000 share 79']],
  // Away from the 30th to the 60th minute: 70 of 100 minutes.
  ['with half an hour away', [...seen(0, 30), ...seen(60, 100)], ['0-6000 share 70']],
  ['with three minutes away, which is a connection that broke', [...seen(0, 30), ...seen(33, 100)], []],
  ['never', [], ['0-6000 share 0']],
  ['before the take-off and after the landing alone', [sample(-5), sample(110)], ['0-6000 share 0']],
  [
    'under another callsign for a while',
    [...seen(0, 49), ...seen(50, 60, { callsign: 'VMS1' }), ...seen(61, 100)],
    ['3000-3600 callsign'],
  ],
  ['under another callsign once', [...seen(0, 49), sample(50, { callsign: 'VMS1' }), ...seen(51, 100)], []],
  ['with a hyphen and small letters', seen(0, 100, { callsign: 'vms-101' }), []],
  // A sixth of a degree beside it are 10.007 nm, 0.15° are 9.006 nm.
  ['9 nm away', [...seen(0, 49), ...seen(50, 60, { lat: 0.15 }), ...seen(61, 100)], []],
  ['12 nm away', [...seen(0, 49), ...seen(50, 60, { lat: 0.2 }), ...seen(61, 100)], ['3000-3600 place 12']],
  ['in another type', seen(0, 100, { aircraftType: 'B738' }), ['0-6000 type']],
];

for (const [name, samples, marks] of cases)
  test(`on the network ${name}`, () => {
    assert.deepEqual(inBrief(judge(samples).marks, start), marks);
  });

test('a feed that was not read for a while counts for nobody', () => {
  // Read for 60 of 100 minutes, seen in all of them.
  const feedRead = [
    { from: start, to: start + 30 * minute },
    { from: start + 70 * minute, to: start + 100 * minute },
  ];
  assert.deepEqual(judge([...seen(0, 30), ...seen(70, 100)], { feedRead }).marks, []);
  // Seen in 31 of these 60: from the 70th minute on, and in the first one.
  assert.deepEqual(inBrief(judge([...seen(0, 1), ...seen(70, 100)], { feedRead }).marks, start), ['0-6000 share 51.7']);
});

test('what it needs, and nobody knows', () => {
  const reasonsOf = (found: ReturnType<typeof judge>) => found.notJudged.map(({ reason }) => reason);
  assert.deepEqual(reasonsOf(judge(null)), ['no-feed']);
  assert.deepEqual(reasonsOf(judge([], { pirep: {} })), ['no-flight']);
  assert.deepEqual(reasonsOf(judge([])), ['no-callsign', 'no-samples', 'no-type']);
  assert.deepEqual(reasonsOf(judge(seen(0, 100), { feedRead: [{ from: start, to: start + 40 * minute }] })), [
    'feed-not-read',
  ]);
  assert.deepEqual(reasonsOf(judge(seen(0, 100), { plan: { callsign: null } })), ['no-callsign']);
  assert.deepEqual(reasonsOf(judge(seen(0, 100, { aircraftType: null }))), ['no-type']);
  assert.deepEqual(reasonsOf(judge(seen(0, 100), { positions: [] })), ['no-samples']);
});
