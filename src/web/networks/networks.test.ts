import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';
import type { FeedReading, NetworkFeeds } from '../../tracking/figures/network-track.ts';

const place = { lat: 47.123_456, lon: 8.5 };
const reading: FeedReading = {
  at: 1_000,
  seen: new Map([['1234567', null]]),
  around: {
    aircraft: [{ callsign: 'XYZ1', ...place, headingDeg: 90, altitudeFt: 35_000, groundSpeedKt: 450, type: 'A320' }],
    controllers: [
      { callsign: 'JFK_TWR', frequency: '119.100', place: null, rangeNm: 50 },
      { callsign: 'EDGG_CTR', frequency: '136.955', place: null, rangeNm: 600 },
      { callsign: 'LFFF_CTR', frequency: null, place, rangeNm: null },
    ],
  },
};

async function asked(feeds?: NetworkFeeds) {
  await using web = await WebWorld.open({}, feeds === undefined ? {} : { feeds });
  const map = (await web.get('/tracker/')).body;
  const { statusCode: status, headers, body } = await web.get('/tracker/networks.json');
  const again = await web.get('/tracker/networks.json', { 'if-none-match': String(headers.etag) });
  return { map, status, again: again.statusCode, answer: status === 200 ? JSON.parse(body) : null };
}

test('who is on the networks is served where a feed is on; controllers of airports have their place, those of areas only if the network says it', async () => {
  let times = 0;
  const newest = () => {
    times += 1;
    return reading;
  };
  const { map, status, again, answer } = await asked({ networks: ['vatsim'], newest });
  assert.match(map, /data-layers="controllers traffic"/);
  assert.deepEqual([status, again, answer.nextS], [200, 304, 15]);
  const [{ network, at, aircraft, controllers }] = answer.networks;
  assert.deepEqual([network, at, aircraft], ['vatsim', 1_000, [['XYZ1', 47.1235, 8.5, 90, 35_000, 450, 'A320']]]);
  const [tower, area] = controllers;
  assert.deepEqual([tower[0], tower[1], Math.round(tower[2]), Math.round(tower[3])], ['JFK_TWR', '119.100', 41, -74]);
  assert.deepEqual([controllers.length, area], [2, ['LFFF_CTR', null, 47.1235, 8.5, null]]);
  assert.doesNotMatch(JSON.stringify(answer), /1234567/);
  assert.equal(times, 2, 'the page itself asks for no feed');
});

test('a list of controllers that could not be read is not an empty one', async () => {
  const around = { aircraft: [], controllers: null };
  const { answer } = await asked({ networks: ['vatsim'], newest: () => ({ at: 2_000, seen: new Map(), around }) });
  assert.deepEqual(answer, { networks: [{ network: 'vatsim', at: 2_000, ...around }], unread: [], nextS: 15 });
});

test('a feed that was not read yet is asked for again soon; without a feed there is nothing', async () => {
  const unread = await asked({ networks: ['vatsim', 'ivao'], newest: () => null });
  assert.deepEqual([unread.status, unread.answer], [200, { networks: [], unread: ['vatsim', 'ivao'], nextS: 3 }]);
  const none = await asked();
  assert.equal(none.status, 404);
  assert.match(none.map, /data-layers=""/);
});
