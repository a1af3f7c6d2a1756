import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flightEvent, flownTrack, noFigures } from '../../../test/flown.ts';
import { WebWorld } from '../../../test/web-world.ts';
import type { FlightUpdate } from './update-route.ts';

const markup = '<script>alert(1)</script>';

/** A flight under way with its first positions of 400. */
async function underWay() {
  const web = await WebWorld.open({ publicHours: 0.01 });
  const { session, flight } = await web.world.startFlight();
  const startAt = web.world.clock.now();
  const track = flownTrack({ from: { lat: 47.45, lon: 8.55 }, to: { lat: 21, lon: -86.9 }, startAt, count: 400 });
  await web.world.clock.advance(4_000_000);
  const report = (from: number, to: number) => {
    // Received just now: a flight without a report for long would be suspended.
    const positions = track.slice(from, to).map((each) => ({ ...each, receivedAt: web.world.clock.now() }));
    return web.world.calls.report(session, { name: null, positions, opening: null });
  };
  const url = `/tracker/flights/${flight.id}/update.json`;
  const ask = async (query: string, headers: Record<string, string> = {}): Promise<FlightUpdate> => {
    const answer = await web.get(`${url}?${query}`, headers);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  /** A moment later, when no earlier answer is cached any more. */
  const later = () => web.world.clock.advance(4_000);
  return { web, session, track, report, ask, later, url };
}

test('a page asks for what is new, and gets only the positions after its own', async () => {
  const { web, track, report, ask, later } = await underWay();
  await using _ = web;
  await report(0, 100);
  const first = await ask('version=&after=0&count=0');
  assert.equal(first.news?.track.time.length, 100);
  assert.equal(first.nextS, 5);
  const shown = `version=${first.version}&after=${first.news.track.time.at(-1)}&count=100`;
  assert.deepEqual(await ask(shown), { version: first.version, nextS: 5 }, 'nothing new');
  await report(100, 103);
  await later();
  const second = await ask(shown);
  assert.notEqual(second.version, first.version);
  assert.equal(second.news?.isWhole, false);
  assert.deepEqual(
    second.news.track.time,
    track.slice(100, 103).map(({ recordedAt }) => recordedAt),
  );
  assert.equal(second.news.track.count, 103);
  assert.match(second.news.parts.notes ?? '', /103 positions/);
  assert.match(second.news.status, /^DMO204: In progress, Climb$/);
});

test('a flight that has not been reported for minutes says so on its page, on the map without scripts and on the board', async () => {
  const { web, report, ask, url } = await underWay();
  await using _ = web;
  await report(0, 100);
  const page = async (query = '') => (await web.get(url.replace('/update.json', '') + query)).body;
  const { version, news } = await ask('version=&after=0&count=0');
  assert.doesNotMatch(news?.parts.badges ?? '', /no report/);
  await web.world.clock.advance(6 * 60_000);
  const after = news?.track.time.at(-1);
  const silent = await ask(`version=${version}&after=${after}&count=100`);
  assert.match(silent.news?.parts.badges ?? '', /no report for 6 min/);
  assert.match(silent.news?.status ?? '', /no report for 6 min$/);
  assert.equal(silent.news?.isWhole, false);
  assert.deepEqual(await ask(`version=${silent.version}&after=${after}&count=100`), {
    version: silent.version,
    nextS: 5,
  });
  assert.match(await page(), /no report for 6 min/);
  assert.match(await page('?lang=de'), /seit 6 min keine Meldung/);
  assert.match(await page('?lang=fr'), /aucun signal depuis 6 min/);
  for (const path of ['/tracker/', '/tracker/home', '/tracker/airports/MMUN', '/tracker/airports/LSZH'])
    assert.match((await web.get(path)).body, /Climb, no report for 6 min/, path);
});

test('when older positions arrive late, the page gets the whole track', async () => {
  const { web, report, ask, later } = await underWay();
  await using _ = web;
  await report(50, 100);
  const { version, news } = await ask('version=&after=0&count=0');
  await report(0, 50);
  await later();
  const late = await ask(`version=${version}&after=${news?.track.time.at(-1)}&count=50`);
  assert.equal(late.news?.isWhole, true);
  assert.equal(late.news.track.time.length, 100);
});

test('once the flight is filed, the page gets the figures as filed and stops asking', async () => {
  const { web, session, report, ask, later } = await underWay();
  await using _ = web;
  await report(0, 400);
  const { version } = await ask('version=&after=0&count=0');
  await web.world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  await later();
  const filed = await ask(`version=${version}&after=0&count=0`);
  assert.equal(filed.nextS, null);
  assert.match(filed.news?.parts.tiles ?? '', /As filed/);
  assert.match(filed.news?.parts.notes ?? '', /public until/);
  assert.equal(filed.news?.parts.badges?.includes('Follow'), false);
});

test('parts are in the visitor’s language, and hold no markup of a client', async () => {
  const { web, session, track, report, ask } = await underWay();
  await using _ = web;
  await report(0, 100);
  const at = track[50]?.recordedAt ?? 0;
  const events = [flightEvent(at, 'note', { message: markup }), flightEvent(at + 1, markup)];
  await web.world.calls.recordEvents(session, { name: null, events });
  const { cookie } = await web.signIn();
  const german = await ask('version=&after=0&count=0&lang=de', { cookie });
  assert.match(german.news?.parts.badges ?? '', /Unterwegs/);
  assert.match(german.news?.parts.log ?? '', /&lt;script&gt;/);
  assert.equal(
    Object.values(german.news?.parts ?? {})
      .join('')
      .includes(markup),
    false,
  );
  const stranger = await ask('version=&after=0&count=0');
  assert.doesNotMatch(stranger.news?.parts.log ?? '', /script/);
});

test('who may not see the flight gets no update, and nonsense gets the whole', async () => {
  const { web, session, report, ask, url } = await underWay();
  await using _ = web;
  await report(0, 100);
  for (const query of ['', 'version=x&after=x&count=x', 'after=-1&after=2', 'count=1e9&after=9e99', 'version[]=1']) {
    assert.equal((await ask(query)).news?.isWhole, true, query);
  }
  assert.equal((await web.get('/tracker/flights/nobody/update.json')).statusCode, 404);
  await web.world.calls.cancel(session, { name: null, reason: null });
  await web.world.clock.advance(40_000);
  assert.equal((await web.get(url)).statusCode, 403);
});
