import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack, noFigures } from '../../../../test/flown.ts';
import { WebWorld } from '../../../../test/web-world.ts';
import type { Flight } from '../../../tracking/model.ts';
import { correctPirep, listCorrections } from '../correcting.ts';
import { readPilotListing } from '../pilot-admin.ts';
import { acceptPirep } from '../pirep-admin.ts';

const anyPirep = { departure: null, arrival: null, state: null, aircraftId: null, from: null, to: null };
const markup = '<img src=x onerror=alert(1)>';

/** What a page of a PIREP showed of each figure, as its form sends it. */
function shownIn(page: string): Readonly<Record<string, string>> {
  const hidden = page.matchAll(/name="(shown-\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...hidden].map(([, name = '', text = '']) => [name, text]));
}

/** A flown and accepted flight, and the form of its PIREP. */
async function filed() {
  const web = await WebWorld.open();
  const { world } = web;
  const { cookie, csrf } = await web.signIn();
  const { session, flight } = await world.startFlight();
  const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 21, lon: -86.9 }, startAt: world.clock.now(), count: 200 };
  await world.clock.advance(2_000_000);
  await world.calls.report(session, { name: null, positions: flownTrack(leg), opening: null });
  await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  await world.until(async () => (await world.stateOf(flight.id)) === 'filed');
  const read = async () => (await world.tracking.operator.readFlight(flight.id))?.flight as Flight;
  const pirepId = (await read()).receipt?.pirepId ?? '';
  const { crewCenter } = world.embedded;
  await acceptPirep(crewCenter, pirepId);
  return {
    web,
    owner: { cookie, csrf },
    session,
    crewCenter,
    read,
    pirepId,
    hours: () => readPilotListing(crewCenter, session.pilot.id).flightTimeMin,
    page: async (id = pirepId) => (await web.get(`/tracker/admin/pireps/${id}`, { cookie })).body,
    correct: (fields: Readonly<Record<string, string>>, id = pirepId) =>
      web.post(`/tracker/admin/pireps/${id}/figures`, { csrf, ...fields }, { cookie }),
  };
}

test('a corrected figure is in the PIREP, the receipt and the pilot’s hours, and what was measured stays beside it', async () => {
  const { web, crewCenter, read, pirepId, hours, page, correct } = await filed();
  await using _ = web;
  const { receipt } = await read();
  const measured = receipt?.pirep.flightTimeMin ?? 0;
  const before = hours();
  const reply = await correct({ flightTimeMin: '95', landingRateFpm: '−180', reason: `Clock ${markup}` });
  assert.equal(reply.statusCode, 303);
  assert.equal(hours() - before, 95 - measured);
  assert.equal(crewCenter.get('SELECT flight_time FROM pireps WHERE id = ?', pirepId)?.flight_time, 95);
  const after = (await read()).receipt;
  assert.deepEqual([after?.pirep.flightTimeMin, after?.pirep.landingRateFpm], [95, -180]);
  assert.deepEqual(
    [after?.pirep.basis.flightTimeMin, after?.pirep.distanceNm],
    ['reported', receipt?.pirep.distanceNm],
  );
  assert.deepEqual(after?.corrections?.[0]?.before, {
    flightTimeMin: measured,
    landingRateFpm: receipt?.pirep.landingRateFpm,
  });
  const shown = await page();
  assert.match(shown, new RegExp(`1 h 35 min.*measured: ${measured}<`));
  assert.match(shown, /Flight time \d+ → 95 min/);
  assert.ok(shown.includes('Clock &lt;img') && !shown.includes(markup));
  const [entry] = await web.world.journal.listAudit(1);
  assert.deepEqual([entry?.actor, entry?.action, entry?.subject], ['operator@web', 'pirep-correct', pirepId]);
  assert.match(entry?.detail ?? '', /^Flight time \d+ → 95 min, Landing rate .* → -180 ft\/min; Clock /);
  const changes = await web.world.journal.changes.read(0, 100);
  const last = changes.at(-1);
  assert.deepEqual([last?.kind, last?.flight.receipt?.pirep.flightTimeMin], ['corrected', 95]);
});

test('the page of the flight shows the corrected figure, also when somebody looked at it before', async () => {
  const { web, owner, read, correct } = await filed();
  await using _ = web;
  const { id } = await read();
  const pages = () =>
    Promise.all(['', owner.cookie].map(async (cookie) => (await web.get(`/tracker/flights/${id}`, { cookie })).body));
  for (const body of await pages()) assert.doesNotMatch(body, /4,321/);
  await correct({ distanceNm: '4321', reason: 'Too short' });
  for (const body of await pages()) {
    assert.match(body, /4,321/);
    assert.doesNotMatch(body, /Too short/);
  }
});

test('a second correction can undo the first, and both are listed with their author', async () => {
  const { web, crewCenter, read, pirepId, hours, page, correct } = await filed();
  await using _ = web;
  const measured = (await read()).receipt?.pirep.flightTimeMin ?? 0;
  const before = hours();
  await correct({ flightTimeMin: '95', reason: 'One' });
  await correct({ flightTimeMin: String(measured), reason: 'Two' });
  assert.equal(hours(), before);
  assert.deepEqual(
    listCorrections(crewCenter, pirepId).map(({ by, reason, figures }) => [by, reason, figures.flightTimeMin]),
    [
      ['operator@web', 'One', 95],
      ['operator@web', 'Two', measured],
    ],
  );
  assert.doesNotMatch(await page(), /measured:/);
});

test('a correction that is sent twice is one, and one event', async () => {
  const { web, crewCenter, read, pirepId } = await filed();
  await using _ = web;
  const { id } = await read();
  const wish = { reason: 'Twice', figures: { distanceNm: 4321 } };
  await Promise.all([1, 2].map(() => web.world.tracking.operator.correctPirep('ada', id, wish)));
  assert.equal((await read()).receipt?.corrections?.length, 1);
  assert.equal(listCorrections(crewCenter, pirepId).length, 1);
  const changes = await web.world.journal.changes.read(0, 100);
  assert.equal(changes.filter(({ kind }) => kind === 'corrected').length, 1);
});

test('a form that was opened before a colleague’s correction leaves that as it is', async () => {
  const { web, read, page, correct } = await filed();
  await using _ = web;
  const opened = shownIn(await page());
  const asShown = Object.fromEntries(Object.entries(opened).map(([name, text]) => [name.replace('shown-', ''), text]));
  assert.equal(Object.keys(opened).length, 7);
  await web.world.tracking.operator.correctPirep('ada', (await read()).id, {
    reason: 'A detour',
    figures: { distanceNm: 4321 },
  });
  await correct({ ...opened, ...asShown, landingRateFpm: '-150', reason: 'The gauge' });
  const { pirep } = (await read()).receipt ?? {};
  assert.deepEqual([pirep?.distanceNm, pirep?.landingRateFpm], [4321, -150]);
});

test('a figure that a colleague has corrected since the form was opened is replaced only when the form is sent again', async () => {
  const { web, read, page, correct } = await filed();
  await using _ = web;
  const [opened, again] = [shownIn(await page()), { distanceNm: '3000', landingRateFpm: '-150', reason: 'The log' }];
  await correct({ ...opened, distanceNm: '4000', reason: 'A detour' });
  const refused = await correct({ ...opened, ...again });
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /Distance: somebody has changed this since you opened the page, to 4000\. Save again/);
  const figures = async () => {
    const { pirep } = (await read()).receipt ?? {};
    return [pirep?.distanceNm, pirep?.landingRateFpm === -150];
  };
  assert.deepEqual(await figures(), [4000, false], 'nothing was changed');
  for (const [name, text] of Object.entries(again))
    assert.match(refused.body, new RegExp(`name="${name}" type="text" value="${text}"`), 'what was typed is kept');
  assert.equal((await correct({ ...shownIn(refused.body), ...again })).statusCode, 303);
  assert.deepEqual(await figures(), [3000, true]);
});

test('a correction that only the crew center has, because the server ended in between, is made when the form is sent again', async () => {
  const { web, crewCenter, read, pirepId, correct } = await filed();
  await using _ = web;
  const shown = String((await read()).receipt?.pirep.distanceNm);
  const wish = { reason: 'A detour', figures: { distanceNm: 4321 } };
  await correctPirep(crewCenter, pirepId, { ...wish, at: web.world.clock.now(), by: 'operator@web' });
  assert.notEqual((await read()).receipt?.pirep.distanceNm, 4321);
  const { statusCode } = await correct({ 'shown-distanceNm': shown, distanceNm: '4321', reason: 'A detour' });
  assert.equal(statusCode, 303);
  assert.equal((await read()).receipt?.pirep.distanceNm, 4321);
});

test('what cannot be, or has no reason, is named and changes nothing', async () => {
  const { web, read, hours, correct } = await filed();
  await using _ = web;
  const before = [hours(), (await read()).receipt];
  for (const [fields, problem] of [
    [{ flightTimeMin: '95' }, /Reason: enter 1 to 1000 characters/],
    [{ flightTimeMin: '9.5', reason: 'x' }, /Flight time: enter a whole number from 0 to 6000/],
    [{ flightTimeMin: '1e3', reason: 'x' }, /Flight time: enter/],
    [{ flightTimeMin: markup, reason: 'x' }, /Flight time: enter/],
    [{ landingRateFpm: '180', reason: 'x' }, /Landing rate: enter a number from -10000 to 0/],
    [{ blockOffAt: '2026-02-31 10:00', reason: 'x' }, /Off block: enter a day and a time in UTC/],
    [{ blockOffAt: '2099-01-01 10:00', reason: 'x' }, /On block: enter a time after Off block/],
    [{ reason: 'x' }, /No figure differs/],
    [{ distanceNm: '120', reason: 'x'.repeat(1_001) }, /Reason: enter 1 to 1000/],
  ] as const) {
    const reply = await correct(fields);
    assert.deepEqual([reply.statusCode, problem.test(reply.body)], [422, true], JSON.stringify(fields).slice(0, 80));
    assert.equal(reply.body.includes(markup), false);
  }
  assert.deepEqual([hours(), (await read()).receipt], before);
});

test('a PIREP of which Tracker has no flight is corrected too; one in progress is not', async () => {
  const { web, crewCenter, pirepId, hours, correct } = await filed();
  await using _ = web;
  crewCenter.run(
    `INSERT INTO pireps (id, user_id, airline_id, flight_number, dpt_airport_id, arr_airport_id, flight_time, state, created_at)
     SELECT 'old', user_id, airline_id, '9', 'LSZH', 'MMUN', 60, 2, created_at FROM pireps WHERE id = ?`,
    pirepId,
  );
  crewCenter.run(
    `INSERT INTO pireps (id, user_id, airline_id, flight_number, dpt_airport_id, arr_airport_id, state, created_at)
     SELECT 'open', user_id, airline_id, '9', 'LSZH', 'MMUN', 0, created_at FROM pireps WHERE id = ?`,
    pirepId,
  );
  crewCenter.run('UPDATE users SET flight_time = 1000');
  const before = hours();
  assert.equal((await correct({ flightTimeMin: '', distanceNm: '120.5', reason: 'Unknown' }, 'old')).statusCode, 303);
  assert.equal(hours(), before - 60);
  const [entry] = await web.world.journal.listAudit(1);
  assert.deepEqual(
    [entry?.subject, entry?.detail],
    ['old', 'Flight time 60 → unknown min, Distance unknown → 120.5 nm; Unknown'],
  );
  assert.match((await correct({ flightTimeMin: '5', reason: 'x' }, 'open')).body, /PIREP open is not filed/);
  assert.match((await correct({ flightTimeMin: '5', reason: 'x' }, 'none')).body, /There is no PIREP none/);
});

test('the pilot’s own page, the lists of their clients and the file of the staff have the corrected figure', async () => {
  const { web, owner, session, pirepId, correct } = await filed();
  await using _ = web;
  await correct({ flightTimeMin: '95', distanceNm: '4321', landingRateFpm: '-181', reason: 'Only staff read this' });
  const ada = await web.signInPilot();
  const bodies = await Promise.all(
    ['', '/statistics'].map(async (path) => (await web.get(`/tracker/my${path}`, { cookie: ada.cookie })).body),
  );
  for (const body of bodies) {
    assert.match(body, /181/);
    assert.doesNotMatch(body, /Only staff read this/);
  }
  const copy = await web.post('/tracker/my/privacy/download', { csrf: ada.csrf }, { cookie: ada.cookie });
  assert.match(copy.body, /"reason":"Only staff read this","before":/);
  assert.doesNotMatch(copy.body, /operator@web/, 'not who of the staff it was');
  const { items } = await web.world.calls.desk.listPireps(session, anyPirep, { page: 1, perPage: 10 });
  assert.deepEqual(
    items.map(({ flightTimeMin, distanceNm, landingRateFpm }) => [flightTimeMin, distanceNm, landingRateFpm]),
    [[95, 4321, -181]],
  );
  const file = (await web.get('/tracker/admin/pireps.csv', { cookie: owner.cookie })).body;
  assert.match(file, new RegExp(`^${pirepId},.*,95,4321,[^,]*,'-181,`, 'm'));
});

test('reviewers correct; operators, editors and strangers do not', async () => {
  const { web, owner, pirepId, hours } = await filed();
  await using _ = web;
  const before = hours();
  const send = ({ cookie, csrf }: { cookie: string; csrf: string }) =>
    web.post(`/tracker/admin/pireps/${pirepId}/figures`, { csrf, flightTimeMin: '5', reason: 'x' }, { cookie });
  for (const role of ['operator', 'editor'])
    assert.equal((await send(await web.join(`${role}-two`, role, owner))).statusCode, 403, role);
  assert.equal((await send({ cookie: '', csrf: '' })).statusCode, 401);
  assert.equal((await send({ ...owner, csrf: 'x' })).statusCode, 403);
  assert.equal(hours(), before);
  assert.equal((await send(await web.join('rae', 'reviewer', owner))).statusCode, 303);
  assert.notEqual(hours(), before);
  const [entry] = await web.world.journal.listAudit(1);
  assert.deepEqual([entry?.actor, entry?.action], ['rae@web', 'pirep-correct']);
});
