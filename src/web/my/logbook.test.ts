import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack, noFigures } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { override } from '../../lib/override.ts';

const url = '/tracker/my/logbook';

/** Gives a pilot this many filed PIREPs from one airport to others, one a day. */
function fill(web: WebWorld, email: string, count: number): void {
  const { crewCenter } = web.world.embedded;
  const user = crewCenter.get('SELECT id, airline_id FROM users WHERE email = ?', email);
  const aircraft = crewCenter.get('SELECT id FROM aircraft ORDER BY id LIMIT 1');
  for (let day = 0; day < count; day++) {
    const at = new Date(Date.UTC(2024, 0, 1 + day, 8)).toISOString().slice(0, 19).replace('T', ' ');
    crewCenter.run(
      `INSERT INTO pireps (id, user_id, airline_id, aircraft_id, flight_number, dpt_airport_id, arr_airport_id, state, status,
         flight_time, distance, landing_rate, submitted_at, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, 'LSZH', ?, ?, 'ARR', ?, 300, ?, ?, ?, ?)`,
      ...[`${email}-${day}`, Number(user?.id), Number(user?.airline_id), Number(aircraft?.id), `9${day}`],
      ...[day % 2 === 0 ? 'EDDF' : 'LFPG', day % 5 === 0 ? 6 : 2, 60 + day, -100 - day, at, at, at],
    );
  }
}

const flightsIn = (body: string) => [...body.matchAll(/dir="auto">DMO(\d+)</g)].map(([, number]) => number);

test('the logbook shows the own PIREPs page by page, searched, filtered and sorted, and as a file', async () => {
  await using web = await WebWorld.open();
  fill(web, 'ada@demo-air.example', 70);
  fill(web, 'ben@demo-air.example', 3);
  const { cookie } = await web.signInPilot();
  const get = async (query: string) => (await web.get(`${url}?${query}`, { cookie })).body;
  const first = await get('');
  const numbers = flightsIn(first);
  assert.deepEqual([numbers.length, numbers[0], numbers.at(-1)], [50, '969', '920'], 'the newest first');
  assert.match(first, /Page 1 of 2, flights: 70/);
  const [, sorts = ''] = /<select[^>]* name="sort"[^>]*>(.*?)<\/select>/s.exec(first) ?? [];
  assert.equal(
    [...sorts.matchAll(/>([^<>\n]+)<\/option>/g)].map(([, title]) => title).join(', '),
    'Newest first, Oldest first, By block time, Hardest landing first, By route',
  );
  assert.deepEqual(flightsIn(await get('page=2')).at(-1), '90');
  assert.deepEqual(flightsIn(await get('q=lfpg+DMO963')), ['963']);
  assert.deepEqual(flightsIn(await get('since=2024-01-03&until=2024-01-05&sort=oldest')), ['92', '93', '94']);
  assert.equal(flightsIn(await get('state=rejected')).length, 14);
  assert.equal(flightsIn(await get('sort=landing'))[0], '969');
  assert.match(await get('q=nobody'), /None of 70 flights fits/);
  assert.match(await get(`q=${encodeURIComponent('"><img src=x>')}`), /value="&quot;&gt;&lt;img src=x&gt;"/);
  assert.equal(flightsIn(await get('state=__proto__&page=-1&sort=constructor')).length, 50);
  const file = await web.get(`${url}.csv?state=rejected&sort=oldest`, { cookie });
  assert.match(String(file.headers['content-disposition']), /logbook\.csv/);
  const lines = file.body.trim().split(/\r?\n/);
  assert.equal(lines.length, 15);
  assert.match(lines[1] ?? '', /^ada@demo-air\.example-0,DMO90,LSZH,EDDF,/);
  assert.doesNotMatch(file.body, /ben@/, 'of nobody else');
  assert.equal((await web.get(`${url}.csv`)).statusCode, 303);
});

test('a flight that Tracker has leads to its page, in the pilot’s language', async () => {
  await using web = await WebWorld.open();
  const { world } = web;
  const { session, flight } = await world.startFlight();
  const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 47.5, lon: 8.7 }, startAt: world.clock.now(), count: 20 };
  await world.clock.advance(200_000);
  await world.calls.report(session, { name: null, positions: flownTrack(leg), opening: null });
  await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  const { cookie } = await web.signInPilot();
  const { body } = await web.get(url, { cookie, 'accept-language': 'fr' });
  assert.match(body, new RegExp(`my/flights/${flight.id}"`));
  assert.match(body, /Carnet de vol/);
});

test('beside a phpVMS the page leads to the logbook of the site', async () => {
  const findLogbook = async () => 'https://crew.example/pireps';
  await using web = await WebWorld.open(
    {},
    {
      config: { crewCenter: { kind: 'embedded', version: '5' } },
      platform: (platform) => override(platform, { findLogbook }),
    },
  );
  const { cookie } = await web.signInPilot();
  assert.match((await web.get(url, { cookie })).body, /href="https:\/\/crew\.example\/pireps"/);
  assert.equal((await web.get(`${url}.csv`, { cookie })).statusCode, 404);
});
