import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack, noFigures } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { universalTime } from '../../lib/instant-text.ts';
import { instantNear, latenessMin } from '../browser/lateness.js';

const minute = 60_000;
const hour = 60 * minute;
const noon = Date.UTC(2024, 3, 6, 12);

test('a flight is late against a time in UTC, or against its planned duration, and only beyond its doubt', () => {
  const flight = {
    arrivalTime: null as string | null,
    plannedMin: 120,
    offBlockAt: noon,
    expectedAt: noon + 2 * hour,
    doubtMin: 5,
  };
  const late = (change: Partial<Parameters<typeof latenessMin>[0]>) => latenessMin({ ...flight, ...change });
  assert.equal(late({}), 7, 'seven minutes from the runway to the gate');
  assert.equal(late({ doubtMin: 10 }), null);
  assert.equal(late({ expectedAt: noon + hour }), -53);
  assert.equal(late({ arrivalTime: '13:30Z' }), 37);
  assert.equal(late({ arrivalTime: '13:30' }), 7, 'without a zone a time says nothing');
  assert.equal(late({ arrivalTime: '23:50 UTC', expectedAt: noon + 12 * hour }), 17, 'past midnight');
  for (const unknown of [{ plannedMin: null }, { plannedMin: -5 }, { offBlockAt: null }, { expectedAt: null }])
    assert.equal(late(unknown), null, JSON.stringify(unknown));
});

test('a time in UTC is the instant nearest to another', () => {
  const cases: readonly (readonly [string | null, number | null])[] = [
    ['11:00Z', noon - hour],
    ['1100 utc', noon - hour],
    ['23:59Z', noon + 12 * hour - minute],
    ['0:05 GMT', noon - 12 * hour + 5 * minute],
    ['10:00 EST', null],
    ['24:00Z', null],
    ['10:75Z', null],
    ['<b>Z', null],
    ['', null],
    [null, null],
  ];
  for (const [text, at] of cases) {
    assert.equal(universalTime(text, noon), at, String(text));
    assert.equal(instantNear(text, noon), at, `${text} in a browser`);
  }
});

test('the page of an airport has who comes, goes and has landed, and no pilot; without flights there is none', async () => {
  await using web = await WebWorld.open({ publicHours: 1 });
  const { world } = web;
  const icaos = async () => Promise.all(['LSZH', 'mmun'].map((icao) => web.get(`/tracker/airports/${icao}`)));
  assert.deepEqual(
    (await icaos()).map(({ statusCode }) => statusCode),
    [404, 404],
  );
  const { session, flight } = await world.startFlight();
  await world.clock.advance(2_000_000);
  const leg = {
    from: { lat: 47.45, lon: 8.55 },
    to: { lat: 21, lon: -86.9 },
    startAt: world.clock.now() - 2_000_000,
    count: 100,
  };
  await world.calls.report(session, { name: null, positions: flownTrack(leg), opening: null });
  const [departure, arrival] = await icaos();
  assert.match(
    departure?.body ?? '',
    /No flight is on its way here[\s\S]*Departures[\s\S]*DMO204[\s\S]*MMUN<span class="name"> Cancun/,
  );
  assert.match(
    arrival?.body ?? '',
    /Arrivals[\s\S]*DMO204[\s\S]*LSZH<span class="name"> Zurich[\s\S]*No flight is leaving here/,
  );
  await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  await world.clock.advance(10_000);
  const [, landed] = await icaos();
  assert.match(landed?.body ?? '', new RegExp(`Recently landed[\\s\\S]*flights/${flight.id}`));
  for (const { body } of await icaos()) assert.doesNotMatch(body, /Ada|Keller|DMO0001/);
  await world.clock.advance(2 * hour);
  assert.equal((await web.get('/tracker/airports/MMUN')).statusCode, 404, 'it is no longer public');
  for (const odd of ['%3Cscript%3E', '..%2F..', 'A'.repeat(300), 'ÄÖ', '%00'])
    assert.ok([400, 404].includes((await web.get(`/tracker/airports/${odd}`)).statusCode), odd);
});
