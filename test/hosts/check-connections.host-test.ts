// needs: web-server, php
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { Secret } from '../../src/lib/secret.ts';
import { checkSite } from '../../src/platform/check/run.ts';
import { openEdgeKit } from '../../src/platform/open-edge.ts';
import { openSiteProfile } from '../../src/platform/open-profile.ts';
import { serverRules } from '../../src/platform/phpvms5/edge-advice.ts';
import { keyFile } from '../../src/platform/phpvms5/edge-key.ts';
import { deriveKey, type EdgeKeys } from '../../src/platform/site/edge-signature.ts';
import type { FindingName } from '../../src/platform/site/finding-kinds.ts';
import { printRules } from '../../src/platform/site/server-rules/printed.ts';
import { World } from '../world.ts';
import { makeBait5, makeBait7 } from './bait-site.ts';
import { startPhpFpm } from './php-fpm.ts';
import { freePort } from './ports.ts';
import { startWebServer } from './web-server.ts';

interface Case {
  readonly what: string;
  readonly finds: readonly FindingName[];
  /** Changes the rules of nginx. */
  readonly rules?: (rules: string) => string;
  readonly trustProxy?: readonly string[];
  /** Of the server that is reached. */
  readonly keys?: EdgeKeys;
  readonly isStopped?: true;
  /** Through the crew center's PHP, with so many workers. */
  readonly workers?: number;
  /** Only so many of them until more are needed. */
  readonly atFirst?: number;
  /** So many calls may wait in PHP at once. */
  readonly waits?: number;
  /** The folder was copied, and not installed: the database password is the key. */
  readonly isCopied?: true;
  /** Tracker is not installed yet. */
  readonly isBare?: true;
  readonly host?: string;
  /** The site is a version 7, whose front controller this is. */
  readonly frontOf7?: string;
}

/** What a phpVMS 7 replies to each call of a module that was written for another release: PHP's own words, in its own form. */
const withoutBase = `<?php
$path = strtok($_SERVER["REQUEST_URI"], "?");
if (str_starts_with($path, "/api/tracker/") || str_starts_with($path, "/api/by-tracker/")) {
  http_response_code(500);
  header("Content-Type: application/problem+json");
  echo json_encode(["title" => "Class \\"App\\\\Contracts\\\\Controller\\" not found", "status" => 500]);
} else if ($path === "/api/status") {
  header("Content-Type: application/json");
  echo "{}";
} else if (!in_array($path, ["/", "/livemap"])) http_response_code(404);
else echo "the platform";`;

const stranger = { byKind: { file: deriveKey('file', new Secret('b'.repeat(64))) as Secret }, before: null };
const everywhere = (line: string) => (rules: string) =>
  rules.replaceAll('proxy_http_version 1.1;', `proxy_http_version 1.1; ${line}`);

const cases: readonly Case[] = [
  { what: 'as it should be', finds: [] },
  {
    what: 'the header Authorization is taken away',
    finds: ['authorization-stripped'],
    rules: everywhere('proxy_set_header Authorization "";'),
  },
  { what: 'bodies of a megabyte at most', finds: ['body-limit'], rules: (rules) => rules.replaceAll('16m', '1m') },
  { what: 'a proxy that waits for a second', finds: ['time-limit'], rules: (rules) => rules.replaceAll('90s', '1s') },
  { what: 'a proxy that is not named', finds: ['proxy-not-trusted', 'contract-limited'], trustProxy: [] },
  {
    what: 'a proxy that passes on what clients say',
    finds: ['proxy-trusts-anyone'],
    rules: (rules) => rules.replaceAll('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for'),
  },
  {
    what: 'a proxy that appends',
    finds: [],
    rules: (rules) => rules.replaceAll('$remote_addr', '$proxy_add_x_forwarded_for'),
  },
  { what: 'the server of another site', finds: ['other-server', 'address-taken'], keys: stranger },
  { what: 'nobody behind the proxy', finds: ['contract-not-answering'], isStopped: true },
  // nginx takes a megabyte unless told otherwise.
  { what: 'through PHP with enough workers', finds: ['body-limit', 'script-url-not-reached'], workers: 8 },
  {
    what: 'through PHP on an idle site, whose workers start when they are needed',
    finds: ['body-limit', 'script-url-not-reached'],
    // One is added in the first second, two in the next: a page waits for longer than a call.
    workers: 12,
    atFirst: 1,
    waits: 6,
  },
  { what: 'a site before the install', finds: ['edge-missing', 'body-limit'], workers: 4, isBare: true },
  { what: 'a folder that was copied by FTP', finds: ['server-not-identified'], isCopied: true },
  {
    what: 'the server of another site, and a folder that was copied',
    finds: ['server-not-identified', 'address-taken'],
    keys: stranger,
    isCopied: true,
  },
  {
    what: 'a folder that was copied, through PHP',
    finds: ['server-not-identified', 'body-limit', 'script-url-not-reached'],
    isCopied: true,
    workers: 4,
  },
  {
    what: 'through PHP with two workers',
    finds: ['workers-too-few', 'body-limit', 'script-url-not-reached'],
    workers: 2,
  },
  {
    what: 'a module that misses the base controller of its platform',
    finds: ['module-outdated', 'body-limit'],
    workers: 4,
    frontOf7: withoutBase,
  },
  { what: 'plain http for everybody', finds: ['plain-http', 'contract-limited'], host: '0.0.0.0' },
];

async function findings({ rules: change = (text) => text, trustProxy = ['127.0.0.1'], ...given }: Case) {
  await using opened = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'tracker-connection-'));
  opened.defer(() => rmSync(home, { recursive: true }));
  const site = given.frontOf7 === undefined ? makeBait5(home, '') : makeBait7(home, '');
  if (given.frontOf7 !== undefined) site.write('index.php', given.frontOf7);
  if (given.isBare) rmSync(join(site.folder, 'acars'), { recursive: true });
  if (given.isCopied) rmSync(join(site.folder, 'acars', keyFile));
  const contracts = [site.version === 5 ? legacy : native] as const;
  const edge = {
    keys: () => given.keys ?? site.keys(),
    trustsPeer: () => false,
    trustSetting: null,
    readFingerprint: async () => null,
    saveAddresses: () => {},
  };
  const world = opened.use(
    await World.with({ contracts, edge, isServed: true, config: { trustProxy }, startsAt: Date.now() }),
  );
  const address = world.server.url.replace('http://', '');
  const target = given.isStopped ? `127.0.0.1:${await freePort()}` : address;
  const all = change(printRules('nginx', serverRules('', [target])));
  const [, denials = ''] = all.split('# What nobody may read.');
  const fpm = opened.use(await startPhpFpm(given.workers ?? 4, given.atFirst));
  const rules = given.workers === undefined ? all : denials.replaceAll(/^#.*$/gm, '');
  if (given.workers !== undefined && site.version === 5 && !given.isBare) {
    const text = `<?php\nif (!defined('TRACKER_EDGE')) { http_response_code(403); exit; }\ndefine('TRACKER_SERVER', '${address}');\n`;
    writeFileSync(join(site.folder, 'acars/va_config.php'), text);
  }
  const { documentRoot, sitePath, folder } = site;
  const server = opened.use(await startWebServer('nginx', { documentRoot, sitePath, fastcgi: fpm.socketPath, rules }));
  const url = server.origin.replace('127.0.0.1', given.host ?? '127.0.0.1');
  site.configure(url);
  const kit = await openEdgeKit(folder, { data: join(home, 'data'), backup: null, listen: address });
  const limits = { crewCenterTimeoutMs: 1_000, maxForwardedWaits: given.waits ?? 3, listen: world.server.url };
  const host = { databaseServer: null, php: null, reportIntervalS: 60, suspendAfterMin: 30, abandonAfterH: 72 };
  const { report } = await checkSite({ folder, kit, profile: openSiteProfile(folder), url, limits, formats: [], host });
  // The database of this site is nowhere.
  return report.findings.filter(({ name }) => name !== 'database-unreachable');
}

suite('the way to the server', { concurrency: 2 }, () => {
  for (const given of cases) {
    test(given.what, async () => {
      const found = await findings(given);
      assert.deepEqual(
        [...new Set(found.map(({ name }) => name))].sort(),
        [...given.finds].sort(),
        found.map(({ name, evidence }) => `${name}: ${evidence}`).join('\n'),
      );
    });
  }
});
