// needs: web-server, php
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { coreHandedOver } from '../../src/contracts/phpvms7-core/phpvms7-core.ts';
import { Secret } from '../../src/lib/secret.ts';
import { edgeKeys } from '../../src/platform/phpvms7/edge-address.ts';
import { serverRules } from '../../src/platform/phpvms7/edge-advice.ts';
import { inspectOwnCalls } from '../../src/platform/phpvms7/own-calls.ts';
import { directSecret } from '../../src/platform/site/direct-header.ts';
import { printRules } from '../../src/platform/site/server-rules/printed.ts';
import { SiteRequests } from '../../src/platform/site/site-requests.ts';
import { World } from '../world.ts';
import { type PhpFpm, startPhpFpm } from './php-fpm.ts';
import { freePort } from './ports.ts';
import { startWebServer } from './web-server.ts';

// What `tracker check` says of Tracker's own calls to a phpVMS 7: at an APP_URL that redirects or leads nowhere, and where a rule hands
// over phpVMS's API.

const keys = edgeKeys(new Secret('a key of 32 bytes that both sides read'));
const direct = directSecret(keys);
const othersDirect = directSecret(edgeKeys(new Secret('another key of 32 bytes that nobody reads')));

/** As printed before the header had a secret value. */
const oldRule = (server: string) => `location ~ "^/api/pireps/(prefile|[^/]+/(update|file|cancel|acars/[a-z]+))/?$" {
    if ($http_x_tracker_direct) { rewrite ^ /index.php last; }
    proxy_pass http://${server};
}`;

const printed =
  (name: 'nginx' | 'apache', secret: Secret | null) =>
  (server: string): string => {
    const rules = serverRules('', [server], { shown: null, direct: secret });
    return printRules(name, { ...rules, passed: [...rules.passed, ...rules.handedOver] });
  };

interface Case {
  readonly what: string;
  readonly rules: (server: string) => string;
  readonly found: readonly (readonly [name: string, evidence: RegExp])[];
  readonly server?: 'apache with PHP-FPM';
}

const cases: readonly Case[] = [
  { what: 'nginx hands over', rules: printed('nginx', direct), found: [] },
  { what: 'Apache hands over', server: 'apache with PHP-FPM', rules: printed('apache', direct), found: [] },
  { what: 'nothing is handed over', rules: printed('nginx', null), found: [] },
  {
    what: 'a rule of before',
    rules: oldRule,
    found: [['hand-over-open', /any value of X-Tracker-Direct, PUT \/api\/pireps\/tracker-check, \/index\.php\//]],
  },
  {
    what: 'a rule of another installation',
    rules: printed('nginx', othersDirect),
    found: [['hand-over-returns', /came back/]],
  },
  {
    what: 'a redirect to https',
    rules: () => 'if ($http_host) { return 301 https://crew.example$request_uri?key=secret; }',
    found: [['app-url-redirects', /^301 to https:\/\/crew\.example$/]],
  },
  {
    what: 'another program',
    rules: () => 'location /api/ { return 200 "hello"; }',
    found: [['app-url-not-reached', /^200, and no JSON$/]],
  },
];

const home = await mkdtemp(join(tmpdir(), 'tracker-own-calls-'));
let fpm: PhpFpm;
before(async () => {
  await chmod(home, 0o755);
  await writeFile(join(home, 'index.php'), '<?php header("Content-Type: application/json"); echo "{}";');
  const rewrite = 'RewriteEngine On\nRewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^ /index.php [L]\n';
  await writeFile(join(home, '.htaccess'), rewrite);
  fpm = await startPhpFpm(2);
});
after(async () => {
  await fpm[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

suite('calls of phpVMS’s own API, as tracker check sees them', () => {
  for (const { what, rules, found, server = 'nginx' } of cases)
    test(what, async () => {
      const edge = {
        keys: () => keys,
        trustsPeer: () => false,
        trustSetting: null,
        readFingerprint: async () => null,
        saveAddresses: () => {},
      };
      const config = { trustProxy: ['127.0.0.1'] };
      await using world = await World.with({ contracts: [coreHandedOver], edge, isServed: true, config });
      const text = rules(world.server.url.replace('http://', ''));
      const site = { documentRoot: home, sitePath: '', fastcgi: fpm.socketPath, rules: text };
      await using web = await startWebServer(server, site);
      const seen = await inspectOwnCalls({ siteUrl: web.origin, keys, direct, requests: new SiteRequests() });
      assert.deepEqual(
        seen.map(({ name }) => name),
        found.map(([name]) => name),
        JSON.stringify(seen),
      );
      for (const [index, [, evidence]] of found.entries()) assert.match(seen[index]?.evidence ?? '', evidence);
      assert.ok(!JSON.stringify(seen).includes(direct?.reveal() ?? 'secret'), 'the secret is in a finding');
      assert.ok(!world.logLines.join('').includes(direct?.reveal() ?? 'secret'), 'the secret is in the log');
    });

  test('an address where nobody listens', async () => {
    const siteUrl = `http://127.0.0.1:${await freePort()}`;
    const [seen] = await inspectOwnCalls({ siteUrl, keys, direct, requests: new SiteRequests() });
    assert.deepEqual([seen?.name, seen?.evidence], ['app-url-not-reached', 'ECONNREFUSED']);
  });
});
