// needs: web-server, php
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { smartcars3Five } from '../../src/contracts/smartcars3/smartcars3.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { serverRules } from '../../src/platform/phpvms5/edge-advice.ts';
import { type PrintedServer, printRules } from '../../src/platform/site/server-rules/printed.ts';
import { completeOf, updateOf } from '../wire/smartcars.ts';
import { World } from '../world.ts';
import { makeBait5 } from './bait-site.ts';
import { startPhpFpm } from './php-fpm.ts';
import { startWebServer, type WebServerName } from './web-server.ts';

// smartCARS 3 through real web servers, in front of a phpVMS 5 with clean URLs: through PHP as the server is set up, and
// by the printed proxy rules. The Script URL is joined with a path by concatenation, and no redirect is followed.

interface Case {
  readonly server: WebServerName;
  readonly sitePath: string;
  readonly way: 'php' | PrintedServer;
  /** Ends of the Script URL behind `smartcars.php` with which the site works. */
  readonly works: readonly ('/' | '?/')[];
}

const cases: readonly Case[] = [
  { server: 'apache with PHP-FPM', sitePath: '', way: 'php', works: ['/', '?/'] },
  { server: 'apache with mod_php', sitePath: '/crew', way: 'php', works: ['/', '?/'] },
  { server: 'apache with PHP-FPM', sitePath: '/crew', way: 'apache', works: ['/', '?/'] },
  // Its rule for PHP ends with the name of the script.
  { server: 'nginx', sitePath: '', way: 'php', works: ['?/'] },
  { server: 'nginx', sitePath: '/crew', way: 'nginx', works: ['/', '?/'] },
  { server: 'caddy', sitePath: '', way: 'php', works: ['/', '?/'] },
  { server: 'caddy', sitePath: '', way: 'caddy', works: ['/', '?/'] },
];

async function openSite({ server, sitePath, way }: Case) {
  const opened = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'tracker-smartcars-'));
  opened.defer(() => rmSync(home, { recursive: true }));
  const site = makeBait5(home, sitePath);
  const edge = {
    keys: () => site.keys(),
    trustsPeer: () => false,
    trustSetting: null,
    readFingerprint: async () => null,
    saveAddresses: () => {},
  };
  const config = { trustProxy: ['127.0.0.1'], crewCenter: { kind: 'embedded', version: '5' } as const };
  const contracts = [legacy, smartcars3Five] as const;
  const world = opened.use(await World.with({ contracts, edge, isServed: true, config, startsAt: Date.now() }));
  const address = world.server.url.replace('http://', '');
  const text = `<?php\nif (!defined('TRACKER_EDGE')) { http_response_code(403); exit; }\ndefine('TRACKER_SERVER', '${address}');\n`;
  writeFileSync(join(site.folder, 'acars/va_config.php'), text);
  const fpm = opened.use(await startPhpFpm(4));
  const rules = way === 'php' ? '' : printRules(way, serverRules(sitePath, [address]));
  const { documentRoot } = site;
  const web = opened.use(await startWebServer(server, { documentRoot, sitePath, fastcgi: fpm.socketPath, rules }));
  return { opened, world, url: `${web.origin}${sitePath}/acars/smartcars.php` };
}

/** One request as smartCARS makes it. */
async function ask(url: string, session: string, body?: object) {
  const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url, { headers, redirect: 'manual', ...sent });
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    json: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text || 'null') : null,
  };
}

async function fly(scriptUrl: string): Promise<void> {
  const ok = async (path: string, session = '', body?: object) => {
    const answer = await ask(`${scriptUrl}${path}`, session, body);
    assert.equal(answer.status, 200, `${scriptUrl}${path} ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer.json;
  };
  assert.equal((await ok('')).handler, 'phpvms5');
  const { session } = await ok('pilot/login?username=ada%40demo-air.example', '', { password: demoPassword });
  const [bid] = await ok('flights/bookings', session);
  assert.ok((await ok('flights/search?departureAirport=LSZ', session)).length > 0);
  const { trackingID } = await ok('flights/start', session, { bidID: bid.bidID });
  await ok('flights/update', session, updateOf(bid.bidID, trackingID));
  const log = Array.from(
    { length: 8_000 },
    (_, line) => `[10:00:00] Line ${line} of a long log, as long hauls have them`,
  );
  const done = completeOf(bid.bidID, trackingID, { flightLog: Buffer.from(log.join('\n')).toString('base64') });
  const { pirepID } = await ok('flights/complete', session, done);
  assert.equal((await ok('pireps/latest', session)).id, pirepID);
  assert.deepEqual(Object.keys((await ask(`${scriptUrl}flights/nope`, session)).json), ['message']);
  assert.equal((await ask(`${scriptUrl}data/airports`, 'wrong')).status, 401);
  const preflight = await fetch(`${scriptUrl}flights/search`, { method: 'OPTIONS' });
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [200, '*']);
}

suite('smartCARS 3 beside a phpVMS 5', { concurrency: 1 }, () => {
  for (const given of cases) {
    for (const end of ['/', '?/'] as const) {
      const works = given.works.includes(end);
      test(`${given.server}, ${given.way}, ${given.sitePath || '/'}: smartcars.php${end} ${works ? 'flies' : 'is not reached'}`, async () => {
        const { opened, url } = await openSite(given);
        await using _opened = opened;
        if (works) await fly(`${url}${end}`);
        else assert.notEqual((await ask(`${url}${end}`, '')).json?.handler, 'phpvms5');
      });
    }
  }
});
