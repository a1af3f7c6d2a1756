import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFigures } from '../../../../test/flown.ts';
import { flyBesideRunways, noRunway, useRules } from '../../../../test/judged-flight.ts';
import { WebWorld } from '../../../../test/web-world.ts';
import type { WorldChanges } from '../../../../test/world.ts';
import { override } from '../../../lib/override.ts';

const markup = '<img src=x onerror=alert(1)>';
const rule = { ...noRunway, follows: ['points', 'review'], points: 15, text: 'Land on a runway.' };

/** A flight that the rules want reviewed, with markup wherever its client may write, and an operator. */
async function waiting(changes: WorldChanges = {}) {
  const web = await WebWorld.open({}, changes);
  const { world } = web;
  await useRules(world, rule);
  const id = await flyBesideRunways(world, {
    ...noFigures,
    notes: markup,
    log: [markup],
    fields: { [markup]: markup },
  });
  const { cookie, csrf } = await web.signIn();
  const url = `/tracker/operator/review/${id}`;
  const send = (decision: string, form: Record<string, string>, more: Record<string, string> = {}) =>
    web.post(`${url}/${decision}`, { csrf, seen: 'pending', ...form }, { cookie, ...more });
  const state = () => world.pireps()[0]?.state;
  const audit = async () =>
    (await world.journal.listAudit(100))
      .filter(({ action }) => action.startsWith('pirep-'))
      .map(({ action, actor, detail }) => [action, actor, detail]);
  return { web, world, id, url, cookie, csrf, send, state, audit };
}

const [pending, accepted, rejected] = [1, 2, 6];

test('what the rules want reviewed waits in the queue, and its page shows all that a reviewer needs, as text', async () => {
  const { web, id, url, cookie } = await waiting();
  await using _ = web;
  const queue = await web.get('/tracker/operator/review', { cookie });
  assert.match(queue.body, /1 PIREP waits for a decision/);
  assert.match(queue.body, new RegExp(`operator/review/${id}`));
  assert.match(queue.body, /to review/);
  const { statusCode, body } = await web.get(url, { cookie });
  assert.equal(statusCode, 200);
  for (const text of [
    'Landed on no known runway',
    'Land on a runway.',
    'Score 85 of 100',
    'Planned and flown',
    'Remarks',
    'No other PIREP waits',
  ])
    assert.ok(body.includes(text), text);
  assert.match(body, /data-track="\.\.\/\.\.\/flights\/[^"]+track\.json\?lang=en/);
  assert.doesNotMatch(body, /<img src=x/);
  assert.ok(body.includes('&lt;img src=x onerror=alert(1)&gt;'));
});

test('accepting is done once: who comes second reads who was first, and changes nothing', async () => {
  const { web, send, state, audit, url, cookie, csrf } = await waiting();
  await using _ = web;
  const ada = await web.join('Ada', 'reviewer', { cookie, csrf });
  const max = await web.join('Max', 'reviewer', { cookie, csrf });
  const [first, second] = await Promise.all([
    send('accept', { comment: '', csrf: ada.csrf }, { cookie: ada.cookie }),
    send('reject', { comment: 'Too long', csrf: max.csrf }, { cookie: max.cookie }),
  ]);
  const [winner, other] = first.statusCode === 303 ? [first, second] : [second, first];
  assert.equal(winner.statusCode, 303);
  assert.equal(other.statusCode, 409);
  const name = winner === first ? 'Ada' : 'Max';
  assert.match(
    other.body,
    new RegExp(`Already (?:accepted|rejected) by ${name}@web at \\d\\d:\\d\\dZ\\. Nothing was changed`),
  );
  assert.equal(state(), winner === first ? accepted : rejected);
  assert.equal((await audit()).length, 1);
  assert.match((await web.get(url, { cookie })).body, new RegExp(`by ${name}@web`));
});

test('sixteen reviewers at once: one decides', async () => {
  const { web, send, state, audit } = await waiting();
  await using _ = web;
  const answers = await Promise.all(Array.from({ length: 16 }, () => send('accept', {})));
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [303, ...Array.from({ length: 15 }, () => 409)]);
  assert.equal(state(), accepted);
  assert.equal((await audit()).length, 1);
});

test('a second server’s reviewer who saw an older state decides nothing: the crew center compares it', async () => {
  // Its page was read before, and the other server’s decision comes between its look and its call.
  const { web, world, send, state, audit } = await waiting({
    platform: (platform) => {
      const { decidePirep } = platform;
      if (decidePirep === undefined) throw new Error('the embedded crew center decides');
      return override(platform, {
        async decidePirep(pirepId, wish) {
          await decidePirep.call(platform, pirepId, { decision: 'reject', from: ['pending'] });
          return decidePirep.call(platform, pirepId, wish);
        },
      });
    },
  });
  await using _ = web;
  const late = await send('accept', {}, { 'accept-language': 'de' });
  assert.equal(late.statusCode, 409);
  assert.match(late.body, /Schon abgelehnt\. Nichts wurde geändert\./);
  assert.equal(state(), rejected);
  assert.deepEqual(await audit(), []);
  assert.equal(world.errors.length, 0);
});

test('a rejection and a question need a comment, which the pilot reads; all of it is in the audit log', async () => {
  const { web, world, send, state, audit, url, cookie } = await waiting();
  await using _ = web;
  for (const decision of ['reject', 'ask']) {
    const refused = await send(decision, { comment: '  ' });
    assert.equal(refused.statusCode, 422, decision);
    assert.match(refused.body, /Comment: enter what the pilot is to read/);
  }
  assert.equal((await send('ask', { comment: 'Why beside the runway?' })).statusCode, 303);
  assert.equal(state(), pending);
  assert.match((await web.get('/tracker/operator/review', { cookie })).body, /pilot asked/);
  assert.equal((await send('reject', { comment: markup })).statusCode, 303);
  assert.equal(state(), rejected);
  const comments = world.embedded.crewCenter
    .all('SELECT comment FROM pirep_comments ORDER BY id')
    .map(({ comment }) => comment);
  assert.deepEqual(comments.slice(-2), ['Why beside the runway?', markup]);
  assert.deepEqual(await audit(), [
    ['pirep-reject', 'operator@web', markup],
    ['pirep-ask', 'operator@web', 'Why beside the runway?'],
  ]);
  assert.doesNotMatch((await web.get(url, { cookie })).body, /<img src=x/);
});

test('an acceptance sends no comment that the reviewer did not write', async () => {
  const { web, world, send, url, cookie } = await waiting();
  await using _ = web;
  const count = () => world.embedded.crewCenter.all('SELECT id FROM pirep_comments').length;
  const before = count();
  const { body } = await web.get(url, { cookie });
  const suggested = /<textarea[^>]*>([^<]+)<\/textarea>/.exec(body)?.[1] ?? '';
  assert.match(suggested, /^\d\d:\d\d:\d\dZ Land on a runway\.$/);
  assert.equal((await send('accept', { comment: suggested })).statusCode, 303);
  assert.equal(count(), before);
});

test('only an operator with the token of the page decides, of a state that there is, by a decision that there is', async () => {
  const { web, url, cookie, send, state } = await waiting();
  await using _ = web;
  assert.equal((await web.get(url)).statusCode, 303, 'to the sign-in');
  assert.equal((await web.get('/tracker/operator/review')).statusCode, 303);
  assert.equal((await web.post(`${url}/accept`, { seen: 'pending' })).statusCode, 401);
  assert.equal((await web.post(`${url}/accept`, { seen: 'pending' }, { cookie })).statusCode, 403);
  assert.equal((await send('accept', { seen: 'open' })).statusCode, 422);
  assert.equal((await send('delete', {})).statusCode, 404);
  assert.equal((await web.get('/tracker/operator/review/none', { cookie })).statusCode, 404);
  assert.equal(state(), pending);
});

test('a crew center that does not decide from here is linked to, and says so', async () => {
  const hostPage = 'https://va.example/admin/pireps';
  const { web, url, cookie, send, state } = await waiting({
    platform: (platform) =>
      override(platform, {
        decidePirep: undefined,
        commentPirep: undefined,
        findPirepPage: async () => hostPage,
      } as never),
  });
  await using _ = web;
  const { body } = await web.get(url, { cookie });
  assert.match(body, new RegExp(`href="${hostPage}"[^>]*>Decide at the crew center`));
  assert.doesNotMatch(body, /formaction/);
  assert.equal((await send('accept', {})).statusCode, 409);
  assert.equal(state(), pending);
});
