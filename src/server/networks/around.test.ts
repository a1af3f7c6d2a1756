import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ivaoText, type MadePilot, vatsimText } from '../../../test/feeds/made-feed.ts';
import { readAround } from './around.ts';
import { readFeed } from './shapes.ts';

const at = Date.UTC(2024, 2, 6, 12);
const made: MadePilot = { id: 1_234_567, callsign: 'DMO101', lat: 47.5, lon: 8.55 };
const aircraft = {
  callsign: 'DMO101',
  lat: 47.5,
  lon: 8.55,
  headingDeg: 271,
  altitudeFt: 35_012,
  groundSpeedKt: 451,
  type: 'A320',
};

test('a feed says who flies and who controls, on both networks; names and member numbers are left out', async () => {
  const vatsim = await readFeed('vatsim', vatsimText(at, [made]));
  assert.deepEqual(vatsim?.around, {
    aircraft: [aircraft],
    controllers: [
      { callsign: 'LSZH_TWR', frequency: '118.100', place: null, rangeNm: 50 },
      { callsign: 'JFK_DEL', frequency: '135.050', place: null, rangeNm: 20 },
      { callsign: 'EDGG_CTR', frequency: '136.955', place: null, rangeNm: 600 },
    ],
  });
  const ivao = await readFeed('ivao', ivaoText(at, [made]));
  assert.deepEqual(ivao?.around, {
    aircraft: [aircraft],
    controllers: [{ callsign: 'LSZH_TWR', frequency: '118.100', place: { lat: 47.4, lon: 8.5 }, rangeNm: null }],
  });
});

const spoilt: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['markup for a callsign', { callsign: '<b>' }],
  ['no callsign', { callsign: null }],
  ['a place beyond the pole', { latitude: 91 }],
  ['no place', { longitude: 'east' }],
];

for (const [name, change] of spoilt)
  test(`an aircraft with ${name} is left out`, async () => {
    const said = { callsign: 'DMO101', latitude: 1, longitude: 2, ...change };
    const { aircraft: left, controllers } = await readAround('vatsim', '{"controllers":[]}', [said, 7, null]);
    assert.deepEqual([left, controllers], [[], []]);
  });

test('what cannot be is unknown, and a list of controllers that has no end, or is not there, is not an empty one', async () => {
  const said = { callsign: 'X1', latitude: 1, longitude: 2, heading: 999, altitude: 'high', groundspeed: -4 };
  const {
    aircraft: [one],
    controllers,
  } = await readAround('vatsim', '{"controllers":[{"callsign":"LSZH_TWR"', [said]);
  assert.deepEqual([one?.headingDeg, one?.altitudeFt, one?.groundSpeedKt, one?.type], [null, null, null, null]);
  assert.equal(controllers, null);
  assert.equal((await readAround('ivao', '{"atcs":7}', [])).controllers, null);
  assert.deepEqual((await readAround('ivao', '{"atcs":[]}', [])).controllers, []);
});
