// needs: web-server, php
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { directHeader } from '../../src/lib/direct-header.ts';
import { Secret } from '../../src/lib/secret.ts';
import { serverRules } from '../../src/platform/phpvms7/edge-advice.ts';
import { Rest } from '../../src/platform/phpvms7/rest.ts';
import { type PrintedServer, printRules } from '../../src/platform/site/server-rules/printed.ts';
import { type PhpFpm, startPhpFpm } from './php-fpm.ts';
import { startWebServer, type WebServerName, webServers } from './web-server.ts';

// The rule that hands over exactly the ACARS paths of a phpVMS 7's own API, under real web servers: what goes where, that nothing
// of a request is lost on the way, and that Tracker's own calls to the site do not come back.

const printed: Readonly<Record<WebServerName, PrintedServer>> = {
  nginx: 'nginx',
  'apache with mod_php': 'apache',
  'apache with PHP-FPM': 'apache',
  caddy: 'caddy',
};

/** What Tracker is to answer, and what stays with the platform. */
const handedOver: readonly (readonly [method: string, path: string])[] = [
  ['POST', 'api/pireps/prefile'],
  ['POST', 'api/pireps/aB3-_9/update'],
  ['PUT', 'api/pireps/aB3-_9/update'],
  ['POST', 'api/pireps/aB3-_9/file'],
  ['PUT', 'api/pireps/aB3-_9/cancel'],
  ['DELETE', 'api/pireps/aB3-_9/cancel'],
  ['POST', 'api/pireps/aB3-_9/acars/position'],
  ['POST', 'api/pireps/aB3-_9/acars/positions'],
  ['GET', 'api/pireps/aB3-_9/acars/position?page=2&x=a%2Fb'],
  ['POST', 'api/pireps/aB3-_9/acars/logs'],
  ['POST', 'api/pireps/aB3-_9/acars/events'],
  ['GET', 'api/pireps/aB3-_9/acars/geojson'],
  ['PUT', 'api/pireps/aB3-_9'],
  ['POST', 'api/pireps/aB3-_9/'],
  ['PATCH', 'api/pireps/aB3-_9'],
  // The same program by other paths.
  ['PUT', 'index.php/api/pireps/aB3-_9/cancel'],
  ['POST', 'index.php/api/pireps/aB3-_9'],
  ['PUT', 'public/index.php/api/pireps/aB3-_9/cancel'],
  ['PUT', 'public/api/pireps/aB3-_9/cancel'],
  // What a web server would decode reaches Tracker as it was sent, or is refused by it.
  ['PUT', 'api/pireps/aB3-_9%20/cancel'],
  ['PUT', 'api/pireps/aB3-_9%E2%80%8B/cancel'],
];
const left: readonly (readonly [method: string, path: string])[] = [
  ['GET', 'api/user'],
  ['GET', 'api/pireps'],
  ['GET', 'api/pireps/aB3-_9'],
  ['GET', 'index.php/api/pireps/aB3-_9'],
  ['POST', 'api/pireps/aB3-_9/comments'],
  ['POST', 'api/pireps/aB3-_9/fields'],
  ['DELETE', 'api/pireps/aB3-_9/route'],
  ['GET', 'api/pireps/aB3-_9/finances'],
  ['GET', 'api/acars/geojson'],
  ['DELETE', 'api/user/bids'],
  ['POST', 'api/other/pireps/prefile'],
  ['POST', 'api/pireps/aB3-_9/update/more'],
  ['POST', 'pireps/aB3-_9/file'],
];

const platform = `<?php header('Content-Type: application/json');
echo json_encode(array('by' => 'platform', 'method' => $_SERVER['REQUEST_METHOD'], 'target' => $_SERVER['REQUEST_URI'],
  'key' => isset($_SERVER['HTTP_X_API_KEY']) ? $_SERVER['HTTP_X_API_KEY'] : null, 'body' => file_get_contents('php://input')));`;

const direct = new Secret('0123456789abcdef'.repeat(4));
/** Header values of strangers. */
const foreign = [
  '1',
  '0',
  direct.reveal().slice(0, -1),
  `${direct.reveal()}0`,
  direct.reveal().toUpperCase(),
  '^$',
  '*',
];

/** Says what it was asked, as the platform above does. */
const tracker = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method, url, headers } = request;
  const said = {
    by: 'tracker',
    method,
    target: url,
    key: headers['x-api-key'] ?? null,
    from: headers['x-forwarded-for'],
  };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ ...said, body: Buffer.concat(chunks).toString() }));
});

const home = await mkdtemp(join(tmpdir(), 'tracker-core-rules-'));
let fpm: PhpFpm;
before(async () => {
  await chmod(home, 0o755);
  await new Promise<void>((resolve) => void tracker.listen(0, '127.0.0.1', resolve));
  fpm = await startPhpFpm(2);
});
after(async () => {
  await fpm[Symbol.asyncDispose]();
  tracker.closeAllConnections();
  tracker.close();
  await rm(home, { recursive: true });
});

async function openSite(name: WebServerName, sitePath: string) {
  const documentRoot = await mkdtemp(join(home, 'site-'));
  await chmod(documentRoot, 0o755);
  const write = async (path: string, text: string) => {
    const file = join(documentRoot, sitePath, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const rewrite = ['RewriteEngine On', 'RewriteCond %{REQUEST_FILENAME} !-f', 'RewriteCond %{REQUEST_FILENAME} !-d'];
  await write('.htaccess', [...rewrite, `RewriteRule ^ ${sitePath}/index.php [L]`, ''].join('\n'));
  await write('index.php', platform);
  const servers = [`127.0.0.1:${(tracker.address() as AddressInfo).port}`] as const;
  const rules = serverRules(sitePath, servers, { shown: documentRoot, direct });
  const passed = [...rules.passed, ...rules.handedOver];
  const text = printRules(printed[name], { ...rules, passed });
  const server = await startWebServer(name, { documentRoot, sitePath, fastcgi: fpm.socketPath, rules: text });
  return { url: `${server.origin}${sitePath}`, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

for (const name of webServers) {
  for (const sitePath of ['', '/crew']) {
    test(`${name}${sitePath === '' ? '' : ' in a subfolder'}: exactly the ACARS paths are handed over, whole`, async () => {
      await using site = await openSite(name, sitePath);
      const ask = async (method: string, path: string) => {
        const body = method === 'GET' ? '' : `{"text":"é ${path}"}`;
        const headers = { 'x-api-key': 'a-key', 'content-type': 'application/json' };
        const response = await fetch(`${site.url}/${path}`, { method, headers, ...(body !== '' && { body }) });
        const text = await response.text();
        assert.equal(response.status, 200, `${path}: ${text}`);
        const said = JSON.parse(text);
        const wanted = { method, target: `${sitePath}/${path}`, key: 'a-key', body };
        for (const [member, value] of Object.entries(wanted)) assert.equal(said[member], value, `${path}: ${member}`);
        return said as { readonly by: string; readonly from?: string };
      };
      for (const [method, path] of handedOver) {
        const said = await ask(method, path);
        assert.deepEqual([said.by, said.from], ['tracker', '127.0.0.1'], path);
      }
      for (const [method, path] of left) assert.equal((await ask(method, path)).by, 'platform', path);
    });

    test(`${name}${sitePath === '' ? '' : ' in a subfolder'}: Tracker’s own calls to the site do not come back`, async () => {
      await using site = await openSite(name, sitePath);
      const rest = new Rest(site.url, direct);
      const paths = [
        'pireps/prefile',
        'pireps/aB3/update',
        'pireps/aB3/file',
        'pireps/aB3/acars/position',
        'pireps/aB3',
      ];
      for (const path of paths) {
        const call = { method: 'POST', path, key: new Secret('a-key'), body: { a: 1 }, lane: 'urgent' } as const;
        const answer = await rest.ask({ ...call, timeoutMs: 10_000 });
        assert.ok(answer.kind === 'response');
        const { by, target, body } = answer.json as Readonly<Record<string, string>>;
        assert.deepEqual([by, target, body], ['platform', `${sitePath}/api/${path}`, '{"a":1}']);
      }
      rest.close();
      for (const value of foreign) {
        const init = { method: 'POST', headers: { [directHeader]: value }, body: '{}' };
        for (const path of ['pireps/prefile', 'pireps/aB3/cancel', 'pireps/aB3']) {
          const said = (await (await fetch(`${site.url}/api/${path}`, init)).json()) as { readonly by: string };
          assert.equal(said.by, 'tracker', `${path} with ${value}`);
        }
      }
    });
  }
}
