import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../../test/web-world.ts';
import { listAircraft } from '../fleet-admin.ts';
import { listPilots } from '../pilot-admin.ts';
import { readScheduleCells } from '../schedule-rows.ts';
import { listSchedules } from '../schedules.ts';

const markup = '<img src=x onerror=alert(1)>';

async function admin() {
  const web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const form = 'application/x-www-form-urlencoded';
  return {
    web,
    crewCenter: web.world.embedded.crewCenter,
    get: async (path: string) => (await web.get(`/tracker/admin/${path}`, { cookie })).body,
    /** Sends a form, whose names may occur several times. */
    async post(path: string, fields: readonly (readonly [string, string])[]) {
      const sent = new URLSearchParams({ csrf });
      for (const [name, value] of fields) sent.append(name, value);
      const payload = sent.toString();
      const headers = { cookie, 'content-type': form, 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'http' };
      return web.app.inject({ method: 'POST', url: `/tracker/admin/${path}`, payload, headers });
    },
    actions: async () => (await web.world.journal.listAudit(100)).map(({ action, subject }) => `${action} ${subject}`),
  };
}

async function withPireps() {
  const given = await admin();
  await given.web.world.startFlight();
  given.crewCenter.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 22)
     INSERT INTO pireps (id, user_id, airline_id, flight_number, dpt_airport_id, arr_airport_id, flight_time, state, created_at)
     SELECT 'p' || i, user_id, airline_id, i, 'LSZH', 'MMUN', 60, CASE WHEN i > 20 THEN 6 ELSE 1 END, '2020-01-01 00:00:00'
     FROM n, (SELECT * FROM pireps LIMIT 1)`,
  );
  const stateOf = (id: string) => Number(given.crewCenter.get('SELECT state FROM pireps WHERE id = ?', id)?.state);
  return { ...given, stateOf };
}

/** The fields that the form of many sends: what it offers, as a browser without scripts. */
function offered(page: string): readonly (readonly [string, string])[] {
  return [...page.matchAll(/name="shown" value="([^"]+)"/g)].map(([, id = '']) => ['shown', id] as const);
}

test('20 PIREPs are accepted with two clicks of their page, and one that was decided meanwhile is left as it is', async () => {
  const { web, crewCenter, get, post, stateOf, actions } = await withPireps();
  await using _ = web;
  const shown = offered(await get('pireps'));
  assert.equal(shown.length, 20);
  crewCenter.run(`UPDATE pireps SET state = 6 WHERE id = 'p3'`);
  const before = listPilots(crewCenter).reduce((sum, { flights }) => sum + flights, 0);
  const reply = await post('pireps', [...shown, ['all', 'yes'], ['decision', 'accept']]);
  assert.match(reply.body, /PIREPs accepted: 19\./);
  assert.match(reply.body, /Not done for 1 of 20: PIREP p3 is already rejected\./);
  assert.deepEqual([stateOf('p1'), stateOf('p3'), stateOf('p21')], [2, 6, 6]);
  assert.equal(listPilots(crewCenter).reduce((sum, { flights }) => sum + flights, 0) - before, 19);
  assert.equal((await actions()).filter((each) => each.startsWith('pirep-accept p')).length, 19);
});

test('selected PIREPs are rejected with a reason, and nothing without one or without a selection', async () => {
  const { web, crewCenter, post, stateOf } = await withPireps();
  await using _ = web;
  const two = [
    ['id', 'p1'],
    ['id', 'p2'],
    ['id', 'p2'],
  ] as const;
  assert.match((await post('pireps', [...two, ['decision', 'reject']])).body, /Comment: enter a reason/);
  assert.match((await post('pireps', [['decision', 'accept']])).body, /Nothing is selected/);
  for (const decision of [[], [['decision', 'perhaps'] as const]])
    assert.equal((await post('pireps', [...two, ...decision, ['comment', 'typed, then Enter']])).statusCode, 422);
  assert.match(
    (
      await post('pireps', [
        ['id', markup],
        ['decision', 'accept'],
      ])
    ).body,
    /There is no PIREP &lt;img/,
  );
  assert.equal(stateOf('p1'), 1);
  const reply = await post('pireps', [...two, ['decision', 'reject'], ['comment', markup]]);
  assert.match(reply.body, /PIREPs rejected: 2\./);
  assert.deepEqual([stateOf('p1'), stateOf('p2'), stateOf('p4')], [6, 6, 1]);
  const comments = crewCenter.all('SELECT comment FROM pirep_comments');
  assert.deepEqual(
    comments.map(({ comment }) => comment),
    [markup, markup],
  );
});

test('a PIREP that a colleague has decided since the page was opened is decided anew only by who has seen that', async () => {
  const { web, crewCenter, get, post, stateOf, actions } = await withPireps();
  await using _ = web;
  const seenIn = (page: string) => /name="seen" value="(\w+)"/.exec(page)?.[1] ?? '';
  const decide = (decision: string, seen: string, comment: string) =>
    post(`pireps/p1/${decision}`, [
      ['seen', seen],
      ['comment', comment],
    ]);
  const opened = seenIn(await get('pireps/p1'));
  assert.equal((await decide('accept', opened, '')).statusCode, 303);
  for (const [decision, comment] of [
    ['reject', 'Too hard a landing'],
    ['accept', 'Well done'],
  ] as const) {
    const refused = await decide(decision, opened, comment);
    assert.equal(refused.statusCode, 422, decision);
    assert.match(refused.body, /PIREP p1 is already accepted\./);
    assert.match(refused.body, new RegExp(`>${comment}</textarea>`), 'what was typed is kept');
    assert.equal(seenIn(refused.body), 'accepted');
  }
  assert.deepEqual([stateOf('p1'), crewCenter.all('SELECT id FROM pirep_comments').length], [2, 0]);
  assert.deepEqual(
    (await actions()).filter((each) => each.startsWith('pirep-')),
    ['pirep-accept p1'],
  );
  assert.equal((await decide('reject', 'accepted', 'Too hard a landing')).statusCode, 303);
  assert.equal(stateOf('p1'), 6);
});

test('of PIREPs that are selected one by one, those that a colleague has decided since are left as they are', async () => {
  const { web, get, post, stateOf } = await withPireps();
  await using _ = web;
  const seen = [...(await get('pireps')).matchAll(/name="(seen-\w+)" value="(\w+)"/g)].map(
    ([, name = '', state = '']) => [name, state] as const,
  );
  assert.ok(seen.some(([name, state]) => name === 'seen-p1' && state === 'pending'));
  await post('pireps/p1/accept', []);
  const selected = [...seen, ['id', 'p1'], ['id', 'p2']] as const;
  const reply = await post('pireps', [...selected, ['decision', 'reject'], ['comment', 'Not so']]);
  assert.match(reply.body, /Not done for 1 of 2: PIREP p1 is already accepted\./);
  assert.deepEqual([stateOf('p1'), stateOf('p2')], [2, 6]);
});

test('pilots are activated and moved at once, and edited and removed one by one', async () => {
  const { web, crewCenter, get, post, actions } = await admin();
  await using _ = web;
  const pilots = listPilots(crewCenter);
  const [first] = pilots;
  assert.ok(first !== undefined);
  const { id, ident } = first.pilot;
  const all = offered(await get('pilots'));
  assert.equal(all.length, pilots.length);
  const moved = await post('pilots/many', [...all, ['all', 'yes'], ['standing', 'on-leave'], ['at', 'mmun']]);
  assert.match(moved.body, new RegExp(`Pilots changed: ${pilots.length}\\.`));
  for (const { pilot } of listPilots(crewCenter))
    assert.deepEqual([pilot.standing, pilot.currentAirport], ['on-leave', 'MMUN']);
  assert.match(
    (
      await post('pilots/many', [
        ['id', id],
        ['at', 'ZZZZZ'],
      ])
    ).body,
    /Location: there is no airport ZZZZZ/,
  );
  assert.match((await post('pilots/many', [['id', id]])).body, /Choose a standing, or enter an airport/);

  assert.match(await get(`pilots/${id}`), new RegExp(`<h1>${ident} [\\s\\S]*value="${first.email}"`));
  const wrong = await post(`pilots/${id}`, [
    ['email', markup],
    ['vatsim', 'x'],
  ]);
  assert.equal(wrong.statusCode, 422);
  assert.match(wrong.body, /is not an e-mail address[\s\S]*VATSIM: enter the member/);
  assert.equal(wrong.body.includes(markup), false);
  assert.equal(
    (
      await post(`pilots/${id}`, [
        ['email', 'new@va.example'],
        ['name', first.pilot.name],
      ])
    ).statusCode,
    303,
  );
  assert.equal(listPilots(crewCenter).find(({ pilot }) => pilot.id === id)?.email, 'new@va.example');
  const [edited] = await web.world.journal.listAudit(1);
  assert.deepEqual([edited?.action, edited?.subject, edited?.detail], ['pilot-edit', ident, 'email']);
  assert.equal((await post(`pilots/${id}/remove`, [])).statusCode, 303);
  assert.ok((await actions()).includes(`pilot-remove ${ident}`));
  const gone = await web.get(`/tracker/admin/pilots/${id}`, { cookie: (await web.signIn()).cookie });
  assert.equal(gone.statusCode, 404);
});

/** What the form of a page sends when nothing is typed: each field, and what it showed. */
function unchanged(page: string): Readonly<Record<string, string>> {
  const shown = [...page.matchAll(/name="shown-(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(
    shown.flatMap(([, name = '', text = '']) => [
      [`shown-${name}`, text],
      [name, text],
    ]),
  );
}

test('a form that was opened before a colleague’s change leaves that as it is', async () => {
  const { web, crewCenter, get, post } = await admin();
  await using _ = web;
  const opened = unchanged(await get('pilots/1'));
  assert.equal(Object.keys(opened).length, 18);
  const send = (typed: Readonly<Record<string, string>>) =>
    post('pilots/1', Object.entries(Object.assign({}, opened, typed)));
  const read = () => {
    const found = listPilots(crewCenter).find(({ pilot }) => pilot.id === '1');
    return [found?.pilot.name, found?.pilot.currentAirport];
  };
  assert.equal((await send({ currentAirport: 'MMUN' })).statusCode, 303);
  assert.equal((await send({ name: 'Ada Colleague' })).statusCode, 303);
  assert.deepEqual(read(), ['Ada Colleague', 'MMUN']);
  const [edited] = await web.world.journal.listAudit(1);
  assert.equal(edited?.detail, 'name');

  const both = await send({ name: 'Ada Other', homeAirport: 'EDDF' });
  assert.equal(both.statusCode, 422);
  assert.match(both.body, /Name: somebody has changed this since you opened the page, to Ada Colleague\. Save again/);
  assert.deepEqual(read(), ['Ada Colleague', 'MMUN']);
  // The form that was sent back shows the location that another set, and what was typed.
  assert.match(both.body, /id="edit-name"[^>]*value="Ada Other"[\s\S]*id="edit-currentAirport"[^>]*value="MMUN"/);
  const again = Object.assign({}, unchanged(both.body), { name: 'Ada Other' });
  assert.equal((await post('pilots/1', Object.entries(again))).statusCode, 303);
  assert.deepEqual(read(), ['Ada Other', 'MMUN']);
});

test('lines and the order of choices that a browser sends are no change', async () => {
  const { web, crewCenter, get, post } = await admin();
  await using _ = web;
  crewCenter.run(
    `INSERT INTO news (id, subject, body, created_at) VALUES (77, 'Lines', 'one\ntwo', '2026-01-01 00:00:00')`,
  );
  const { title = '', pinned = '' } = unchanged(await get('news/77'));
  const sent = [
    ['title', title],
    ['body', 'one\r\ntwo'],
    ['shown-body', 'one\r\ntwo'],
    ['pinned', pinned],
  ] as const;
  assert.equal((await post('news/77', sent)).statusCode, 303);
  assert.equal(crewCenter.get('SELECT body FROM news WHERE id = 77')?.body, 'one\ntwo');
  const [edited] = await web.world.journal.listAudit(1);
  assert.deepEqual([edited?.action, edited?.detail], ['news-edit', null]);
});

test('what is done for a pilot has the ident in the audit log', async () => {
  const { web, post, actions } = await admin();
  await using _ = web;
  for (const [act, fields] of [
    ['standing', [['standing', 'active']]],
    ['public-name', [['named', 'yes']]],
    ['password', [['password', 'a long password']]],
    ['reset-link', []],
    ['key', []],
  ] as const) {
    assert.ok((await post(`pilots/1/${act}`, fields)).statusCode < 400, act);
    assert.equal((await actions())[0], `pilot-${act} DMO0001`);
  }
});

test('a pilot who was removed is not made one again by a standing', async () => {
  const { web, crewCenter, post } = await admin();
  await using _ = web;
  crewCenter.run('UPDATE users SET state = 5 WHERE id = 1');
  assert.equal((await post('pilots/1/standing', [['standing', 'active']])).statusCode, 422);
  assert.match(
    (
      await post('pilots/many', [
        ['id', '1'],
        ['standing', 'active'],
      ])
    ).body,
    /was removed/,
  );
  assert.equal(crewCenter.get('SELECT state FROM users WHERE id = 1')?.state, 5);
});

test('an aircraft is retired, and removed unless a bid reserves it', async () => {
  const { web, crewCenter, get, post, actions } = await admin();
  await using _ = web;
  const reserved = String(crewCenter.get('SELECT aircraft_id FROM bids WHERE aircraft_id IS NOT NULL')?.aircraft_id);
  const free = listAircraft(crewCenter).find(({ id }) => id !== reserved);
  assert.ok(free !== undefined);
  const { id, registration } = free;
  assert.match(await get(`fleet/${id}`), new RegExp(`value="${registration}"`));
  assert.equal(
    (
      await post(`fleet/${id}`, [
        ['status', 'retired'],
        ['name', 'Old lady'],
      ])
    ).statusCode,
    303,
  );
  const changed = listAircraft(crewCenter).find((each) => each.id === id);
  assert.deepEqual([changed?.status, changed?.name, changed?.registration], ['R', 'Old lady', registration]);
  assert.match((await post(`fleet/${reserved}/remove`, [])).body, /is reserved by bids/);
  assert.equal((await post(`fleet/${id}/remove`, [])).statusCode, 303);
  assert.equal(
    listAircraft(crewCenter).some((each) => each.id === id),
    false,
  );
  assert.ok((await actions()).includes(`aircraft-remove ${registration}`));
});

test('a schedule is added, edited and removed by itself', async () => {
  const { web, crewCenter, get, post, actions } = await admin();
  await using _ = web;
  const flight = [
    ['airline', 'DMO'],
    ['flight_number', '777'],
    ['dpt_airport', 'lszh'],
    ['arr_airport', 'mmun'],
  ] as const;
  assert.equal((await post('schedules/add', flight)).statusCode, 303);
  const twice = await post('schedules/add', flight);
  assert.match(twice.body, /is the same flight[\s\S]*value="777"/);
  const wrong = await post('schedules/add', [...flight, ['days', markup], ['arr_airport', 'nowhere']]);
  assert.equal(wrong.statusCode, 422);
  assert.equal(wrong.body.includes(markup), false);
  const id = listSchedules(crewCenter).find(({ plan }) => plan.flightNumber === '777')?.id ?? '';
  assert.match(await get(`schedules/${id}`), /<h1>DMO777 LSZH – MMUN/);
  assert.equal(
    (
      await post(`schedules/${id}`, [
        ['dpt_time', '08:30'],
        ['active', '0'],
      ])
    ).statusCode,
    303,
  );
  const cells = readScheduleCells(crewCenter, id);
  assert.deepEqual([cells.dpt_time, cells.active, cells.flight_number], ['08:30', '0', '777']);
  assert.equal((await post(`schedules/${id}/remove`, [])).statusCode, 303);
  assert.equal(
    listSchedules(crewCenter).some((each) => each.id === id),
    false,
  );
  const done = await actions();
  for (const action of ['schedule-add DMO777', `schedule-edit ${id}`, `schedule-remove ${id}`])
    assert.ok(done.includes(action), action);
});

test('names of pilots and aircraft that have no room are refused beside their fields, where one is added and where one is edited', async () => {
  const { web, get, post } = await admin();
  await using _ = web;
  const long = 'x'.repeat(192);
  const pilot = [
    ['email', 'long@va.example'],
    ['password', 'a long password'],
  ] as const;
  assert.match((await post('pilots', [['name', long], ...pilot])).body, /Name: enter at most 191 characters\./);
  assert.match((await post('pilots/1', [['name', long]])).body, /Name: enter at most 191 characters\./);
  const aircraft = [
    ['registration', 'HB-LNG'],
    ['type', 'A320'],
  ] as const;
  const refused = await post('fleet/aircraft', [...aircraft, ['model', 'x'.repeat(51)]]);
  assert.match(refused.body, /Name: enter at most 50 characters\./);
  assert.equal((await get('pilots')).includes(long), false);
  assert.equal((await post('pilots', [['name', long.slice(1)], ...pilot])).statusCode, 200);
  assert.ok((await get('pilots')).includes(long.slice(1)));
});
