import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../../test/web-world.ts';
import { writeHostSettings } from '../../../platform/embedded/host-setting-admin.ts';
import { renewApiKey } from '../../../platform/embedded/pilot-keys.ts';

const schedule = '/tracker/my/book/schedules/demo-dmo420';
const markup = '<img src=x onerror=alert(1)>';

async function booking() {
  const web = await WebWorld.open();
  const { crewCenter } = web.world.embedded;
  const { apiKey } = await renewApiKey(crewCenter, 'ada@demo-air.example');
  const login = { login: 'ada@demo-air.example', password: 'demo' };
  const ada = await web.signInPilot();
  const get = async (path: string) => (await web.get(`/tracker/my/book${path}`, { cookie: ada.cookie })).body;
  const post = (path: string, form: Record<string, string> = {}) =>
    web.post(`/tracker/my/book${path}`, { csrf: ada.csrf, ...form }, { cookie: ada.cookie });
  return { web, crewCenter, apiKey, login, get, post, [Symbol.asyncDispose]: () => web[Symbol.asyncDispose]() };
}

/** What the clients of each contract see of the pilot's bids. */
async function seenByClients({ web, apiKey }: Awaited<ReturnType<typeof booking>>): Promise<readonly string[]> {
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  const json = { ...headers, 'content-type': 'application/json' };
  const key = apiKey.reveal();
  const auth = await web.app.inject({
    method: 'POST',
    url: '/api/tracker/auth',
    headers: json,
    payload: { api_key: key },
  });
  const bearer = { ...headers, authorization: `Bearer ${String(auth.json().token)}` };
  const native = await web.app.inject({ url: '/api/tracker/bids', headers: bearer });
  const core = await web.app.inject({ url: '/api/user/bids', headers: { ...headers, 'x-api-key': key } });
  const smart = await web.app.inject({
    method: 'POST',
    url: '/api/tracker/smartcars/pilot/login?username=ada@demo-air.example',
    headers: json,
    payload: { password: key },
  });
  const session = { ...headers, authorization: `Bearer ${String(smart.json().session)}` };
  const bookings = await web.app.inject({ url: '/api/tracker/smartcars/flights/bookings', headers: session });
  return [native, core, bookings].map(({ body }) => body);
}

test('a booked schedule is seen at once by clients of each contract, and no more when it was given back', async () => {
  await using given = await booking();
  assert.ok((await seenByClients(given)).every((body) => !body.includes('420')));
  assert.match(await given.get('?from=&q=420'), /schedules\/demo-dmo420/);
  assert.equal((await given.post('/schedules/demo-dmo420', { aircraft: '3' })).headers.location, '../../book');
  for (const body of await seenByClients(given)) assert.match(body, /420/);
  const page = await given.get('');
  const [, bid = ''] = /bids\/(\d+)\/remove"[\s\S]{0,200}DM420/.exec(page) ?? [];
  const removed = [...page.matchAll(/bids\/(\d+)\/remove/g)].map(([, id = '']) => id);
  assert.ok(removed.length > 0 && bid !== '');
  const row = given.crewCenter.get("SELECT id FROM bids WHERE flight_id = 'demo-dmo420'");
  assert.equal((await given.post(`/bids/${row?.id}/remove`)).statusCode, 303);
  assert.ok((await seenByClients(given)).every((body) => !body.includes('420')));
});

test('which aircraft may be taken is said, and why not the others', async () => {
  await using given = await booking();
  given.crewCenter.database.exec("DELETE FROM subfleet_rank; UPDATE aircraft SET airport_id = 'EDDF'");
  const page = await given.get('/schedules/demo-dmo420');
  assert.match(page, /There is no aircraft that you can take now/);
  assert.match(page, /HB-JLP[\s\S]{0,80}rank/);
  const refused = await given.post('/schedules/demo-dmo420', { aircraft: '3' });
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /role="alert"/);
  assert.equal((await given.post('/schedules/none', { aircraft: '' })).statusCode, 404);
});

/** What is against DM420 for Ada, and how it is said in each language. */
const obstacles: readonly (readonly [string, string, Readonly<Record<'en' | 'de' | 'fr', RegExp>>])[] = [
  [
    'another pilot has it',
    "INSERT INTO bids (user_id, flight_id) VALUES (2, 'demo-dmo420')",
    { en: /Another pilot has booked this flight/, de: /Ein anderer Pilot hat/, fr: /Un autre pilote a réservé/ },
  ],
  [
    'the pilot has a bid, and may have one',
    "UPDATE settings SET value = 'false' WHERE \"key\" = 'bids.allow_multiple_bids'",
    { en: /allows one at a time/, de: /erlaubt eine auf einmal/, fr: /n’en permet qu’une à la fois/ },
  ],
  [
    'an airport is unknown',
    "DELETE FROM airports WHERE id = (SELECT arr_airport_id FROM flights WHERE id = 'demo-dmo420')",
    { en: /does not know the airport/, de: /kennt den Flughafen/, fr: /ne connaît pas l’aéroport/ },
  ],
];
for (const [what, sql, words] of obstacles) {
  test(`a schedule that cannot be booked has no button, and the list and its page say why: ${what}`, async () => {
    await using given = await booking();
    const before = await given.get('/schedules/demo-dmo420');
    assert.match(before, /action="[^"]*schedules\/demo-dmo420"/);
    given.crewCenter.database.exec(sql);
    for (const [lang, said] of Object.entries(words)) {
      const read = (path: string) => given.get(`${path}lang=${lang}`);
      const page = await read('/schedules/demo-dmo420?');
      assert.match(page, said);
      assert.doesNotMatch(page, /action="[^"]*schedules\/demo-dmo420"/);
      assert.match((await read('?from=&q=420&')).split('id="found"')[1] ?? '', said);
    }
    const refused = await given.post('/schedules/demo-dmo420', { aircraft: '' });
    assert.equal(refused.statusCode, 409);
    assert.match(refused.body, new RegExp(`role="alert">[^<]*${words.en.source}`));
    assert.doesNotMatch(refused.body, /bids\.[a-z]+_/);
  });
}

test('the page of a schedule that the pilot has booked says so', async () => {
  await using given = await booking();
  await given.post('/schedules/demo-dmo420', { aircraft: '' });
  const page = await given.get('/schedules/demo-dmo420');
  assert.match(page, /You have booked this flight/);
  assert.doesNotMatch(page, /action="[^"]*schedules\/demo-dmo420"/);
});

test('a bid of another pilot is not given back, and a stranger is led to the sign-in', async () => {
  await using given = await booking();
  const other = given.crewCenter.get('SELECT id FROM bids WHERE user_id = 2 LIMIT 1');
  assert.equal((await given.post(`/bids/${other?.id}/remove`)).statusCode, 303);
  assert.ok(given.crewCenter.get('SELECT 1 FROM bids WHERE id = ?', Number(other?.id)) !== null);
  assert.equal((await given.web.get(schedule)).statusCode, 303);
  assert.equal((await given.web.post(schedule, { aircraft: '' })).statusCode, 401);
});

test('a charter is booked where the airline takes them, and what was typed is shown with what is wrong', async () => {
  await using given = await booking();
  const charter = {
    flightNumber: '77',
    departure: 'LSZH',
    arrival: 'LEPA',
    route: 'DEGES',
    level: '370',
    kind: 'cargo',
  };
  const wrong = await given.post('/charter', { ...charter, arrival: 'ZZZZ', route: markup, level: 'x'.repeat(4_000) });
  assert.equal(wrong.statusCode, 422);
  assert.ok(wrong.body.includes('&lt;img src=x') && !wrong.body.includes(markup));
  for (const departureTime of ['25:00', '99:99', '10:00L', 'noon'])
    assert.match((await given.post('/charter', { ...charter, departureTime })).body, /Enter a time such as 14:05/);
  const german = await given.post('/charter?lang=de', { ...charter, level: 'high', departureTime: 'noon' });
  assert.match(german.body, /Geben Sie eine Flugfläche wie 350 ein\. Geben Sie eine Zeit wie 14:05 ein, in UTC\.</);
  assert.match(german.body, /id="level-problem">Geben Sie eine Flugfläche wie 350 ein\.</);
  assert.equal((await given.post('/charter', charter)).headers.location, '../book');
  for (const body of await seenByClients(given)) assert.match(body, /77/);
  await writeHostSettings(given.crewCenter, { 'flights.allow_charters': 'false' });
  assert.match(await given.get('/charter'), /does not take charters/);
});

test('the destinations from where the pilot is are on a map and in a list, each a link to its search', async () => {
  await using given = await booking();
  const place = given.crewCenter.get("SELECT curr_airport_id AS icao FROM users WHERE email = 'ada@demo-air.example'");
  const page = await given.get('');
  assert.match(page, new RegExp(`Where to from ${place?.icao}`));
  const links = [
    ...page.matchAll(/<li><a href="[^"?]*my\/book(\?from=\w+&amp;to=(\w+))" dir="auto">\2[^<]*: (\d+) schedule/g),
  ];
  assert.ok(links.length > 1, page.slice(0, 2_000));
  for (const [, link = '', icao = '', count = ''] of links) {
    assert.match(
      page,
      new RegExp(`<a href="[^"?]*my/book\\?from=${place?.icao}&amp;to=${icao}" tabindex="-1"><title>${icao}`),
    );
    const found = await given.get(link.replaceAll('&amp;', '&'));
    assert.match(found, new RegExp(`schedules: ${count}<`));
  }
});

test('without an airport, or from one where nothing begins, those to begin at are shown', async () => {
  await using given = await booking();
  for (const query of ['?from=', '?from=ZZZZ', '?from=%3Cimg%3E']) {
    const page = await given.get(query);
    assert.match(page, /Airports to begin at/);
    assert.match(page, /<a href="[^"?]*my\/book\?from=LSZH" tabindex="-1"><title>LSZH/);
  }
  given.crewCenter.database.exec('UPDATE flights SET active = 0');
  assert.ok(!(await given.get('')).includes('class="places"'));
});
