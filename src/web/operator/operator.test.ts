import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flightEvent, position } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { startOf } from '../../../test/world.ts';

const markup = '<img src=x onerror=alert(1)>';

async function flying() {
  const web = await WebWorld.open();
  const { session, flight, bid } = await web.world.startFlight();
  await web.world.calls.report(session, { name: null, positions: [position(web.world.clock.now())], opening: null });
  return { web, session, flight, bid, ...(await web.signIn()) };
}

test('the operator sees who flies, and strangers do not', async () => {
  const { web, flight, cookie } = await flying();
  await using _ = web;
  const page = await web.get('/tracker/operator/in-progress', { cookie });
  assert.match(page.body, /Ada Keller/);
  assert.match(page.body, new RegExp(flight.id));
  for (const url of ['/tracker/', `/tracker/flights/${flight.id}`, `/tracker/flights/${flight.id}/track.json`]) {
    const { body, statusCode } = await web.get(url);
    assert.equal(statusCode, 200);
    assert.doesNotMatch(body, /Ada|Keller|DMO0001|demo-air\.example/);
  }
  assert.match((await web.get(`/tracker/flights/${flight.id}`, { cookie })).body, /Ada Keller/);
});

test('the last report of a flight is the newest one, position or event, and not its start', async () => {
  const { web, session, cookie } = await flying();
  await using _ = web;
  const { clock, calls } = web.world;
  const told = async () =>
    /data-label="Last report">([^<]*)</.exec((await web.get('/tracker/operator/in-progress', { cookie })).body)?.[1];
  await clock.advance(1_200_000);
  assert.equal(await told(), '20 min ago');
  await calls.report(session, { name: null, positions: [position(clock.now(), { seq: 2 })], opening: null });
  await clock.advance(30_000);
  assert.equal(await told(), '30 s ago');
  await calls.recordEvents(session, { name: null, events: [flightEvent(clock.now(), 'note')] });
  await clock.advance(7_000);
  assert.equal(await told(), '7 s ago');
});

test('two clients on one flight are shown in the list and on the page of the flight', async () => {
  const { web, session, flight, cookie } = await flying();
  await using _ = web;
  const { clock, calls } = web.world;
  await clock.advance(60_000);
  const other = await web.world.signIn();
  for (const turn of [1, 2, 3]) {
    await clock.advance(5_000);
    const positions = [position(clock.now(), { seq: turn, lat: turn % 2 === 0 ? 47.45 : 10 })];
    await calls.report(turn % 2 === 0 ? session : other, { name: null, positions, opening: null });
  }
  const remark = /Two clients reported this flight from 10:01 UTC on, 2,?\d\d\d nm apart\./;
  for (const url of ['/tracker/operator/in-progress', `/tracker/flights/${flight.id}`]) {
    assert.match((await web.get(url, { cookie })).body, remark);
    assert.doesNotMatch((await web.get(url)).body, remark);
  }
});

test('each list of the operator’s says how many there are, and is searched', async () => {
  const { web, cookie } = await flying();
  await using _ = web;
  for (let count = 0; count < 120; count++) {
    await web.world.journal.saveAudit({ at: count, actor: 'a', action: `did ${count}`, subject: 's', detail: markup });
  }
  const get = async (path: string) => (await web.get(`/tracker/operator/${path}`, { cookie })).body;
  assert.match(await get('audit?page=3'), /101–121 of 121 entries/);
  const found = await get('audit?q=did+119');
  assert.match(found, /1–1 of 1 entries \(121 in all\)/);
  assert.equal(found.includes(markup), false);
  for (const path of ['in-progress', 'ended', 'outbox', 'sessions', 'audit']) {
    assert.match(await get(`${path}?q=${encodeURIComponent(markup)}x`), /matches “&lt;img src=x/, path);
  }
});

test('the audit log is filtered by who, what and when, beyond 5,000 entries, and saved as a file', async () => {
  const { web, cookie } = await flying();
  await using _ = web;
  const day = Date.UTC(2026, 2, 1);
  const saved = Array.from({ length: 5_100 }, (_each, n) =>
    web.world.journal.saveAudit({
      at: n < 50 ? day + n : day + 86_400_000 + n,
      actor: n % 2 === 0 ? 'ada@web' : 'operator@cli',
      action: n < 10 ? 'pilot-edit' : 'release',
      subject: `subject ${n}`,
      detail: n === 0 ? '=1+1' : null,
    }),
  );
  await Promise.all(saved);
  const get = (path: string) => web.get(`/tracker/operator/${path}`, { cookie });
  const page = async (query: string) => (await get(`audit?${query}`)).body;
  assert.match(
    await page('sort=oldest&action=pilot-edit&actor=ADA'),
    /subject 0<[\s\S]*1–5 of 5 entries \(5,101 in all\)/,
  );
  assert.match(await page('since=2026-03-01&until=2026-03-01'), /1–50 of 50 entries/);
  assert.match(await page('since=2026-03-02&until=2026-03-02'), /of 5,050 entries/);
  assert.match(await page('since=2026-02-31'), /of 5,101 entries/);
  assert.match(await page('q=subject&page=102'), /5,051–5,100 of 5,100 entries/);
  const csv = await get('audit.csv?action=pilot&sort=oldest');
  assert.match(String(csv.headers['content-disposition']), /filename="audit\.csv"/);
  const [head, first, ...rest] = csv.body.trim().split('\n');
  assert.equal(head, 'time,actor,action,subject,detail');
  assert.equal(first, "2026-03-01T00:00:00.000Z,ada@web,pilot-edit,subject 0,'=1+1");
  assert.equal(rest.length, 9);
  const all = (await get('audit.csv')).body.trim().split('\n');
  // Who exported it, twice, and the sign-in.
  assert.equal(all.length, 1 + 5_100 + 3);
  const exported = all.filter((line) => line.includes(',list-export,audit,'));
  assert.match(exported.join('\n'), /,5102 rows\n.*,"10 rows; action pilot"$/, 'without its own');
});

test('releasing, finishing and cancelling each do it, with a reason that the pilot reads', async () => {
  const cases = [
    ['release', 'abandoned'],
    ['finish', 'filed'],
    ['cancel', 'cancelled'],
  ] as const;
  for (const [rescue, state] of cases) {
    const { web, session, flight, cookie, csrf } = await flying();
    await using _ = web;
    const url = `/tracker/operator/flights/${flight.id}/${rescue}`;
    assert.equal((await web.post(url, { csrf, reason: ' ' }, { cookie })).statusCode, 422);
    const answer = await web.post(url, { csrf, reason: `because ${markup}` }, { cookie });
    assert.equal(answer.statusCode, 303);
    const view = await web.world.calls.readFlight(session, { flightId: flight.id });
    assert.equal(view?.flight.state, state);
    if (state !== 'filed') assert.equal(view.flight.reason, `because ${markup}`);
    const shown = await web.get(new URL(String(answer.headers.location), `http://h${url}`).pathname, { cookie });
    const audit = await web.get('/tracker/operator/audit', { cookie });
    assert.match(audit.body, new RegExp(`operator@web.*${rescue}.*${flight.id}`));
    for (const { body } of [shown, audit]) assert.equal(body.includes(markup), false);
  }
});

test('a released flight lets its pilot start anew', async () => {
  const { web, session, flight, bid, cookie, csrf } = await flying();
  await using _ = web;
  await web.post(`/tracker/operator/flights/${flight.id}/release`, { csrf, reason: 'stuck' }, { cookie });
  const { flight: again } = await web.world.calls.start(session, startOf(bid.id));
  assert.notEqual(again.flight.id, flight.id);
});

test('the outbox tells what waits and why, tries again, and sets aside', async () => {
  const { web, session, flight, cookie, csrf } = await flying();
  await using _ = web;
  web.world.line.fail('all', 'before');
  const cancel = web.world.calls.cancel(session, { name: null, reason: 'cannot' });
  await web.world.clock.advance(10_000);
  await cancel.catch(() => undefined);
  const page = await web.get('/tracker/operator/outbox', { cookie });
  assert.match(page.body, new RegExp(flight.id));
  assert.match(page.body, /cancel: the PIREP is not cancelled yet|to deliver/);
  const aside = await web.post(`/tracker/operator/outbox/${flight.id}/set-aside`, { csrf, reason: markup }, { cookie });
  assert.equal(aside.statusCode, 303);
  const after = await web.get('/tracker/operator/outbox', { cookie });
  assert.match(after.body, /Set aside:<\/strong> &lt;img src=x/);
  web.world.line.heal();
  assert.equal((await web.post(`/tracker/operator/outbox/${flight.id}/retry`, { csrf }, { cookie })).statusCode, 303);
  await web.world.until(async () => (await web.world.stateOf(flight.id)) === 'cancelled');
});

test('an unknown flight, or one that has ended, is told so', async () => {
  const { web, flight, cookie, csrf } = await flying();
  await using _ = web;
  assert.equal((await web.get('/tracker/operator/flights/nobody', { cookie })).statusCode, 404);
  assert.equal(
    (await web.post('/tracker/operator/flights/nobody/cancel', { csrf, reason: 'x' }, { cookie })).statusCode,
    404,
  );
  const url = `/tracker/operator/flights/${flight.id}`;
  assert.equal((await web.post(`${url}/__proto__`, { csrf, reason: 'x' }, { cookie })).statusCode, 404);
  await web.post(`${url}/cancel`, { csrf, reason: 'x' }, { cookie });
  assert.match((await web.get(url, { cookie })).body, /It can no longer be rescued/);
  assert.equal((await web.post(`${url}/finish`, { csrf, reason: 'x' }, { cookie })).statusCode, 409);
});

test('a page says only what a form did', async () => {
  const { web, cookie } = await flying();
  await using _ = web;
  assert.match((await web.get('/tracker/operator/in-progress?done=ended', { cookie })).body, /role="status"/);
  for (const done of ['constructor', 'toString', '__proto__', 'x']) {
    assert.doesNotMatch(
      (await web.get(`/tracker/operator/in-progress?done=${done}`, { cookie })).body,
      /role="status"/,
      done,
    );
  }
});
