import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EdgeLine, lineEdge } from '../../../test/edge-line.ts';
import { WebWorld } from '../../../test/web-world.ts';

const admin = { id: '12', name: 'Ada Keller', role: 'admin' };
const base = '/crew/tracker';

test('an administrator of the crew center enters by a link that is good once and for a minute, and is named in the audit log', async () => {
  await using web = await WebWorld.open({}, { edge: lineEdge });
  const { clock, server, journal } = web.world;
  const line = (said: object) => new EdgeLine(server.url, () => clock.now(), { base, ...said });
  const makePath = async () =>
    JSON.parse((await line({ admin }).ask('/tracker/operator/entry', { method: 'POST' })).text).path;
  const enter = (path: string, method = 'GET') => line({}).ask(`/tracker/${path}`, { method });

  const path = await makePath();
  assert.match(path, /^operator\/enter\?t=[\w-]{43}$/);
  assert.doesNotMatch(journal.readNote('web-entries') ?? '', new RegExp(path.slice(-43)), 'only a digest is stored');
  assert.equal((await enter(path, 'HEAD')).status, 404, 'looking ahead does not use it up');
  const entered = await enter(path);
  assert.deepEqual([entered.status, entered.headers.location], [303, '/crew/tracker/operator']);
  const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
  assert.equal((await line({}).ask('/tracker/operator', { headers: { cookie } })).status, 200);
  const again = await enter(path);
  assert.deepEqual([again.status, again.headers['set-cookie']], [403, undefined]);

  const page = await line({}).ask('/tracker/operator/sessions', { headers: { cookie } });
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const ended = await line({}).post('/tracker/operator/sessions/end', { csrf }, { cookie });
  assert.equal(ended.status, 303);
  const added = await line({}).post('/tracker/admin/news', { csrf, title: 'Fog', body: 'At the hub.' }, { cookie });
  assert.equal(added.status, 303);
  const actors = (await journal.listAudit(10)).map(({ actor, action }) => `${actor} ${action}`);
  assert.deepEqual(actors.slice(0, 3), [
    'Ada Keller (12)@crew-center news-add',
    'Ada Keller (12)@crew-center end-sessions',
    'Ada Keller (12)@crew-center enter',
  ]);

  const late = await makePath();
  await clock.advance(61_000);
  assert.equal((await enter(late)).status, 403);
  const raced = await makePath();
  const both = await Promise.all([enter(raced), enter(raced)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [303, 403]);
});

test('the crew center says at each entry what its staff may do: administrators everything, others the PIREPs', async () => {
  await using web = await WebWorld.open({}, { edge: lineEdge });
  const { clock, server } = web.world;
  const line = (said: object) => new EdgeLine(server.url, () => clock.now(), { base, ...said });
  const enter = async (role: string) => {
    const asked = await line({ admin: { ...admin, role } }).ask('/tracker/operator/entry', { method: 'POST' });
    const entered = await line({}).ask(`/tracker/${JSON.parse(asked.text).path}`);
    return { cookie: String(entered.headers['set-cookie']).split(';')[0] ?? '' };
  };
  const statusOf = async (path: string, headers: { readonly cookie: string }) =>
    (await line({}).ask(`/tracker/${path}`, { headers })).status;
  const owner = await enter('admin');
  assert.deepEqual([await statusOf('operator/staff', owner), await statusOf('operator/review', owner)], [200, 200]);
  const reviewer = await enter('staff');
  assert.deepEqual(
    [await statusOf('operator/staff', reviewer), await statusOf('operator/review', reviewer)],
    [403, 200],
  );
  assert.equal(await statusOf('operator/staff', owner), 403, 'who is no administrator any more, in every browser');
  const note = web.world.journal.readNote('staff') ?? '[]';
  assert.equal(JSON.parse(note).length, 1, 'the first entry makes the account, and the second finds it');
});

test('nobody else gets such a link', async () => {
  await using web = await WebWorld.open({}, { edge: lineEdge });
  const { clock, server } = web.world;
  const ask = (said: object) =>
    new EdgeLine(server.url, () => clock.now(), { base, ...said }).ask('/tracker/operator/entry', { method: 'POST' });
  assert.equal((await ask({})).status, 403, 'a visitor whose request the edge forwards');
  assert.equal(
    (await web.post('/tracker/operator/entry', {})).statusCode,
    403,
    'a request that does not come through the edge',
  );
  const unknown = await web.get('/tracker/operator/enter?t=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  assert.equal(unknown.statusCode, 403);
});
