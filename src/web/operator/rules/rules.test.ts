import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flownTrack, noFigures } from '../../../../test/flown.ts';
import { formFields } from '../../../../test/html-form.ts';
import { WebWorld } from '../../../../test/web-world.ts';
import type { WorldChanges } from '../../../../test/world.ts';
import { override } from '../../../lib/override.ts';
import { addBid } from '../../../platform/embedded/bid-admin.ts';
import type { Session } from '../../../tracking/calls.ts';

const [zurich, cancun] = [
  { lat: 47.4647, lon: 8.5492 },
  { lat: 21.0365, lon: -86.877 },
];

/** The operator at the pages: asks for one, and sends a form as a browser does. */
async function operating(changes: WorldChanges = {}) {
  const web = await WebWorld.open({}, changes);
  const { cookie, csrf } = await web.signIn();
  const get = (path: string) => web.get(`/tracker/operator/${path}`, { cookie });
  const post = (path: string, form: URLSearchParams) =>
    web.app.inject({
      method: 'POST',
      url: `/tracker/operator/${path}`,
      payload: form.toString(),
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '192.0.2.1' },
    });
  /** Sends the form of a page, with some fields as they are here, and returns the page to which that leads. */
  const submit = async (page: string, path: string, changes: Record<string, string> = {}) => {
    const form = formFields(page, path);
    for (const [name, value] of Object.entries(changes)) form.set(name, value);
    const answer = await post(path, form);
    const { location } = answer.headers;
    if (location === undefined) return { status: answer.statusCode, path, body: answer.body };
    const next = new URL(String(location), `http://h/tracker/operator/${path}`);
    const at = `${next.pathname}${next.search}`.replace('/tracker/operator/', '');
    return { status: answer.statusCode, path: at, body: (await get(at)).body };
  };
  return { web, csrf, get, post, submit };
}

/** Flies to Cancun, lands beside its runways, and returns the PIREP. */
async function fly({ world }: WebWorld, session: Session) {
  const bid = await world.bidFor(session);
  const start = { bidId: bid.id, aircraft: null, registration: null, freeFlight: null };
  const { flight } = await world.calls.start(session, start);
  const track = flownTrack({ from: zurich, to: cancun, startAt: world.clock.now(), count: 100 });
  await world.clock.advance(100 * 10_000);
  await world.calls.report(session, { name: null, positions: track, opening: null });
  await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  await world.until(async () => (await world.stateOf(flight.flight.id)) === 'filed');
  await addBid(world.embedded.crewCenter, { pilotId: session.pilot.id, schedule: 'demo-dmo204', aircraft: null });
  return (await world.tracking.operator.readFlight(flight.flight.id))?.flight;
}

test('from an example to a set that is in force, by the pages alone', async () => {
  const { web, get, submit } = await operating();
  await using _ = web;
  const session = await web.world.signIn();
  const before = await fly(web, session);
  assert.equal(before?.receipt?.pirepState, 'accepted');
  assert.match((await get('rules')).body, /In force: none[\s\S]*No set is saved[\s\S]*Begin from standard/);
  const example = (await get('rules/edit?from=standard')).body;
  const place = /name="rules\.(\d+)\.limits\.maxKt"[^>]*placeholder="30"/.exec(example)?.[1];
  const added = await submit(example, 'rules/edit', {
    do: 'add',
    add: 'landing',
    name: 'Ours',
    [`rules.${place}.limits.maxKt`]: '25',
  });
  assert.equal(added.status, 200);
  const last = formFields(added.body, 'rules/edit').getAll('rule').at(-1);
  const saved = await submit(added.body, 'rules/edit', {
    do: 'save',
    [`rules.${last}.id`]: 'beside-the-runway',
    [`rules.${last}.element`]: 'no-runway',
    [`rules.${last}.follows`]: 'reject',
  });
  assert.match(saved.body, /Saved as a new version/);
  assert.match(saved.body, /Maximum ground speed:<\/span> 25 kt/);

  const trying = await submit(saved.body, 'rules/try');
  await web.world.until(async () => !(await get(trying.path)).body.includes('It is running'));
  const tried = (await get(trying.path)).body;
  assert.match(tried, /Done: 1 flights/);
  assert.match(tried, /Rejected<\/th><td>1<\/td>[\s\S]*Changed<\/th><td>1<\/td>/);
  assert.match(tried, new RegExp(`flights/${before.id}"[\\s\\S]*accepted[\\s\\S]*rejected[\\s\\S]*beside-the-runway`));
  assert.match(tried, /Ada Keller<\/a> <span class="muted small">DMO0001/);
  assert.equal((await web.world.tracking.operator.readFlight(before.id))?.flight.receipt?.pirepState, 'accepted');

  const question = (await get('rules/use?set=1')).body;
  assert.match(question, /also one that is in the air now[\s\S]*1 of 1 flights/);
  assert.match((await submit(question, 'rules/use')).body, /In force[\s\S]*Take it out of force/);
  const judged = await fly(web, session);
  assert.deepEqual([judged?.receipt?.pirepState, judged?.receipt?.pirep.judgement?.set], ['rejected', 1]);

  const none = await submit((await get('rules/use?set=none')).body, 'rules/use');
  assert.match(none.body, /In force: none/);
  const after = await fly(web, session);
  assert.deepEqual([after?.receipt?.pirepState, after?.receipt?.pirep.judgement], ['accepted', undefined]);
  // What the set would have done is done: the first flight is rejected, one of another set is not asked again.
  const applied = await submit((await get(trying.path)).body, `rules/trials/${trying.path.split('/').at(-1)}/apply`);
  await web.world.until(async () => (await get(applied.path)).body.includes('1 flights were judged again by this set'));
  const again = (await web.world.tracking.operator.readFlight(before.id))?.flight.receipt;
  assert.deepEqual([again?.pirepState, again?.pirep.judgement?.set], ['rejected', 1]);
  const audit = (await get('audit')).body;
  for (const action of ['rules-save', 'rules-try', 'rules-use', 'rules-apply', 'judge-again'])
    assert.match(audit, new RegExp(`operator@web.*${action}`));
});

/** What is typed into the first rule of the standard set, or the set itself, and where it is explained. */
const wrong: readonly (readonly [field: string, typed: string, sentence: RegExp])[] = [
  ['name', '', /1 to 60 characters/],
  ['rules.0.id', 'Not An Id', /small letters, digits and hyphens/],
  ['rules.0.id', 'slewed', /another rule has the id/],
  ['rules.0.element', 'tail', /no element of/],
  ['rules.0.limits.maxKt', '4', /a number from 5 to 100/],
  ['rules.0.limits.maxKt', '25,5', /a number from 5 to 100/],
  ['rules.0.points', 'many', /whole number from 0 to 100/],
  ['rules.0.points', '', /Points: enter 1 to 100/],
  ['rules.0.maxPoints', '0', /a number from 1 to 100/],
  ['rules.0.text', 'x'.repeat(301), /1 to 300 characters/],
  ['rules.0.follows', 'applaud', /choose at least one/],
  ['rules.0.conditions.aircraftTypes', 'Boeing 737', /is not such a code/],
  ['rules.0.conditions.routes', 'EDDF', /is not such a code/],
  ['rules.0.conditions.networks', 'fsnet', /choose some of/],
];

test('what is wrong is explained beside its field, and what was typed stays', async () => {
  const { web, csrf, get, post } = await operating();
  await using _ = web;
  for (const [field, typed, sentence] of wrong) {
    const form = new URLSearchParams({ csrf, name: 'Ours', 'rules.1.id': 'slewed', 'rules.1.detector': 'slewed' });
    for (const place of ['0', '1']) form.append('rule', place);
    form.set('rules.1.follows', 'count');
    form.set('rules.0.id', 'taxi');
    form.set('rules.0.detector', 'taxi-speed');
    form.set('rules.0.follows', 'points');
    form.set('rules.0.points', '5');
    const isTwin = field === 'rules.0.id' && typed === 'slewed';
    form.set(isTwin ? 'rules.1.id' : field, isTwin ? 'taxi' : typed);
    const { statusCode, body } = await post('rules/edit', form);
    assert.equal(statusCode, 422, `${field} ${typed}`);
    assert.match(body, /Not saved: (?:one field is|2 fields are) wrong/, `${field} ${typed}`);
    assert.match(body, new RegExp(`(?:${sentence.source})`, 'i'), `${field} ${typed}`);
    assert.match(body, /<details class="sheet rule" id="rule-\d" open>|name="name"[^>]*aria-invalid/, field);
    if (typed.length < 40 && !field.endsWith('follows') && !field.endsWith('element'))
      assert.ok(body.includes(`value="${typed}"`), `${field} ${typed} stays`);
  }
  assert.match((await get('rules')).body, /No set is saved/);
  for (const path of ['rules/0', 'rules/99', 'rules/x', 'rules/edit?from=mild', 'rules/use', 'rules/compare?from=1'])
    assert.equal((await get(path)).statusCode, 404, path);
  assert.equal((await get('rules/trials/nobody')).statusCode, 404);
  const day = await post('rules/try', new URLSearchParams({ csrf, set: '1', since: 'yesterday' }));
  assert.deepEqual([day.statusCode, /Since: enter a day/.test(day.body)], [422, true]);
});

test('a rule is removed, and two versions are compared', async () => {
  const { web, get, submit } = await operating();
  await using _ = web;
  const first = (await get('rules/edit?from=relaxed')).body;
  await submit(first, 'rules/edit');
  const removed = await submit((await get('rules/edit?from=1')).body, 'rules/edit', { do: 'remove.0' });
  const kept = formFields(removed.body, 'rules/edit').getAll('rule').length;
  assert.equal(kept, formFields(first, 'rules/edit').getAll('rule').length - 1);
  await submit(removed.body, 'rules/edit', { name: '<b>Mild</b>', 'rules.0.text': '<i>No slew</i>' });
  const { body } = await get('rules/compare?from=1&to=2');
  assert.match(body, /2 rules differ/);
  assert.match(body, /accept <span class="badge bad">removed/);
  assert.match(body, /slewed[\s\S]*<del>default<\/del> <ins>&lt;i&gt;No slew/);
  assert.match((await get('rules/compare?from=1&to=1')).body, /Their rules are the same/);
  for (const path of ['rules', 'rules/2', 'rules/edit?from=2', 'rules/use?set=2'])
    assert.doesNotMatch((await get(path)).body, /<b>Mild|<i>No slew/, path);
});

test('only the operator gets in, and only by a form of these pages', async () => {
  const { web, post, submit, get } = await operating();
  await using _ = web;
  await submit((await get('rules/edit?from=strict')).body, 'rules/edit');
  for (const path of [
    'rules',
    'rules/1',
    'rules/edit',
    'rules/use?set=1',
    'rules/compare?from=1&to=1',
    'rules/trials/x',
  ])
    assert.equal((await web.get(`/tracker/operator/${path}`)).statusCode, 303, path);
  const form = new URLSearchParams({ set: '1', name: 'Theirs' });
  for (const path of ['rules/edit', 'rules/use', 'rules/try', 'rules/trials/x/stop', 'rules/trials/x/apply']) {
    assert.equal((await web.post(`/tracker/operator/${path}`, {})).statusCode, 401, path);
    assert.equal((await post(path, form)).statusCode, 403, path);
  }
  assert.match((await get('rules')).body, /In force: none/);
});

test('a trial that was running when the server ended continues with the next one', async () => {
  const gate = Promise.withResolvers<void>();
  let reads = 0;
  const journal: WorldChanges['journal'] = (own) =>
    override(own, {
      async readChunks(number: number) {
        reads += 1;
        if (reads === 1) await gate.promise;
        return own.readChunks(number);
      },
    });
  const { web, get, submit } = await operating({ journal });
  await using _ = web;
  await fly(web, await web.world.signIn());
  const saved = await submit((await get('rules/edit?from=standard')).body, 'rules/edit');
  const { path, body } = await submit(saved.body, 'rules/try');
  assert.match(body, /It is running: 0 flights so far/);
  assert.equal((await get(path)).headers.refresh, '3');
  await web.world.until(() => reads > 0);
  const restarting = web.world.restart();
  gate.resolve();
  await restarting;
  await web.world.until(async () => !(await get(path)).body.includes('It is running'));
  assert.match((await get(path)).body, /Done: 1 flights/);
  assert.equal(reads, 2, 'what was tried and not stored is tried again');
});
