import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../../test/web-world.ts';

const markup = '<img src=x onerror=alert(1)>';

async function editor() {
  const web = await WebWorld.open();
  const owner = await web.signIn();
  const { cookie, csrf } = await web.join('Edda', 'editor', owner);
  const type = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  return {
    web,
    crewCenter: web.world.embedded.crewCenter,
    get: async (path: string) => (await web.get(`/tracker/admin/${path}`, { cookie })).body,
    /** Sends a form, whose names may occur several times. */
    async post(path: string, fields: Readonly<Record<string, string | readonly string[]>>) {
      const sent = new URLSearchParams({ csrf });
      for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) sent.append(name, each);
      const headers = { ...type, 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'http' };
      return web.app.inject({ method: 'POST', url: `/tracker/admin/${path}`, payload: sent.toString(), headers });
    },
    actions: async () => (await web.world.journal.listAudit(100)).map(({ action, subject }) => `${action} ${subject}`),
  };
}

test('an airline is added with logo and colour, edited, retired while pilots have it, restored, and removed without any', async () => {
  const { web, crewCenter, get, post, actions } = await editor();
  await using _ = web;
  const wrong = await post('airlines', { icao: 'dmo', name: '', logo: 'javascript:alert(1)', colour: 'red' });
  assert.equal(wrong.statusCode, 422);
  for (const problem of ['Name: enter 1 to 50', 'Logo: enter an address', 'Colour: enter a colour'])
    assert.ok(wrong.body.includes(problem), problem);
  assert.match((await post('airlines', { icao: 'dmo', name: 'Other' })).body, /the airline DMO already exists/);
  const fields = { icao: 'abc', name: markup, logo: 'https://va.example/logo.png', colour: '#1f4e79' };
  assert.equal((await post('airlines', fields)).statusCode, 303);
  const list = await get('airlines');
  assert.ok(list.includes('ABC &lt;img') && !list.includes(markup) && list.includes('#1F4E79'));
  const id = String(crewCenter.get(`SELECT id FROM airlines WHERE icao = 'ABC'`)?.id);
  assert.equal((await post(`airlines/${id}`, { name: 'Alpha', logo: '' })).statusCode, 303);
  const row = crewCenter.get('SELECT * FROM airlines WHERE id = ?', id);
  assert.deepEqual([row?.name, row?.logo, row?.color, row?.icao], ['Alpha', null, '#1F4E79', 'ABC']);

  assert.match(await get('airlines/1'), /keeps it: 3 pilots, 2 subfleets, 5 schedules[\s\S]*Retire this airline/);
  assert.match((await post('airlines/1/remove', {})).headers.location ?? '', /done=retired$/);
  assert.match(await get('airlines/1'), /Retired on [\s\S]*Use this airline again/);
  assert.match(await get('airlines?state=retired'), /DMO[\s\S]*retired/);
  assert.match((await post('airlines', { icao: 'DMO', name: 'Again' })).body, /is retired\. Restore that one/);
  assert.equal((await post('airlines/1/restore', {})).statusCode, 303);
  assert.equal(crewCenter.get('SELECT deleted_at FROM airlines WHERE id = 1')?.deleted_at, null);
  assert.match((await post(`airlines/${id}/remove`, {})).headers.location ?? '', /done=removed$/);
  assert.equal(crewCenter.get('SELECT 1 FROM airlines WHERE id = ?', id), null);
  const done = await actions();
  for (const action of ['airline-edit ABC', 'airline-retire DMO', 'airline-restore DMO', 'airline-remove ABC'])
    assert.ok(
      done.some((each) => each.startsWith(action)),
      action,
    );
});

test('a rank says what it may fly, and a subfleet by whom it may be flown', async () => {
  const { web, crewCenter, get, post } = await editor();
  await using _ = web;
  const pairs = () =>
    crewCenter
      .all('SELECT rank_id, subfleet_id FROM subfleet_rank ORDER BY 1, 2')
      .map(({ rank_id, subfleet_id }) => `${rank_id}:${subfleet_id}`)
      .join(' ');
  const rank = { name: 'First officer', hours: '50', promotes: 'yes', accepts: 'no', subfleets: ['', '2'] };
  assert.match((await post('ranks', { ...rank, hours: '-1' })).body, /Hours: enter a whole number from 0/);
  assert.match((await post('ranks', { ...rank, subfleets: ['', '99'] })).body, /there is no 99/);
  assert.equal((await post('ranks', rank)).statusCode, 303);
  assert.equal(pairs(), '1:1 1:2 2:2');
  assert.match(await get('ranks/2'), /value="2" checked> A320[\s\S]*value="1"> A343/);
  assert.equal((await post('ranks/2', { subfleets: [''] })).statusCode, 303);
  assert.equal(pairs(), '1:1 1:2');
  assert.equal((await post('ranks/2', { hours: '60' })).statusCode, 303);
  assert.equal((await post('subfleets/1', { ranks: ['', '2'] })).statusCode, 303);
  assert.equal(pairs(), '1:2 2:1');
  const twin = await post('subfleets', { type: 'A320', name: 'More', airline: '1', ranks: [''] });
  assert.match(twin.body, /the subfleet A320 already exists/);
  assert.equal(
    (await post('subfleets', { type: 'b738', name: 'Boeing', airline: 'DMO', ranks: ['', '1'] })).statusCode,
    303,
  );
  assert.equal(pairs(), '1:2 1:3 2:1');
  assert.equal((await post('ranks/2/remove', {})).statusCode, 303);
  assert.equal(pairs(), '1:2 1:3');
  assert.match((await post('ranks/1/remove', {})).body, /only rank/);
});

test('an aircraft is moved to another subfleet and type', async () => {
  const { web, crewCenter, get, post } = await editor();
  await using _ = web;
  assert.match(await get('fleet/3'), /<option value="2" selected>A320/);
  assert.match((await post('fleet/3', { subfleet: '9', type: markup })).body, /Subfleet: choose one of the list/);
  assert.equal((await post('fleet/3', { subfleet: '1', type: 'a319' })).statusCode, 303);
  const row = crewCenter.get('SELECT icao, subfleet_id FROM aircraft WHERE id = 3');
  assert.deepEqual([row?.icao, row?.subfleet_id], ['A319', 1]);
});

test('an airport is added, and one of the world is corrected, and not deleted', async () => {
  const { web, crewCenter, get, post } = await editor();
  await using _ = web;
  const farm = { icao: 'zz99', name: 'Farm', lat: '47.5', lon: '-8.25', elevation: '1200' };
  const wrong = await post('airports', { ...farm, icao: markup, lat: '91', elevation: '1.5' });
  for (const problem of [
    'ICAO code: enter 3 to 8',
    'Latitude: enter a number from -90',
    'Elevation: enter a whole number',
  ])
    assert.ok(wrong.body.includes(problem), problem);
  assert.equal(wrong.body.includes(markup), false);
  assert.equal((await post('airports', farm)).statusCode, 303);
  const row = crewCenter.get(`SELECT * FROM airports WHERE id = 'ZZ99'`);
  assert.deepEqual([row?.icao, row?.lat, row?.lon, row?.elevation, row?.edited], ['ZZ99', 47.5, -8.25, 1200, 'added']);
  assert.equal((await post('airports/LSZH', { icao: 'XXXX', elevation: '1416' })).statusCode, 303);
  const zurich = crewCenter.get(`SELECT * FROM airports WHERE id = 'LSZH'`);
  assert.deepEqual([zurich?.icao, zurich?.elevation, zurich?.edited], ['LSZH', 1416, 'corrected']);
  assert.match(await get('airports?origin=corrected'), /LSZH[\s\S]*1 of|LSZH/);
  assert.match((await post('airports/KJFK/remove', {})).headers.location ?? '', /done=retired$/);
  assert.match(
    await get('airports.csv?origin=added'),
    /^icao,name,iata,lat,lon,elevation,country,origin,retired\nZZ99,Farm,,47\.5,'?-8\.25,1200,,added,\n$/,
  );
});
