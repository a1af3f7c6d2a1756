import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EdgeLine, lineEdge } from '../../test/edge-line.ts';
import { flownTrack, noFigures } from '../../test/flown.ts';
import { WebWorld } from '../../test/web-world.ts';
import { demoPassword } from '../platform/embedded/demo.ts';
import { cookiePath, homeOf, publicLocation, rootOf } from './place.ts';

const bases = ['/tracker', '/crew/tracker', '/crew/acars/tracker.php', '/acars/tracker.php?'] as const;

const at = (base: string | undefined, url: string) => ({
  url,
  trackerOrigin: { address: '192.0.2.1', isLocal: false, isSecure: true, ...(base !== undefined && { base }) },
});

test('links begin with the base; the map’s has no slash at its end, which some hosts redirect, unless it needs one', () => {
  assert.deepEqual(
    bases.map((base) => rootOf(at(base, '/tracker/operator'))),
    bases.map((base) => `${base}/`),
  );
  assert.deepEqual(
    bases.map((base) => homeOf(at(base, '/tracker/x'))),
    ['/tracker', '/crew/tracker', '/crew/acars/tracker.php/', '/acars/tracker.php?/'],
  );
  assert.deepEqual(
    bases.map((base) => cookiePath(at(base, '/tracker'))),
    ['/tracker', '/crew/tracker', '/crew/acars/tracker.php', '/acars/tracker.php'],
  );
});

test('a redirect leads to where the visitor sees the page, and nowhere else', () => {
  const inQuery = '/acars/tracker.php?';
  const cases: readonly (readonly [base: string | undefined, url: string, location: string, leadsTo: string])[] = [
    [undefined, '/tracker/operator/x', '../operator/', '../operator/'],
    ['/crew/tracker', '/tracker/operator/sign-in', '../operator/', '/crew/tracker/operator'],
    ['/crew/tracker', '/tracker/view', '/crew/tracker/', '/crew/tracker'],
    ['/crew/tracker', '/tracker/view', '/crew/tracker/replay?a=/b#c', '/crew/tracker/replay?a=/b#c'],
    [
      inQuery,
      '/tracker/operator/webhooks/1/change',
      '../1?done=changed',
      '/acars/tracker.php?/operator/webhooks/1?done=changed',
    ],
    [
      inQuery,
      '/tracker/operator/outbox',
      '/acars/tracker.php?/operator/sign-in?to=x',
      '/acars/tracker.php?/operator/sign-in?to=x',
    ],
    ['/crew/tracker', '/tracker/x', '//evil.example/tracker', '/crew/tracker'],
    ['/crew/tracker', '/tracker/x', 'https://evil.example/', '/crew/tracker'],
    ['/crew/tracker', '/tracker/x', '/crew/trackers', '/crew/tracker'],
    ['/crew/tracker', '/tracker/x', '../../elsewhere', '/crew/tracker'],
  ];
  for (const [base, url, location, leadsTo] of cases)
    assert.equal(publicLocation(at(base, url), location), leadsTo, `${base} ${url} ${location}`);
});

/** Every address in the HTML of a page. */
function linksOf(html: string): readonly string[] {
  const plain = html.replaceAll('&amp;', '&');
  return [
    ...plain.matchAll(
      /\s(?:href|src|action|formaction|data-live|data-root|data-track|data-update|data-path)="([^"]*)"/g,
    ),
  ].map(([, to = '']) => to);
}

const signInTo = async (line: EdgeLine, web: WebWorld) => {
  const key = await web.setupKey();
  const form = { key, name: 'Ada', password: 'correct horse battery', again: 'correct horse battery' };
  const set = await line.post('/tracker/operator/welcome', form, { 'sec-fetch-site': 'same-origin' });
  return String(set.headers['set-cookie']);
};

for (const base of bases)
  test(`through PHP at ${base} every link, form and asset of every page is below it and is found`, async () => {
    await using web = await WebWorld.open({}, { edge: lineEdge });
    const { world } = web;
    const { session, flight } = await world.startFlight();
    const leg = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 47.5, lon: 8.7 }, startAt: world.clock.now(), count: 20 };
    await world.clock.advance(200_000);
    await world.calls.report(session, { name: null, positions: flownTrack(leg), opening: null });
    await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
    const line = new EdgeLine(world.server.url, () => world.clock.now(), { base, ms: 140 });
    const setCookie = await signInTo(line, web);
    const path = base.replace('?', '');
    assert.match(
      setCookie,
      new RegExp(
        `^__Secure-tracker_operator=[\\w-]+; Path=${path.replaceAll('.', '\\.')}; .*HttpOnly; SameSite=Strict; Secure$`,
      ),
    );
    const own = { 'sec-fetch-site': 'same-origin' };
    const pilot = { login: 'ada@demo-air.example', password: demoPassword };
    const ofPilot = String((await line.post('/tracker/my/sign-in', pilot, own)).headers['set-cookie']);
    assert.match(
      ofPilot,
      new RegExp(`^__Secure-tracker_pilot=[\\w-]+; Path=${path.replaceAll('.', '\\.')}; .*Secure$`),
    );
    const cookie = [setCookie, ofPilot].map((each) => each.split(';')[0]).join('; ');
    const waiting = [
      '/',
      '/my',
      `/flights/${flight.id}`,
      '/airports/LSZH',
      '/operator',
      '/replay',
      '/embed',
      '/api/v1',
    ];
    const seen = new Set(waiting);
    const isPage = (to: string) => !/\.(png|csv|gpx|kml|geojson|json|css|js|svg)$/.test(to.split('?')[0] ?? '');
    for (let to = waiting.shift(); to !== undefined; to = waiting.shift()) {
      const page = await line.ask(`/tracker${to}`, { headers: { cookie, accept: 'text/html' } });
      assert.ok(page.status < 400, `${to}: ${page.status}`);
      if (!String(page.headers['content-type']).startsWith('text/html')) continue;
      assert.match(String(page.headers['cache-control']), /no-store/, to);
      for (const link of linksOf(page.text)) {
        if (/^(#|data:|https?:|$)/.test(link)) continue;
        // A form that is sent as a query names its path in a field.
        const isQueryForm = link === path && base.endsWith('?');
        assert.ok(
          isQueryForm || link === base || link.startsWith(`${base}/`) || link.startsWith(`${base}?`),
          `${to} links to ${link}`,
        );
        const below = link.slice(base.length).replace(/#.*$/, '') || '/';
        if (isQueryForm || seen.has(below) || below.includes('{') || !isPage(below) || below === '/operator/sign-out')
          continue;
        if (/^\/(flights\/[^/]+\/share|view|live\/|api\/v1\/)/.test(below) || isAction(page.text, link)) continue;
        // Of a list with a search a few pages show what the others do.
        const [list] = below.split('?');
        const shown = [...seen].filter((other) => other.split('?')[0] === list).length;
        seen.add(below);
        assert.ok(
          /\.php\??$/.test(base) || below === '/' || !below.split('?')[0]?.endsWith('/'),
          `${to} links to ${link}, which some hosts redirect`,
        );
        if (shown < 4) waiting.push(below);
      }
    }
    assert.ok(seen.size > 20, [...seen].join(' '));
    const [asset = ''] = linksOf((await line.ask('/tracker/')).text).filter((link) => link.endsWith('main.js'));
    const script = await line.ask(`/tracker${asset.slice(base.length)}`);
    assert.deepEqual([script.status, script.headers['cache-control']], [200, 'public, max-age=31536000, immutable']);
  });

/** Whether this is where a form is sent to, which is not looked at like a page. */
const isAction = (html: string, link: string) => html.replaceAll('&amp;', '&').includes(`action="${link}"`);

test('what strangers say of their host or origin changes nothing in a page that others get', async () => {
  await using web = await WebWorld.open({}, { edge: lineEdge });
  const { world } = web;
  const line = new EdgeLine(world.server.url, () => world.clock.now(), { base: '/tracker' });
  const poll = await line.ask('/tracker/live/poll', {
    headers: { host: 'evil.example', cookie: 'tracker_operator=x' },
  });
  assert.match(String(poll.headers['cache-control']), /^public, max-age=5$/);
  assert.doesNotMatch(JSON.stringify([poll.headers, poll.text]), /evil|set-cookie/);
  const map = await line.ask('/tracker/', { headers: { host: 'evil.example"><script>' } });
  assert.doesNotMatch(map.text, /evil/);
  assert.match(map.text, /data-live="\/tracker\/live\/poll" data-polled/);
  const stream = await line.ask('/tracker/live/events');
  assert.equal(stream.status, 204, 'no worker of PHP is held');
  const changes = await line.ask('/tracker/api/v1/changes');
  assert.equal(changes.status, 501, changes.text);
});
