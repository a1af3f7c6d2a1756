import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flightEvent, flownTrack, noFigures } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { Feed } from '../live/feed.ts';
import { Viewers } from '../live/viewers.ts';

const markup = '<script>alert(1)</script>';

/** A flight from start to receipt, with markup wherever a client may write. */
async function flown(publicHours = 24) {
  const web = await WebWorld.open({ publicHours });
  const { world } = web;
  const { session, flight } = await world.startFlight();
  const startAt = world.clock.now();
  const track = flownTrack({ from: { lat: 47.45, lon: 8.55 }, to: { lat: 21.04, lon: -86.87 }, startAt, count: 400 });
  await world.clock.advance(4_000_000);
  await world.calls.report(session, { name: null, positions: track, opening: null });
  const events = [flightEvent(startAt + 60_000, 'note', { message: markup }), flightEvent(startAt + 70_000, markup)];
  await world.calls.recordEvents(session, { name: null, events });
  const figures = { ...noFigures, notes: markup, log: [markup], fields: { [markup]: markup } };
  await world.calls.finish(session, { name: null, figures, opening: null });
  return { web, flight, url: `/tracker/flights/${flight.id}` };
}

test('for a while everyone may see an ended flight; then it takes a share link, or the operator', async () => {
  const { web, url } = await flown(0.01);
  await using _ = web;
  const page = await web.get(url);
  assert.equal(page.statusCode, 200);
  assert.match(
    page.body,
    /LSZH<\/span> <small[^>]*>Z[^<]+<\/small>/,
    'the airport’s name is readable without a pointer',
  );
  await web.world.clock.advance(0.01 * 3_600_000);
  for (const path of ['', '/track.json', '/track.gpx']) assert.equal((await web.get(url + path)).statusCode, 403, path);
  const { cookie, csrf } = await web.signIn();
  assert.equal((await web.get(url, { cookie })).statusCode, 200);
  const shared = await web.post(`${url}/share`, { csrf, days: '2' }, { cookie, host: 'va.example' });
  const link = /value="(http:\/\/va\.example\/[^"]+)"/.exec(shared.body)?.[1] ?? '';
  const share = new URL(link).search;
  for (const path of ['', '/track.json', '/track.gpx']) {
    const { statusCode, body } = await web.get(url + path + share);
    assert.equal(statusCode, 200, path);
    assert.doesNotMatch(body, /Keller|DMO0001/);
  }
});

test('a share link is made by the operator only, for at most a year', async () => {
  const { web, url } = await flown();
  await using _ = web;
  assert.equal((await web.post(`${url}/share`, { days: '2' })).statusCode, 401);
  const { cookie, csrf } = await web.signIn();
  for (const days of ['0', '367', '1.5', 'x', '']) {
    assert.equal((await web.post(`${url}/share`, { csrf, days }, { cookie })).statusCode, 422, days);
  }
});

test('markup is text on the page, for everyone, and in every export', async () => {
  const { web, url } = await flown();
  await using _ = web;
  const { cookie } = await web.signIn();
  for (const headers of [{}, { cookie }] as Record<string, string>[]) {
    const { body } = await web.get(url, headers);
    assert.equal(body.includes(markup), false);
    if (headers.cookie !== undefined) assert.ok(body.split('&lt;script&gt;alert(1)').length >= 5);
    for (const format of ['gpx', 'kml'])
      assert.equal((await web.get(`${url}/track.${format}`, headers)).body.includes(markup), false);
  }
  const csv = await web.get(`${url}/track.csv`, { cookie });
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8; header=present');
  assert.match(String(csv.headers['content-disposition']), /^attachment; filename="[A-Z0-9-]+\.csv"$/);
  assert.match(String(csv.headers['content-security-policy']), /sandbox/);
});

test('the page has its track in it, thinned, and nothing of it ends its element', async () => {
  const { web, url } = await flown();
  await using _ = web;
  const { cookie } = await web.signIn();
  const { body } = await web.get(url, { cookie });
  const [, text = ''] = /<script type="application\/json" id="first-track">(.*?)<\/script>/.exec(body) ?? [];
  assert.equal(text.includes('<'), false);
  const track = JSON.parse(text);
  assert.ok(track.time.length > 20 && track.time.length <= 250);
  assert.equal(track.count, 400);
  assert.ok(
    track.marks.some((mark: { text: string }) => mark.text.includes(markup)),
    'a client’s text, whole',
  );
});

test('the track is thinned on demand and keeps its ends', async () => {
  const { web, url } = await flown();
  await using _ = web;
  const whole = JSON.parse((await web.get(`${url}/track.json`)).body);
  const thinned = JSON.parse((await web.get(`${url}/track.json?points=50`)).body);
  assert.equal(whole.time.length, 400);
  assert.ok(thinned.time.length <= 50);
  assert.equal(thinned.count, 400);
  assert.deepEqual([thinned.time[0], thinned.time.at(-1)], [whole.time[0], whole.time.at(-1)]);
  assert.equal(Math.max(...thinned.altitude), Math.max(...whole.altitude));
  for (const points of ['x', '-5', '1e9'])
    assert.equal((await web.get(`${url}/track.json?points=${points}`)).statusCode, 200);
});

test('an unknown flight and an unknown format are not found', async () => {
  const { web, url } = await flown();
  await using _ = web;
  for (const path of [
    '/tracker/flights/nobody',
    '/tracker/flights/nobody/track.gpx',
    `${url}/track.exe`,
    `${url}/track.constructor`,
    `${url}/track.__proto__`,
  ]) {
    assert.equal((await web.get(path)).statusCode, 404, path);
  }
});

test('strangers read no phase and no figure’s name in the client’s own words: not on the page, in the track, or in an export', async () => {
  await using web = await WebWorld.open();
  const { world } = web;
  const { session, flight } = await world.startFlight();
  const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 21, lon: -86.9 }, startAt: world.clock.now(), count: 200 };
  await world.clock.advance(2_000_000);
  const positions = flownTrack(leg).map((each) => ({ ...each, phase: 'mail ada@demo-air.example' }));
  await world.calls.report(session, { name: null, positions, opening: null });
  const data = { g_force: 1.21, 'Ada Keller': 7 };
  const landing = flightEvent(leg.startAt + 1_800_000, 'landing', { data });
  await world.calls.recordEvents(session, { name: null, events: [landing] });
  const { cookie } = await web.signIn();
  const url = `/tracker/flights/${flight.id}`;
  for (const path of ['', '/track.json', '/track.csv', '/track.gpx', '/track.kml', '/track.geojson']) {
    const { body, statusCode } = await web.get(url + path);
    assert.equal(statusCode, 200);
    assert.doesNotMatch(body, /ada@demo|Ada Keller/, path);
    assert.match((await web.get(url + path, { cookie })).body, /ada@demo/, `${path} for the operator`);
  }
  const page = await web.get(url);
  assert.match(page.body, /g_force/);
  assert.match(page.body, /Cruise|Climb/, 'the phases that the reports show');
  assert.doesNotMatch((await web.get('/tracker/')).body, /ada@demo/);
  const feed = new Feed(world.tracking.changes, world.tracking.flights, new Viewers(), world.clock);
  feed.tick();
  assert.match(feed.snapshot(), new RegExp(flight.id));
  assert.doesNotMatch(feed.snapshot(), /ada@demo/);
  feed.close();
});
