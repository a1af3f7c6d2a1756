// needs: web-server, php
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { loadConfig } from '../../src/config/config.ts';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { serverRules as rulesOf5 } from '../../src/platform/phpvms5/edge-advice.ts';
import { serverRules as rulesOf7 } from '../../src/platform/phpvms7/edge-advice.ts';
import { type PrintedServer, printRules } from '../../src/platform/site/server-rules/printed.ts';
import { readPage } from '../docs/fences.ts';
import { assertFigures, flyFast, madeRecording } from '../flying/flights.ts';
import { pilot } from '../flying/served.ts';
import { until } from '../until.ts';
import { World } from '../world.ts';
import { startDocumentedNginx } from './documented-nginx.ts';
import { type PhpFpm, startPhpFpm } from './php-fpm.ts';
import { freePort } from './ports.ts';
import { startWebServer, type WebServerName, webServers } from './web-server.ts';

const printed: Readonly<Record<WebServerName, PrintedServer>> = {
  nginx: 'nginx',
  'apache with mod_php': 'apache',
  'apache with PHP-FPM': 'apache',
  caddy: 'caddy',
};

const secret = 'canary: nobody may read this';
/** In the public folder of a version 5, and of a version 7. */
const bait5 = [
  ...[
    'acars/va_config.php',
    'acars/va_config.sample.php',
    'acars/_tracker_common.php',
    'acars/_tracker_key.php',
    'acars/sessions/a.txt',
    'acars/sessions/sess_abc',
    'acars/reports/b.html',
  ],
  ...[
    'acars/logs/c.txt',
    'acars/cache/d',
    'acars/storage/journal.sqlite',
    'acars/old.json',
    'acars/all.zip',
    'core/logs/log.txt',
  ],
  ...['install/sql/install.sql', 'core/hooks/system/autoload.php.1', 'core/cache/x'],
];
const baitOfBoth = [
  ...[
    '.env',
    '.git/HEAD',
    'dump.sql',
    'config.ini',
    'config.php.bak',
    'a.inc',
    'index.php~',
    'access.log',
    'error_log',
  ],
  ...[
    '.htpasswd',
    'sub/.env.old',
    'sub/.svn/entries',
    'x.swp',
    'site.old',
    'db.sqlite',
    'acars/login.php.1',
    'dump.sql.gz',
  ],
];
const bait7 = ['acars/login.php', 'acars/sessions/a.txt', 'acars/reports/b.html', 'acars/logs/c', 'acars/cache/d'];
/** Parts of a page, whose names have an ending of the denied ones inside. */
const assets = [
  ...[
    'lib/jquery.json-2.4.min.js',
    'lib/lang.ini.js',
    'readme.txt.html',
    'lib/brush.sql.min.css',
    'lib/x.conf.svg',
    'lib/charts.json.pdf',
  ],
];
const open = [
  ...[
    'lib/skins/main.css',
    'downloads/livery.zip',
    'downloads/manual.txt',
    '.well-known/acme-challenge/abc',
    ...assets,
  ],
];
/** Pages of the platform with the name of a file that nobody may read: it is none. */
const pages: readonly (readonly [method: string, path: string])[] = [
  ['DELETE', 'admin/log-viewer/api/files/ab12-laravel-2025-06-01.log'],
  ['GET', 'admin/log-viewer/api/files/ab12-laravel.log/download'],
  ['GET', 'page/config.ini'],
  ['POST', 'admin/downloads/fleet.sql'],
  ['GET', 'page/about.txt.old'],
  ['GET', 'errors.log'],
];

const home = await mkdtemp(join(tmpdir(), 'tracker-rules-'));
let fpm: PhpFpm;
before(async () => {
  await chmod(home, 0o755);
  fpm = await startPhpFpm(4);
});
after(async () => {
  await fpm[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

async function makeSite(version: 5 | 7, sitePath: string): Promise<string> {
  const root = join(home, `${version}${sitePath.replaceAll('/', '-')}`);
  const files = [...(version === 5 ? bait5 : bait7), ...baitOfBoth, ...open];
  const write = async (path: string, text: string) => {
    const file = join(root, sitePath, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  for (const path of files) await write(path, path.endsWith('.php') ? `<?php echo '${secret}';` : secret);
  const rewrite = ['RewriteEngine On', 'RewriteCond %{REQUEST_FILENAME} !-f', 'RewriteCond %{REQUEST_FILENAME} !-d'];
  await write('.htaccess', [...rewrite, `RewriteRule ^ ${sitePath}/index.php [L]`, ''].join('\n'));
  await write('index.php', '<?php echo "the platform: ", $_SERVER["REQUEST_URI"];');
  if (version === 5) {
    await write('acars/index.php', '<?php header("Location: ../index.php/acars");');
    // What the proxy rule has to win over.
    await write('acars/status.php', '<?php echo "PHP";');
  }
  return root;
}

const limits = { ...loadConfig({}).limits, requestBurst: 100_000 };

interface Site {
  readonly version: 5 | 7;
  readonly sitePath: string;
  /** Servers that the rules name beside ours, before it. */
  readonly others?: readonly string[];
  /** The rules as they are used: with shorter times. */
  readonly change?: (rules: string) => string;
}

/** A server of ours behind a web server that has the rules for it, as they are printed. */
async function openSite(name: WebServerName, { version, sitePath, others = [], change = (rules) => rules }: Site) {
  await using opened = new AsyncDisposableStack();
  const contract = version === 5 ? legacy : native;
  const config = { limits, trustProxy: ['127.0.0.1'] };
  const world = opened.use(await World.with({ contracts: [contract], isServed: true, config }));
  const server = world.server.url.replace('http://', '');
  const [first = server, ...rest] = [...others, server];
  const rules = change(printRules(printed[name], (version === 5 ? rulesOf5 : rulesOf7)(sitePath, [first, ...rest])));
  const documentRoot = await makeSite(version, sitePath);
  const site = { documentRoot, sitePath, fastcgi: fpm.socketPath, rules, outside: groupOf(rules) };
  const { origin } = opened.use(await startWebServer(name, site));
  const directory = await mkdtemp(join(home, 'client-'));
  const parts = opened.move();
  const url = `${origin}${sitePath}`;
  const get = (path: string, init: RequestInit = {}) => fetch(`${url}/${path}`, { redirect: 'manual', ...init });
  return { world, url, directory, get, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** What the rules for nginx say in a remark, because it stands outside of the server block. */
function groupOf(rules: string): string {
  const said = /^# upstream [^}]*}$/m.exec(rules)?.[0] ?? '';
  return said.replace(/^# /gm, '');
}

async function signIn({ get }: { get(path: string, init: RequestInit): Promise<Response> }, version: 5 | 7) {
  const body = JSON.stringify({ login: pilot.login, password: pilot.password });
  const headers = { 'content-type': 'application/json' };
  const answer = await get(version === 5 ? 'acars/login.php' : 'api/tracker/auth', { method: 'POST', headers, body });
  const { token } = (await answer.json()) as { token: string };
  return { 'x-tracker-token': token };
}

/** The first frame of the map's feed comes although the answer never ends. */
async function assertStreams(get: (path: string, init?: RequestInit) => Promise<Response>): Promise<void> {
  const aborting = new AbortController();
  const response = await get('tracker/live/events', { signal: aborting.signal });
  const { value } = (await response.body?.getReader().read()) ?? {};
  assert.match(Buffer.from(value ?? []).toString('utf8'), /retry:|data:/);
  aborting.abort();
}

suite('the rules that are printed', { concurrency: 2 }, () => {
  for (const name of webServers) {
    for (const version of [5, 7] as const) {
      for (const sitePath of ['', '/crew']) {
        test(`${name}, version ${version}${sitePath === '' ? '' : ' in a subfolder'}: flies, refuses the bait, leaves the platform its pages`, async () => {
          await using site = await openSite(name, { version, sitePath });
          const { get, world } = site;
          const bid = (await world.bidFor(await world.signIn(), 'EDDF')).id;
          const { variant, receipt } = await flyFast(site, madeRecording, { bidId: bid });
          assert.equal(variant, version === 5 ? 'legacy' : 'native');
          assertFigures(receipt);

          for (const path of [...baitOfBoth, ...(version === 5 ? bait5 : bait7)]) {
            const response = await get(path);
            assert.equal(response.status, 403, path);
            assert.doesNotMatch(await response.text(), /canary/, path);
          }
          for (const path of open) assert.equal((await get(path)).status, 200, path);
          for (const [method, path] of pages)
            assert.equal(await (await get(path, { method })).text(), `the platform: ${sitePath}/${path}`, path);
          assert.match(await (await get('index.php')).text(), /the platform/);
          const own = version === 5 ? 'acars/data' : 'api/status';
          assert.match(await (await get(own)).text(), /the platform/, 'a page of the platform below a path of ours');
          if (version === 5) assert.match((await get('acars/')).headers.get('location') ?? '', /index\.php\/acars/);

          await assertStreams(get);
          assert.equal((await get('tracker/')).status, 200);
          const script = version === 5 ? 'acars/submit_log.php' : 'api/tracker/finish';
          const { 'x-tracker-token': token } = await signIn(site, version);
          const headers = { 'x-tracker-token': token, 'content-type': 'application/json' };
          const large = await get(script, { method: 'POST', headers, body: `{"log":"${'x'.repeat(2_000_000)}"}` });
          assert.match(await large.text(), /"success":\s*(?:true|false)/, 'two megabytes are judged by us');
          // Paths of clients that append their own.
          const appended = version === 5 ? 'acars/smartcars.php/pilot/login' : 'api/tracker/smartcars/';
          assert.match(await (await get(appended)).text(), /"success":\s*false/);
          assert.doesNotMatch(world.logLines.join(''), /X-Forwarded-\* of this peer is ignored/);
        });
      }
    }
  }

  for (const name of webServers) {
    test(`${name}: of two servers one is gone, and no client notices`, async () => {
      const gone = `127.0.0.1:${await freePort()}`;
      await using site = await openSite(name, { version: 7, sitePath: '', others: [gone] });
      const { world } = site;
      // Caddy asks the servers itself, and has to have asked them.
      let answered = 0;
      await until(async () => {
        answered = (await site.get('api/tracker/status')).status === 200 ? answered + 1 : 0;
        return answered === 4;
      });
      const bid = (await world.bidFor(await world.signIn(), 'EDDF')).id;
      assertFigures((await flyFast(site, madeRecording, { bidId: bid })).receipt);
      for (let tried = 0; tried < 6; tried++) {
        const body = JSON.stringify({ login: pilot.login, password: pilot.password });
        const headers = { 'content-type': 'application/json' };
        assert.equal((await site.get('api/tracker/auth', { method: 'POST', headers, body })).status, 200);
      }
      await assertStreams(site.get);
    });

    test(`${name}: of two servers one takes requests and answers nothing: it is given up, and asked again only now and then`, async () => {
      await using silent = await listenSilently();
      const change = (rules: string) => rules.replaceAll(/(read_timeout |timeout=|header_timeout )20/g, '$12');
      await using site = await openSite(name, { version: 7, sitePath: '', others: [silent.address], change });
      // Before they have asked it, they do not know.
      await site.get('api/tracker/status');
      await site.get('api/tracker/status');
      const begun = performance.now();
      const statuses: number[] = [];
      for (let tried = 0; tried < 8; tried++) statuses.push((await site.get('api/tracker/status')).status);
      assert.ok(statuses.filter((status) => status === 200).length >= 7, statuses.join());
      assert.ok(performance.now() - begun < 8_000, 'less than two time limits and a pause');
    });
  }
});

test('nginx in front of several machines, as their page has it', async () => {
  const config = { limits, trustProxy: ['127.0.0.1'] };
  await using world = await World.with({ contracts: [native], isServed: true, config });
  const server = world.server.url.replace('http://', '');
  const site = { documentRoot: await makeSite(7, ''), fastcgi: fpm.socketPath };
  await using web = await startDocumentedNginx([server, server, server], site);
  for (const path of ['/api/tracker/status', '/tracker/'])
    assert.equal((await fetch(`${web.origin}${path}`)).status, 200);
  assert.match(readPage('docs/scaling.md'), /TRACKER_TRUST_PROXY=10\.0\.0\.4/);
});

/** A port whose server was paused: connections are taken by the system, and nobody reads them. */
async function listenSilently(): Promise<AsyncDisposable & { readonly address: string }> {
  const server = createServer((socket) => void socket.pause().on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
