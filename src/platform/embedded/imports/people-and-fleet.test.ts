// alone: it measures what its process computes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../../test/web-world.ts';
import { Secret } from '../../../lib/secret.ts';
import { addBid } from '../bid-admin.ts';
import { demoPassword } from '../demo.ts';
import { listPilots } from '../pilot-admin.ts';
import { addNote, listNotes } from '../pilot-notes.ts';
import { authenticate } from '../pilots.ts';
import { aircraftImports } from './aircraft.ts';
import { pilotImports } from './pilots.ts';
import { importFile } from './run.ts';
import { newestImport } from './store.ts';

const markup = '<img src=x onerror=alert(1)>';

/** The pages on which staff import files. */
async function importing(path: 'pilots' | 'fleet') {
  const web = await WebWorld.open();
  const owner = await web.signIn();
  const { crewCenter } = web.world.embedded;
  const kind = path === 'pilots' ? pilotImports : aircraftImports;
  const at = `/tracker/admin/${path}/import`;
  const page = async () => (await web.get(at, { cookie: owner.cookie })).body;
  const send = (what: string, fields: Readonly<Record<string, string>> = {}, { cookie, csrf } = owner) =>
    web.post(at + what, { csrf, import: newestImport(crewCenter, kind)?.id ?? '', ...fields }, { cookie });
  return { web, owner, crewCenter, page, send, counts: () => newestImport(crewCenter, kind)?.counts };
}

test('a file of pilots is looked at first, applied, and taken back, and nobody gets a password by it', async () => {
  const { web, crewCenter, page, send, counts } = await importing('pilots');
  await using _ = web;
  const csv = `ident,name,email,airline,rank,standing,home,at,flights
,Zoë Öst,zoe@va.example,dm,,,lszh,,0
,${markup},odd@va.example,DMO,,on-leave,EDDF,LSZH,0
DMO0001,Ada K. Keller,ADA@demo-air.example,,,,,,12
,Ben Ortiz,ben@demo-air.example,,,,,,
,No Airport,no@va.example,,,,XXXX,,
,No Address,nowhere,,Admiral,,,,
,Twin,ZOE@va.example,,,,,,
`;
  assert.equal((await send('', { csv })).statusCode, 303);
  assert.deepEqual(counts(), { new: 2, changed: 1, unchanged: 1, refused: 3 });
  const shown = await page();
  assert.match(shown, /home: there is no airport XXXX/);
  assert.match(shown, /email: nowhere is not an e-mail address[\s\S]*rank: there is no rank Admiral/);
  assert.match(shown, />8<[\s\S]*is the same pilot as line 2/);
  assert.match(shown, /name: Ada Keller → Ada K\. Keller/);
  assert.equal(shown.includes(markup), false);
  assert.equal(
    listPilots(crewCenter).some(({ email }) => email === 'zoe@va.example'),
    false,
  );

  const applied = await send('/apply');
  assert.equal(applied.statusCode, 303);
  const zoe = listPilots(crewCenter).find(({ email }) => email === 'zoe@va.example');
  assert.deepEqual(
    [zoe?.pilot.name, zoe?.pilot.airlineIcao, zoe?.pilot.standing, zoe?.pilot.homeAirport, zoe?.pilot.currentAirport],
    ['Zoë Öst', 'DMO', 'active', 'LSZH', 'LSZH'],
  );
  const odd = listPilots(crewCenter).find(({ email }) => email === 'odd@va.example');
  assert.deepEqual([odd?.pilot.standing, odd?.pilot.currentAirport], ['on-leave', 'LSZH']);
  assert.equal((await page()).includes(markup), false);
  for (const password of ['', ' ', '********'])
    assert.equal(await authenticate(crewCenter, 'zoe@va.example', new Secret(password)), null);
  const [entry] = await web.world.journal.listAudit(1);
  assert.deepEqual([entry?.action, entry?.subject, entry?.detail], ['pilot-import', 'pilots', '2 added, 1 changed']);
  assert.ok(
    await authenticate(crewCenter, 'ada@demo-air.example', new Secret(demoPassword)),
    'a password of before stays',
  );

  const free = 'SELECT id FROM flights WHERE active = 1 AND id NOT IN (SELECT flight_id FROM bids) ORDER BY id';
  const schedule = String(crewCenter.get(free)?.id);
  await addBid(crewCenter, { pilotId: odd?.pilot.id ?? '', schedule, aircraft: null });
  await addNote(crewCenter, zoe?.pilot.id ?? '', { author: 'operator@web', text: 'Met at the fair' });
  assert.equal((await send('/undo')).statusCode, 303);
  assert.deepEqual(listNotes(crewCenter, zoe?.pilot.id ?? ''), [], 'what staff noted goes with the pilot');
  const names = listPilots(crewCenter).map(({ pilot }) => pilot.name);
  assert.deepEqual(
    [names.includes('Zoë Öst'), names.includes(markup), names.includes('Ada Keller')],
    [false, true, true],
  );
  assert.match(await page(), /stays: a bid refers to it/);
});

test('a pilot who came by a file sets a first password by the link that staff make', async () => {
  const { web, owner, crewCenter } = await importing('pilots');
  await using _ = web;
  const done = await importFile(crewCenter, pilotImports, 'name,email\nZoe,zoe@va.example\n');
  assert.ok(done.kind === 'imported' && done.added === 1);
  const id = listPilots(crewCenter).find(({ email }) => email === 'zoe@va.example')?.pilot.id;
  const made = await web.post(`/tracker/admin/pilots/${id}/reset-link`, { csrf: owner.csrf }, { cookie: owner.cookie });
  const [, key = ''] = /password\/new\?key=([\w.-]+)/.exec(made.body) ?? [];
  const password = 'a first password';
  await web.post('/tracker/password/new', { key, password, again: password });
  assert.equal((await authenticate(crewCenter, 'zoe@va.example', new Secret(password)))?.id, id);
});

test('a file of 100 pilots takes no password’s time, and what is exported is imported without a change', async () => {
  const { web, owner, crewCenter } = await importing('pilots');
  await using _ = web;
  const lines = Array.from({ length: 100 }, (_, at) => `Pilot ${at},p${at}@va.example,DMO,LSZH`);
  const before = process.cpuUsage();
  const done = await importFile(crewCenter, pilotImports, `name,email,airline,home\n${lines.join('\n')}\n`);
  const { user, system } = process.cpuUsage(before);
  assert.ok(done.kind === 'imported' && done.added === 100);
  assert.ok((user + system) / 1e6 < 3, `${(user + system) / 1e6} s`);
  const file = (await web.get('/tracker/admin/pilots.csv', { cookie: owner.cookie })).body;
  const again = await importFile(crewCenter, pilotImports, file);
  assert.ok(again.kind === 'imported');
  assert.deepEqual([again.added, again.changed, again.unchanged], [0, 0, listPilots(crewCenter).length]);
});

test('what an import knows of a pilot goes with the pilot', async () => {
  const { web, crewCenter } = await importing('pilots');
  await using _ = web;
  const csv = 'name,email\nZoe,zoe@va.example\nBen O.,ben@demo-air.example\n';
  await importFile(crewCenter, pilotImports, csv);
  const lines = () => crewCenter.all("SELECT * FROM tracker_import_lines WHERE after_cells LIKE '%ben@demo%'").length;
  assert.equal(lines(), 1);
  await web.world.erasePilot('DMO0002');
  assert.equal(lines(), 0);
  assert.equal(crewCenter.all("SELECT * FROM tracker_imported WHERE cells LIKE '%ben@demo%'").length, 0);
  assert.equal(crewCenter.all("SELECT * FROM tracker_import_lines WHERE name LIKE 'Zoe%'").length, 1);
});

test('a file of aircraft adds, changes and takes back, and names the column of what it refuses', async () => {
  const { web, owner, crewCenter, page, send, counts } = await importing('fleet');
  await using _ = web;
  const stateOf = (registration: string) => {
    const row = crewCenter.get(
      `SELECT c.name, c.status, c.airport_id, s.type, c.deleted_at IS NOT NULL AS gone FROM aircraft c
       JOIN subfleets s ON s.id = c.subfleet_id WHERE c.registration = ?`,
      registration,
    );
    return row === null ? null : [row.name, row.status, row.airport_id, row.type, row.gone];
  };
  const before = stateOf('HB-JMJ');
  const csv = `registration,type,name,airline,subfleet,at,status
d-new,b38m,,,,lszh,
HB-JMJ,A343,Old lady,,,,in maintenance
D-BAD,A320,,XXX,,,
D-BAR,A320,,,B744,QQQQ,broken
"D_BAX",A,,,,,
`;
  await send('', { csv });
  assert.deepEqual(counts(), { new: 1, changed: 1, unchanged: 0, refused: 3 });
  const shown = await page();
  assert.match(shown, /airline: there is no airline XXX/);
  assert.match(
    shown,
    /subfleet: DMO has no subfleet B744[\s\S]*at: there is no airport QQQQ[\s\S]*status: choose one of active/,
  );
  assert.match(shown, /registration: enter 1 to 10[\s\S]*type: enter 2 to 4/);
  await send('/apply');
  assert.deepEqual(stateOf('D-NEW'), ['B38M', 'A', 'LSZH', 'B38M', 0]);
  assert.deepEqual(stateOf('HB-JMJ'), ['Old lady', 'M', before?.[2], before?.[3], 0]);
  const [entry] = await web.world.journal.listAudit(1);
  assert.deepEqual([entry?.action, entry?.detail], ['aircraft-import', '1 added, 1 changed']);
  const file = (await web.get('/tracker/admin/fleet.csv', { cookie: owner.cookie })).body;
  await send('/undo');
  assert.deepEqual([stateOf('HB-JMJ'), stateOf('D-NEW')?.[4]], [before, 1]);
  const again = await importFile(crewCenter, aircraftImports, file);
  assert.ok(again.kind === 'imported');
  assert.deepEqual([again.added, again.changed], [1, 1], 'the one that was taken back is restored');
  assert.equal(stateOf('D-NEW')?.[4], 0);
});

test('pilots are imported by operators, aircraft by editors', async () => {
  for (const [path, yes, no] of [
    ['pilots', 'operator', 'editor'],
    ['fleet', 'editor', 'operator'],
  ] as const) {
    const { web, owner, send } = await importing(path);
    await using _ = web;
    const csv = path === 'pilots' ? 'name,email\nZoe,zoe@va.example\n' : 'registration,type\nD-NEW,A320\n';
    assert.equal((await send('', { csv }, await web.join(`${no}-two`, no, owner))).statusCode, 403, path);
    assert.equal((await send('', { csv }, await web.join(`${yes}-two`, yes, owner))).statusCode, 303, path);
  }
});
