import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { discordSource } from '../../src/server/discord-source.ts';
import type { FlightView } from '../../src/tracking/figures/flight-view.ts';
import { flightPicture } from '../../src/web/picture/flight-picture.ts';
import { knownFigures } from '../../src/web/picture/known-figures.ts';
import { flightPost } from '../../src/webhooks/discord/post.ts';
import { encodeFlightPayload } from '../../src/webhooks/flight-payload.ts';
import { flownTrack, noFigures } from '../flown.ts';
import { WebWorld } from '../web-world.ts';

const zurich = { lat: 47.458, lon: 8.548 };
const frankfurt = { lat: 50.033, lon: 8.57 };

/** A flight from LSZH to MMUN that landed at EDDF, filed. */
async function diverted() {
  const web = await WebWorld.open();
  const { world } = web;
  const { session, flight } = await world.startFlight();
  const track = flownTrack({ from: zurich, to: frankfurt, startAt: world.clock.now(), count: 300 });
  await world.clock.advance(3_000_000);
  await world.calls.report(session, { name: null, positions: track, opening: null });
  const filed = await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  if (filed.state !== 'filed') throw new Error('not filed');
  const view = await world.tracking.operator.readFlight(flight.id);
  if (view === null) throw new Error('it is kept');
  const { apiKeys } = world.server.tracker;
  const { secret } = await apiKeys.create('test', { name: 'Test', scopes: ['flights', 'pireps'], days: null });
  return { web, view, url: `/tracker/flights/${flight.id}`, key: { authorization: `Bearer ${secret.reveal()}` } };
}

const plain = (html: string) => html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');

test('every page, file and list says where a flight landed, and not only where it was planned to land', async () => {
  const { web, view, url, key } = await diverted();
  await using _ = web;
  const read = async (path: string, headers: Record<string, string> = {}) => (await web.get(path, headers)).body;
  const page = await read(url);
  assert.match(page, /<title>DMO204 LSZH – EDDF/);
  assert.match(page, /property="og:title" content="DMO204 LSZH – EDDF"/);
  assert.match(page, /property="og:description" content="[^"]*\(LSZH\) – [^"]*\(EDDF\)/);
  assert.match(plain(/<ol class="ends"[\s\S]*?<\/ol>/.exec(page)?.[0] ?? ''), /Zurich.*LSZH.*Frankfurt am Main.*EDDF/);
  assert.match(plain(/<p id="badges"[\s\S]*?<\/p>/.exec(page)?.[0] ?? ''), /Diverted from MMUN/);
  assert.match(page, /data-landed="[^"]*EDDF/);
  assert.match(await read(`${url}?lang=de`), /Ausgewichen von MMUN/);
  assert.match(await read(`${url}?lang=fr`), /Dérouté de MMUN/);
  const { news } = JSON.parse(await read(`${url}/update.json?version=old&after=0&count=0`));
  assert.match(news.status, /Diverted from MMUN/);
  assert.match(plain(news.parts.way), /LSZH.*EDDF/);
  assert.match(await read(`${url}/track.gpx`), /DMO204 LSZH–EDDF/);
  assert.match(plain(await read('/tracker/')), /DMO204 LSZH → EDDF/, 'recently landed, below the map');
  assert.match(plain(await read('/tracker/home')), /DMO204 LSZH – EDDF/);
  const boards = await Promise.all(['EDDF', 'MMUN'].map((icao) => read(`/tracker/airports/${icao}`)));
  assert.match(plain(boards[0] ?? ''), /Recently landed.*DMO204 Diverted from MMUN/);
  assert.match(plain(boards[1] ?? ''), /Recently landed.*DMO204 Diverted to EDDF/);
  const { cookie } = await web.signIn();
  assert.match(plain(await read('/tracker/operator/in-progress', { cookie })), /DMO204 ?LSZH → EDDF/);

  const one = JSON.parse(await read(`/tracker/api/v1/flights/${view.flight.id}`, key));
  assert.deepEqual([one.flight.arrival.icao, one.flight.diversion.icao], ['MMUN', 'EDDF']);
  const listed = async (arrival: string) =>
    JSON.parse(await read(`/tracker/api/v1/flights?arrival=${arrival}`, key)).flights.length;
  assert.deepEqual([await listed('EDDF'), await listed('MMUN')], [1, 0]);
  const { pireps } = JSON.parse(await read('/tracker/api/v1/pireps', key));
  assert.equal(pireps[0].diversion.icao, 'EDDF');
});

test('the distance at touchdown is that from the airport where it landed', async () => {
  const { web, url } = await diverted();
  await using _ = web;
  const row = /reference point of EDDF<\/th>[\s\S]*?<\/tr>/.exec((await web.get(url)).body)?.[0];
  assert.ok(Number(/([\d.]+) nm/.exec(row ?? '')?.[1]) < 10, plain(row ?? 'no such row'));
});

test('its picture, a post in Discord and a webhook say where it landed', async () => {
  const { web, view } = await diverted();
  await using _ = web;
  const picture = flightPicture(view, { track: [], figures: knownFigures(view, null) }, { name: 'Demo', color: null });
  assert.deepEqual([picture.arrival.icao, picture.state], ['EDDF', 'Diverted from MMUN']);
  const { title, fields } = await postOf(web, view);
  assert.equal(title, 'DMO204 · LSZH → EDDF');
  assert.match(fields?.find(({ name }) => name === 'Diverted from')?.value ?? '', /Cancun|MMUN/);
  assert.equal(encodeFlightPayload(view.flight).receipt?.diversion?.icao, 'EDDF');
});

async function postOf({ world }: WebWorld, { flight }: FlightView) {
  const { tracking } = world;
  const source = discordSource({
    tracking,
    pictures: { read: () => Promise.reject(new Error('no picture is asked for')) },
    publicNames: { isNamed: () => false },
    log: world.server.tracker.log,
  });
  const facts = await source.readFlight(flight.id);
  if (facts === null) throw new Error('it is kept');
  const event = { type: 'pirep.filed', at: 0, flightId: flight.id } as const;
  const options = { picture: false, pilot: false, site: null };
  return flightPost(facts, event, { options, airline: source.airline(), hasPicture: false }).embeds[0];
}

/** What reads the planned arrival, because the plan is meant, or because the flight has not landed. */
const readers = {
  'src/server/host-setup/test-flight.ts': 'a bid',
  'src/server/rules/surroundings.ts': 'the planned route',
  'src/web/airport/board.ts': 'flights under way',
  'src/web/api/acars-data.ts': 'flights under way',
  'src/web/api/acars-shapes.ts': 'flights under way',
  'src/web/api/flight-wire.ts': 'beside the diversion',
  'src/web/flight/attributes.eta': 'beside where it landed',
  'src/web/flight/happenings.ts': 'beside where it landed',
  'src/web/flight/landed-airport.ts': 'beside where it landed',
  'src/web/flight/way-ends.ts': 'beside where it landed',
  'src/web/live/map-flight.ts': 'flights under way',
  'src/web/map/aloft.ts': 'flights under way',
  'src/web/my/book/book.eta': 'bids',
  'src/web/my/book/offer.eta': 'schedules',
  'src/web/operator/lists.ts': 'words by which it is found, beside where it landed',
  'src/web/operator/review/queue.ts': 'words by which it is found, beside where it landed',
  'src/web/operator/review/review-data.ts': 'beside where it landed',
  'src/web/route/routes.ts': 'the planned route',
  'src/web/weather/routes.ts': 'flights under way',
} as const;

test('no page, post or log reads the planned arrival of a flight that may have landed elsewhere', () => {
  const root = join(import.meta.dirname, '../..');
  const paths = globSync('src/{web,webhooks,server}/**/*.{ts,eta}', { cwd: root });
  const found = paths.filter((path) => {
    if (path.endsWith('.test.ts')) return false;
    const text = readFileSync(join(root, path), 'utf8');
    return /\bplan\.arrival\b(?!')|\barrival\b[^{}=]*\} = (\w+\.)*plan\b|\.diversion\?\.icao \?\?|diversion \?\?/.test(
      text,
    );
  });
  assert.deepEqual(found.sort(), Object.keys(readers).sort());
});
