import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flightEvent, flownTrack, noFigures } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';

const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 21.04, lon: -86.87 } };

/** A flight under way with 400 positions, and its end. */
async function flying(publicHours = 24) {
  const web = await WebWorld.open({ publicHours });
  const { world } = web;
  const { session, flight } = await world.startFlight();
  const startAt = world.clock.now();
  await world.clock.advance(4_000_000);
  const positions = flownTrack({ ...leg, startAt, count: 400 });
  await world.calls.report(session, { name: null, positions, opening: null });
  await world.calls.recordEvents(session, { name: null, events: [flightEvent(startAt + 1, 'note')] });
  const finish = () => world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  return { web, finish, url: `/tracker/flights/${flight.id}` };
}

/** The size in the header of a PNG file. */
function sizeOf(png: Buffer) {
  assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('the picture of a flight is a PNG of 1200 × 630, drawn once and again after its end', async () => {
  const { web, url, finish } = await flying();
  await using _ = web;
  const first = await web.get(`${url}/picture.png`);
  assert.equal(first.statusCode, 200);
  assert.equal(first.headers['content-type'], 'image/png');
  assert.equal(first.headers['cache-control'], 'public, max-age=60');
  assert.deepEqual(sizeOf(first.rawPayload), [1200, 630]);
  assert.ok(first.rawPayload.length < 400_000);
  assert.deepEqual((await web.get(`${url}/picture.png`)).rawPayload, first.rawPayload);
  await finish();
  const last = await web.get(`${url}/picture.png`);
  assert.deepEqual(sizeOf(last.rawPayload), [1200, 630]);
  assert.notDeepEqual(last.rawPayload, first.rawPayload);
});

test('whoever may not see the flight does not see its picture', async () => {
  const { web, url, finish } = await flying(0.01);
  await using _ = web;
  await finish();
  await web.world.clock.advance(0.01 * 3_600_000);
  assert.equal((await web.get(`${url}/picture.png`)).statusCode, 403);
  assert.equal((await web.get('/tracker/flights/nobody/picture.png')).statusCode, 404);
  const { cookie, csrf } = await web.signIn();
  const byOperator = await web.get(`${url}/picture.png`, { cookie });
  assert.equal(byOperator.headers['cache-control'], 'private, max-age=60');
  const page = await web.post(`${url}/share`, { csrf, days: '2' }, { cookie, host: 'va.example' });
  const share = new URL(/value="(http:[^"]+)"/.exec(page.body)?.[1] ?? '').search;
  assert.equal((await web.get(`${url}/picture.png${share}`)).statusCode, 200);
  const tags = (await web.get(url + share, { host: 'va.example' })).body;
  const image = /property="og:image" content="([^"]+)"/.exec(tags)?.[1];
  assert.equal(image, `http://va.example${url}/picture.png${share}`);
});

test('the page names its picture for other sites, below whatever path the site has', async () => {
  const { web, url } = await flying();
  await using _ = web;
  const page = await web.get(url, { host: 'va.example' });
  assert.match(page.body, new RegExp(`property="og:image" content="http://va\\.example${url}/picture\\.png"`));
  assert.match(page.body, /property="og:title" content="[A-Z0-9]+ [A-Z]{4} – [A-Z]{4}"/);
  assert.match(page.body, /name="twitter:card" content="summary_large_image"/);
  assert.doesNotMatch(page.body.split('</head>')[0] ?? '', /Keller|DMO0001/);
  assert.doesNotMatch((await web.get('/tracker/operator/sign-in')).body, /og:image/);
});
