import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../../test/until.ts';
import { readReleaseFile } from '../../cli/newest-release.ts';
import { Wire } from '../../conform/wire.ts';
import { Secret } from '../../lib/secret.ts';
import { createAsk } from './ask.ts';
import { askForFiles } from './denied-folder.ts';
import { runChecks } from './edge-kit.ts';
import { deriveKey } from './edge-signature.ts';
import { ownerOf } from './owner.ts';
import { askIdentity } from './server-identity.ts';
import { SiteRequests } from './site-requests.ts';

async function serve(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A body that ends only with its connection; `sent` counts what was written. */
function endless(sent: { bytes: number }): RequestListener {
  const piece = Buffer.alloc(65_536, 'x');
  return (_request, response) => {
    const write = () => {
      while (!response.destroyed) {
        sent.bytes += piece.length;
        if (!response.write(piece)) return;
      }
    };
    response.on('drain', write);
    write();
  };
}

/** Every way in which the checks of a site, and what looks at releases and contracts, ask somebody else's server. */
const kit = {
  keys: () => ({ byKind: { app: deriveKey('app', new Secret('a'.repeat(32))) as Secret }, before: null }),
  statusPath: '/status',
};
const check = { method: 'POST', path: '/x', what: 'is there', judge: () => null } as const;
const waysToAsk: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'a page': (url) => createAsk()(`${url}/page`, { redirects: 'same-site' }),
  'a file that is made for it': async (url) => {
    const folder = mkdtempSync(join(tmpdir(), 'tracker-ask-'));
    try {
      await askForFiles(ownerOf(folder), { folder, urls: [url] }, { folder, urls: [url] });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  'the edge’s checks': (url) => runChecks(url, [check]),
  'whose server it is': (url) => askIdentity(url, kit),
  'any request': (url) => new SiteRequests().send(url, { redirects: 'same-site' }),
};
const others: typeof waysToAsk = {
  'the newest release': (url) => assert.rejects(readReleaseFile(`${url}/version.json`), /more than 1 MiB/),
  'a contract': (url) => new Wire(url).send({ method: 'GET', path: '/x' }),
};

for (const [what, ask] of Object.entries(waysToAsk))
  test(`${what}: a redirect to another host, another port or another scheme is not followed`, async () => {
    await using inside = await serve((_request, response) => response.end('inside'));
    for (const target of [
      inside.url,
      `http://localhost:${inside.port}/`,
      'file:///etc/passwd',
      `//127.0.0.2:${inside.port}/`,
    ]) {
      await using site = await serve((_request, response) => response.writeHead(302, { location: target }).end());
      await ask(site.url);
      assert.ok(site.asked.length > 0);
    }
    assert.deepEqual(inside.asked, []);
  });

for (const [what, ask] of Object.entries({ ...waysToAsk, ...others }))
  test(`${what}: a body without end is read up to a limit`, { timeout: 60_000 }, async () => {
    const sent = { bytes: 0 };
    await using site = await serve(endless(sent));
    await ask(site.url);
    // With what the system's buffers hold.
    assert.ok(sent.bytes < 64_000_000, `${sent.bytes} bytes were taken`);
  });

test('a redirect within the site is followed: to a path, with and without www., and from http to https', async () => {
  await using site = await serve((request, response) => {
    if (request.url === '/end') response.end(`${request.method}`);
    else response.writeHead(request.url === '/kept' ? 308 : 301, { location: '/end' }).end();
  });
  const requests = new SiteRequests({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
  const send = async (path: string, method: string, host = '127.0.0.1') => {
    const { url, body } = await requests.send(`http://${host}:${site.port}${path}`, { method, redirects: 'same-site' });
    return `${body} ${new URL(url).pathname}`;
  };
  assert.equal(await send('/', 'GET'), 'GET /end');
  assert.equal(await send('/', 'POST'), 'GET /end');
  assert.equal(await send('/kept', 'POST'), 'POST /end');
  await using www = await serve((request, response) => {
    if (request.headers.host?.startsWith('www.')) response.end('www');
    else response.writeHead(301, { location: `http://www.crew.example:${www.port}/` }).end();
  });
  const { url } = await requests.send(`http://crew.example:${www.port}/`, { redirects: 'same-site' });
  assert.equal(new URL(url).hostname, 'www.crew.example');
});

test('a redirect in a circle ends', async () => {
  await using site = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
  assert.equal((await new SiteRequests().send(site.url, { redirects: 'same-site' })).status, 302);
  assert.equal(site.asked.length, 6);
});

test('a name that leads inside later is not asked any more, one that had this address at first is', async () => {
  await using inside = await serve((_request, response) => response.end('inside'));
  const addresses = ['127.0.0.2', '127.0.0.1'];
  const requests = new SiteRequests({
    resolve: async () => [{ address: addresses.shift() ?? '127.0.0.1', family: 4 }],
  });
  const url = `http://crew.example:${inside.port}/`;
  await assert.rejects(requests.send(url), /ECONNREFUSED/);
  await assert.rejects(requests.send(url), /crew\.example was not asked: it leads to 127\.0\.0\.1 now/);
  assert.deepEqual(inside.asked, []);
  const local = new SiteRequests({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
  for (const _ of [1, 2]) assert.equal(String((await local.send(url)).body), 'inside');
});

test('the end of the whole ends every request, and starts none', async () => {
  await using silent = await serve(() => undefined);
  const end = new AbortController();
  const requests = new SiteRequests({ signal: end.signal });
  const waiting = requests.send(silent.url, { timeoutMs: 60_000 });
  await until(() => silent.asked.length > 0);
  end.abort(new DOMException('over', 'TimeoutError'));
  await assert.rejects(waiting, { name: 'TimeoutError' });
  await assert.rejects(requests.send(silent.url), { name: 'TimeoutError' });
  assert.equal(silent.asked.length, 1);
});
