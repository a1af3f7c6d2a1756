import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack, noFigures } from '../../../../test/flown.ts';
import { WebWorld } from '../../../../test/web-world.ts';

/** Each form of the staff that adds something, what is sent, and the table in which it is added. */
const forms: readonly (readonly [path: string, fields: Readonly<Record<string, string>>, table: string])[] = [
  ['admin/news', { title: 'New schedules', body: 'From Monday on.' }, 'news'],
  ['admin/pireps/filed/comment', { comment: 'Well flown' }, 'pirep_comments'],
  ['admin/pilots/1/notes', { note: 'Called on Monday' }, 'tracker_pilot_notes'],
  [
    'admin/schedules/add',
    { airline: 'DMO', flight_number: '4711', dpt_airport: 'LSZH', arr_airport: 'EDDF', active: '1' },
    'flights',
  ],
  [
    'admin/fleet/aircraft',
    { registration: 'HB-NEW', type: 'A320', model: 'A320-200', airline: 'DMO', at: '' },
    'aircraft',
  ],
  ['admin/airports', { icao: 'XQZZ', name: 'Ours', lat: '47', lon: '8' }, 'airports'],
  ['admin/airlines', { icao: 'NEW', name: 'New Air' }, 'airlines'],
  ['admin/ranks', { name: 'Cadet', hours: '7', promotes: 'yes', accepts: 'no' }, 'ranks'],
  ['admin/subfleets', { airline: 'DMO', type: 'B738', name: 'Boeing 737-800' }, 'subfleets'],
  ['admin/bids', { pilot: 'DMO0002', schedule: 'DMO204', aircraft: '' }, 'bids'],
];

test('a form of the staff that is sent three times at once adds one thing, and its sender reads no error of ours', async () => {
  await using web = await WebWorld.open();
  const { crewCenter } = web.world.embedded;
  const { cookie, csrf } = await web.signIn();
  crewCenter.run(
    `INSERT INTO pireps (id, user_id, airline_id, flight_number, dpt_airport_id, arr_airport_id, state, created_at)
     SELECT 'filed', id, airline_id, 7, 'LSZH', 'EDDF', 1, created_at FROM users ORDER BY id LIMIT 1`,
  );
  crewCenter.run('DELETE FROM bids');
  const countOf = (table: string) => Number(crewCenter.get(`SELECT count(*) AS count FROM ${table}`)?.count);
  for (const [path, fields, table] of forms) {
    const before = countOf(table);
    const send = () => web.post(`/tracker/${path}`, Object.assign({ csrf }, fields), { cookie });
    const statuses = (await Promise.all([send(), send(), send()])).map(({ statusCode }) => statusCode);
    assert.ok(statuses.includes(303) || statuses.includes(200), `${path}: ${statuses.join()}`);
    assert.ok(
      statuses.every((status) => status < 500),
      `${path}: ${statuses.join()}`,
    );
    assert.equal(countOf(table), before + 1, path);
    // Booking again what is booked is an act that changes nothing, and is noted as before.
    const entries = await web.world.journal.listAudit(2);
    const [newest, next] = entries.map(({ action, subject }) => `${action} ${subject}`);
    if (table !== 'bids') assert.notEqual(newest, next, `${path}: noted once`);
  }
});

test('the same news, note or comment is added again later, and at once by somebody else', async () => {
  await using web = await WebWorld.open();
  const { clock, embedded } = web.world;
  const owner = await web.signIn();
  const opal = await web.join('opal', 'operator', owner);
  const countOf = (table: string) => Number(embedded.crewCenter.get(`SELECT count(*) AS count FROM ${table}`)?.count);
  const note = ({ cookie, csrf }: typeof owner) =>
    web.post('/tracker/admin/pilots/1/notes', { csrf, note: 'Called on Monday' }, { cookie });
  await note(owner);
  await note(opal);
  assert.equal(countOf('tracker_pilot_notes'), 2);
  const post = () =>
    web.post('/tracker/admin/news', { csrf: owner.csrf, title: 'Event', body: 'Tonight' }, { cookie: owner.cookie });
  const before = countOf('news');
  await post();
  await clock.advance(11_000);
  await post();
  assert.equal(countOf('news'), before + 2);
});

test('a pilot’s comment, and a question of a reviewer, that are sent thrice at once are one', async () => {
  await using web = await WebWorld.open();
  const { world } = web;
  const { session, flight } = await world.startFlight();
  const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 47.5, lon: 8.7 }, startAt: world.clock.now(), count: 20 };
  await world.clock.advance(200_000);
  await world.calls.report(session, { name: null, positions: flownTrack(leg), opening: null });
  await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  const ada = await web.signInPilot();
  const owner = await web.signIn();
  const ask = { csrf: owner.csrf, seen: String(world.pireps()[0]?.state === 1 ? 'pending' : 'accepted') };
  const sent = await Promise.all(
    [1, 2, 3].flatMap(() => [
      web.post(
        `/tracker/my/flights/${flight.id}/comment`,
        { csrf: ada.csrf, text: 'It was foggy' },
        { cookie: ada.cookie },
      ),
      web.post(`/tracker/operator/review/${flight.id}/ask`, { ...ask, comment: 'Was it?' }, { cookie: owner.cookie }),
    ]),
  );
  assert.deepEqual(
    sent.map(({ statusCode }) => statusCode),
    sent.map(() => 303),
  );
  const comments = world.embedded.crewCenter.all('SELECT comment FROM pirep_comments ORDER BY comment');
  assert.deepEqual(
    comments.map(({ comment }) => comment),
    ['It was foggy', 'Was it?'],
  );
  const asked = (await world.journal.listAudit(20)).filter(({ action }) => action === 'pirep-ask');
  assert.equal(asked.length, 1);
});
