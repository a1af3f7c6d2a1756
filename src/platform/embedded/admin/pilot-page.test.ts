import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../../test/web-world.ts';
import { readPilotListing, requirePilotId } from '../pilot-admin.ts';
import { addNote, listNotes, removeNote } from '../pilot-notes.ts';

const markup = '<img src=x onerror=alert(1)> مرحبا 🛫';

/** The page of Ada, who has the first bids, and what sends its forms. */
async function pilotPage() {
  const web = await WebWorld.open();
  const owner = await web.signIn();
  const { world } = web;
  const { crewCenter } = world.embedded;
  const id = requirePilotId(crewCenter, 'DMO0001');
  const page = async (of = id) => (await web.get(`/tracker/admin/pilots/${of}`, { cookie: owner.cookie })).body;
  return {
    web,
    world,
    owner,
    crewCenter,
    id,
    page,
    post: (path: string, fields: Readonly<Record<string, string>> = {}, { cookie, csrf } = owner) =>
      web.post(`/tracker/admin/pilots/${id}/${path}`, { csrf, ...fields }, { cookie }),
    audit: async () => (await world.journal.listAudit(1))[0],
  };
}

test('a note of the staff has its author and time, is in the copy of the pilot’s data, and goes with the pilot', async () => {
  const { web, world, owner, crewCenter, id, page, post, audit } = await pilotPage();
  await using _ = web;
  assert.equal((await post('notes', { note: ` ${markup} ` })).statusCode, 303);
  const shown = await page();
  assert.ok(shown.includes('&lt;img src=x onerror=alert(1)&gt; مرحبا 🛫') && !shown.includes(markup));
  assert.match(shown, /Notes of the staff[\s\S]*\d{4}-\d\d-\d\d \d\d:\d\dZ operator@web</);
  const entry = await audit();
  assert.deepEqual([entry?.action, entry?.subject, entry?.detail], ['pilot-note', 'DMO0001', null]);
  for (const note of ['', ' ', 'x'.repeat(4_001)]) {
    const reply = await post('notes', { note });
    assert.equal(reply.statusCode, 422);
    assert.match(reply.body, /<h1>DMO0001[\s\S]*Note: enter 1 to 4000 characters/);
    assert.ok(reply.body.includes(`required>${note}</textarea>`), 'what was typed is still there');
  }
  const lines = 'A line\n'.repeat(570);
  assert.equal(
    (await post('notes', { note: lines.replaceAll('\n', '\r\n') })).statusCode,
    303,
    'as long as its field allows',
  );
  assert.equal(listNotes(crewCenter, id)[0]?.text, lines.trim());
  await removeNote(crewCenter, id, listNotes(crewCenter, id)[0]?.id ?? '');
  assert.doesNotMatch(await page(requirePilotId(crewCenter, 'DMO0002')), /onerror/);

  await world.signIn();
  const ada = await web.signInPilot();
  const copy = await web.post('/tracker/my/privacy/download', { csrf: ada.csrf }, { cookie: ada.cookie });
  const { staffNotes } = JSON.parse(copy.body) as { staffNotes: { text: string; author?: string }[] };
  assert.deepEqual(
    staffNotes.map(({ text, author }) => [text, author]),
    [[markup, undefined]],
  );
  assert.doesNotMatch((await web.get('/tracker/my', { cookie: ada.cookie })).body, /onerror/);

  // Of one who never flew nor signed in there is what the airline has.
  const ben = requirePilotId(crewCenter, 'DMO0002');
  await addNote(crewCenter, ben, { author: 'operator@web', text: 'Never flew' });
  const noted = await web.post(
    '/tracker/operator/privacy/export',
    { csrf: owner.csrf, ident: 'dmo0002' },
    { cookie: owner.cookie },
  );
  const kept = JSON.parse(noted.body) as Record<string, unknown>;
  assert.deepEqual(Object.keys(kept.pilot as object), ['id', 'ident', 'name']);
  assert.deepEqual(kept.flights, []);
  assert.match(JSON.stringify(kept.staffNotes), /Never flew/);

  const [, noteId = ''] = /notes\/(\d+)\/remove/.exec(await page()) ?? [];
  assert.equal((await post(`notes/${noteId}/remove`)).statusCode, 303);
  assert.match((await post(`notes/${noteId}/remove`)).body, /This note does not exist any more/);
  await post('notes', { note: 'Another' });
  await world.erasePilot('DMO0001');
  assert.deepEqual(crewCenter.all('SELECT * FROM tracker_pilot_notes WHERE user_id = ?', Number(id)), []);
});

test('a bid is removed, or given to another pilot with its aircraft, and the clients see it at once', async () => {
  const { web, world, crewCenter, id, page, post, audit } = await pilotPage();
  await using _ = web;
  const bids = () => crewCenter.all('SELECT id, user_id, flight_id, aircraft_id FROM bids ORDER BY id');
  const ben = requirePilotId(crewCenter, 'DMO0002');
  const taken = new Set(bids().flatMap((bid) => (String(bid.user_id) === ben ? [bid.flight_id] : [])));
  const own = bids().filter((bid) => String(bid.user_id) === id && !taken.has(bid.flight_id as string));
  const [first, second] = own;
  assert.ok(first !== undefined && second !== undefined, 'Ada has two bids that Ben has not');
  assert.match(await page(), new RegExp(`bids/${first.id}/move`));
  const elsewhere = await world.signIn('ben@demo-air.example');
  const before = (await world.calls.listBids(elsewhere)).length;
  const wrong = await post(`bids/${first.id}/move`, { to: 'nobody@va.example' });
  assert.deepEqual([wrong.statusCode, /Pilot: there is no pilot nobody@va\.example/.test(wrong.body)], [422, true]);
  assert.equal((await post(`bids/${first.id}/move`, { to: 'DMO0002' })).statusCode, 303);
  assert.equal((await world.calls.listBids(elsewhere)).length, before + 1);
  const moved = bids().find((bid) => bid.flight_id === first.flight_id && String(bid.user_id) === ben);
  assert.equal(moved?.aircraft_id, first.aircraft_id);
  const entry = await audit();
  assert.deepEqual([entry?.action, entry?.subject, entry?.detail], ['bid-move', String(first.id), 'DMO0001 → DMO0002']);
  const foreign = await post(`bids/${moved?.id}/remove`);
  assert.deepEqual([foreign.statusCode, /This bid does not exist any more/.test(foreign.body)], [422, true]);
  assert.equal((await post(`bids/${second.id}/remove`)).statusCode, 303);
  assert.equal(
    bids().some((bid) => bid.id === second.id),
    false,
  );
});

test('one session of a pilot is ended, or all of them, and those of others stay', async () => {
  const { web, world, id, page, post } = await pilotPage();
  await using _ = web;
  await world.signIn('ben@demo-air.example');
  await world.signIn();
  await world.clock.advance(60_000);
  await world.signIn();
  const sessions = async () => (await world.tracking.operator.listSessions()).map(({ pilot }) => pilot.id);
  const listed = [...(await page()).matchAll(/name="session" value="([^"]+)"/g)].map(([, each = '']) => each);
  assert.equal(listed.length, 2);
  assert.equal((await post('sessions', { session: listed[0] ?? '' })).statusCode, 303);
  const left = [...(await page()).matchAll(/name="session" value="([^"]+)"/g)].map(([, each]) => each);
  assert.deepEqual(left, listed.slice(1));
  const ends = async () => (await world.journal.listAudit(50)).filter(({ action }) => action === 'end-sessions').length;
  const before = await ends();
  const again = await post('sessions', { session: listed[0] ?? '' });
  assert.equal(new URL(String(again.headers.location), 'http://h').searchParams.get('done'), 'gone');
  assert.equal(await ends(), before, 'nothing was done');
  assert.equal((await post('sessions')).statusCode, 303);
  assert.equal(await ends(), before + 1);
  assert.deepEqual(
    await sessions(),
    (await sessions()).filter((each) => each !== id),
  );
  assert.equal((await sessions()).length, 1);
});

test('accepted flights are counted by month, as among the hours, and lead to the PIREPs of that month', async () => {
  const { web, crewCenter, id, page } = await pilotPage();
  await using _ = web;
  await web.world.startFlight();
  for (const [key, at, minutes, state] of [
    ['one', '2020-02-29 23:59:00', 61, 2],
    ['two', '2020-02-01 00:00:00', 60, 2],
    ['three', '2020-03-01 00:00:00', 30, 2],
    ['rejected', '2020-02-02 00:00:00', 600, 6],
    ['pending', '2020-02-03 00:00:00', 600, 1],
  ] as const)
    crewCenter.run(
      `INSERT INTO pireps (id, user_id, airline_id, flight_number, dpt_airport_id, arr_airport_id, flight_time, state, created_at, submitted_at)
       SELECT ?, user_id, airline_id, '9', 'LSZH', 'MMUN', ?, ?, created_at, ? FROM pireps LIMIT 1`,
      ...[key, minutes, state, at],
    );
  const [, query = ''] = /admin\/pireps\?([^"]+)">2020-02</.exec(await page()) ?? [];
  assert.match(await page(), /2020-02<[\s\S]{0,80}>2<[\s\S]{0,60}>2:01</);
  const cookie = (await web.signIn()).cookie;
  const list = (await web.get(`/tracker/admin/pireps?${query.replaceAll('&amp;', '&')}`, { cookie })).body;
  assert.deepEqual(
    ['one', 'two', 'three', 'rejected', 'pending'].filter((each) => list.includes(`pireps/${each}"`)),
    ['one', 'two'],
  );
  assert.equal(readPilotListing(crewCenter, id).pilot.ident, 'DMO0001');
});

test('the page of a pilot is for operators: reviewers and editors neither read nor write it', async () => {
  const { web, owner, id, post, crewCenter } = await pilotPage();
  await using _ = web;
  for (const role of ['reviewer', 'editor']) {
    const member = await web.join(`${role}-two`, role, owner);
    assert.equal((await web.get(`/tracker/admin/pilots/${id}`, { cookie: member.cookie })).statusCode, 403, role);
    for (const path of ['notes', 'sessions']) assert.equal((await post(path, { note: 'x' }, member)).statusCode, 403);
  }
  assert.equal(crewCenter.all('SELECT * FROM tracker_pilot_notes').length, 0);
  assert.equal((await post('notes', { note: 'x' }, await web.join('opal', 'operator', owner))).statusCode, 303);
});

test('the copy of a pilot’s data has the account, applications, bids, PIREPs and comments, without what lets in', async () => {
  await using web = await WebWorld.open();
  const { crewCenter } = web.world.embedded;
  const { id, password, api_key } = crewCenter.get("SELECT * FROM users WHERE email = 'ada@demo-air.example'") ?? {};
  const pirep = { id: 'copied', notes: 'A bumpy ride' };
  crewCenter.run(
    `INSERT INTO pireps (id, user_id, airline_id, flight_number, dpt_airport_id, arr_airport_id, notes, created_at)
     SELECT ?, id, airline_id, 7, 'LSZH', 'EDDF', ?, created_at FROM users WHERE id = ?`,
    ...[pirep.id, pirep.notes, Number(id)],
  );
  crewCenter.run("INSERT INTO pirep_comments (pirep_id, user_id, comment) VALUES ('copied', 0, 'Well flown')");
  crewCenter.run(
    `INSERT INTO tracker_applications (name, email, password, answers, lang, needs_staff, state, user_id, created_at)
     VALUES ('Ada', 'ada@demo-air.example', '', '[{"question":"Why?","answer":"The sky"}]', 'en', 1, 'accepted', ?, '2024-01-01'),
       ('Ada', 'ada@demo-air.example', 'a hash that waits', '[{"answer":"Once more"}]', 'en', 1, 'waiting', NULL, '2024-01-02'),
       ('Ben', 'ben@elsewhere.example', '', '[]', 'en', 1, 'waiting', NULL, '2024-01-03')`,
    Number(id),
  );
  const ada = await web.signInPilot();
  const { body } = await web.post('/tracker/my/privacy/download', { csrf: ada.csrf }, { cookie: ada.cookie });
  const copy = JSON.parse(body) as Record<string, unknown>;
  const { account, applications, bids, pireps, comments } = copy as Record<string, Record<string, unknown>[]>;
  assert.equal((account as unknown as Record<string, unknown>).email, 'ada@demo-air.example');
  assert.deepEqual(
    applications?.map(({ answers }) => answers),
    [[{ question: 'Why?', answer: 'The sky' }], [{ answer: 'Once more' }]],
    'also one that waits under the same address',
  );
  assert.ok((bids?.length ?? 0) > 0);
  assert.ok(pireps?.some((each) => each.id === pirep.id && each.notes === pirep.notes));
  assert.deepEqual(
    comments?.map(({ comment }) => comment),
    ['Well flown'],
  );
  for (const hidden of [password, api_key, 'a hash that waits'])
    assert.ok(!body.includes(String(hidden)), 'what lets in is no part of it');
});

test('a pilot who is added twice at once is added once, and the other form is shown again', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const add = (fields: Readonly<Record<string, string>> = {}) =>
    web.post(
      '/tracker/admin/pilots',
      Object.assign(
        { csrf, name: 'Zoe', email: 'zoe@va.example', password: 'long enough', airline: 'DMO', home: '' },
        fields,
      ),
      { cookie },
    );
  const replies = await Promise.all([add(), add(), add()]);
  assert.deepEqual(replies.map(({ statusCode }) => statusCode).toSorted(), [200, 422, 422]);
  assert.match(replies.find(({ statusCode }) => statusCode === 422)?.body ?? '', /belongs to another pilot/);
  for (const [fields, problem] of [
    [{ email: 'a@va.example', password: 'ä'.repeat(37) }, /at most 72 bytes/],
    [{ email: 'b@va.example', name: 'Zo\ne' }, /Name: enter it in one line/],
    [{ email: 'c@va.example', name: 'Zo\u0000e' }, /Name: enter it in one line/],
  ] as const) {
    const reply = await add(fields);
    assert.equal(reply.statusCode, 422);
    assert.match(reply.body, problem);
  }
});
