import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack, noFigures } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';

const ben = 'ben@demo-air.example';
const hostile = '<img src=x onerror=alert(1)> مرحبا 🛫';

/** Ada has flown and filed one flight. */
async function filed(web: WebWorld) {
  const { world } = web;
  const { session, flight } = await world.startFlight();
  const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 47.5, lon: 8.7 }, startAt: world.clock.now(), count: 20 };
  await world.clock.advance(200_000);
  await world.calls.report(session, { name: null, positions: flownTrack(leg), opening: null });
  await world.calls.finish(session, { name: null, figures: { ...noFigures, landingRateFpm: -180 }, opening: null });
  return flight;
}

test('the flight under way is first, with what is kept of it and how it goes on; those before are listed page by page', async () => {
  await using web = await WebWorld.open();
  const flight = await filed(web);
  const { cookie } = await web.signInPilot();
  const none = await web.get('/tracker/my', { cookie });
  assert.match(none.body, /No flight is under way/);
  assert.match(none.body, new RegExp(`my/flights/${flight.id}"`));
  assert.match(none.body, /Filed/);
  const statistics = await web.get('/tracker/my/statistics', { cookie });
  assert.match(statistics.body, /data-month="2024-04"/);
  assert.match(statistics.body, new RegExp(`my/flights/${flight.id}"`));
  assert.match(statistics.body, /<svg class="places"[^>]* role="img" aria-label="Map of 2 airports/);
  assert.match(statistics.body, /<title>EDFQ: departures and arrivals: 1<\/title><circle/);
  assert.match(statistics.body, /<a href="[^"]*my\/logbook\?q=EDFQ">EDFQ<\/a>/);
  assert.match(statistics.body, /once 5 pilots have 5 landings each/);
  const other = await web.signInPilot(ben);
  assert.match((await web.get('/tracker/my/statistics', { cookie: other.cookie })).body, /No flight of these twelve/);
  await web.world.clock.advance(3_600_000);
  const { session } = await web.world.startFlight('EDDF');
  const started = await web.get('/tracker/my', { cookie });
  assert.match(started.body, /No report has come for a while/);
  const at = web.world.clock.now();
  const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 47.5, lon: 8.7 }, startAt: at - 40_000, count: 4 };
  await web.world.calls.report(session, { name: null, positions: flownTrack(leg), opening: null });
  const flying = await web.get('/tracker/my', { cookie, 'accept-language': 'de' });
  assert.match(flying.body, /Beenden Sie ihn nach der Landung/);
  assert.match(flying.body, /Gespeicherte Meldungen<\/dt><dd>4</);
  assert.match(flying.body, /Warten auf das Crew-Center<\/dt><dd>0</);
});

test('a pilot cancels the own flight after a question, and nobody else’s', async () => {
  await using web = await WebWorld.open();
  const { flight } = await web.world.startFlight();
  const url = `/tracker/my/flights/${flight.id}`;
  const ada = await web.signInPilot();
  const other = await web.signInPilot(ben);
  for (const path of [url, `${url}/cancel`])
    assert.equal((await web.get(path, { cookie: other.cookie })).statusCode, 404, path);
  assert.equal((await web.post(`${url}/cancel`, { csrf: other.csrf }, { cookie: other.cookie })).statusCode, 404);
  assert.equal(await web.world.stateOf(flight.id), 'open');
  assert.match((await web.get(`${url}/cancel`, { cookie: ada.cookie })).body, /Yes, cancel the flight/);
  assert.equal((await web.post(`${url}/cancel`, { csrf: ada.csrf }, { cookie: ada.cookie })).statusCode, 303);
  assert.equal(await web.world.stateOf(flight.id), 'cancelled');
  assert.match((await web.get(`${url}/cancel`, { cookie: ada.cookie })).body, /has ended/);
});

test('a flight’s page leads to its track after it is no longer public, and shows what was written on the PIREP', async () => {
  await using web = await WebWorld.open({ publicHours: 0 });
  const flight = await filed(web);
  const url = `/tracker/my/flights/${flight.id}`;
  const { cookie, csrf } = await web.signInPilot();
  const page = await web.get(url, { cookie });
  assert.equal(page.statusCode, 200);
  const link = /href="\.\.\/\.\.\/(flights\/[^"]+share=[^"]+)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
  assert.equal((await web.get(`/tracker/${link.split('?')[0]}`)).statusCode, 403);
  assert.equal((await web.get(`/tracker/${link}`)).statusCode, 200);
  assert.equal((await web.post(`${url}/comment`, { csrf, text: hostile }, { cookie })).statusCode, 303);
  assert.equal((await web.post(`${url}/comment`, { csrf, text: '😀'.repeat(2_000) }, { cookie })).statusCode, 303);
  const answered = await web.get(url, { cookie });
  assert.match(answered.body, /&lt;img src=x onerror=alert\(1\)&gt; مرحبا 🛫/);
  for (const text of ['', ' ', 'x'.repeat(4_001)])
    assert.equal((await web.post(`${url}/comment`, { csrf, text }, { cookie })).statusCode, 422);
  const other = await web.signInPilot(ben);
  const theirs = { cookie: other.cookie };
  assert.equal((await web.post(`${url}/comment`, { csrf: other.csrf, text: 'x' }, theirs)).statusCode, 404);
  web.world.line.fail('all', 'before');
  assert.match((await web.get(url, { cookie })).body, /cannot be reached/, 'what Tracker has is shown');
});
