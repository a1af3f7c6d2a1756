// needs: php
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Secret } from '../../src/lib/secret.ts';
import { deriveEdgeKey, readEdgeReport } from '../../src/platform/edge-signature.ts';
import { moduleFiles, moduleSource } from '../../src/platform/phpvms7/module-files.ts';
import { findPart, phpPart } from './parts.ts';

interface Seen {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const [php = ''] = findPart(phpPart);
const seen: Seen[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const { method = '', url = '', headers } = request;
  seen.push({ method, target: url, headers, body: Buffer.concat(chunks).toString('utf8') });
  if (url.includes('redirect')) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  else if (url.includes('slow')) setTimeout(() => response.destroy(), 5_000).unref();
  else
    response
      .writeHead(409, { 'content-type': 'application/problem+json', 'x-inner': '1', 'retry-after': '5' })
      .end('{"no":1}');
});
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => {
  server.closeAllConnections();
  server.close();
});
const address = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly server?: Readonly<Record<string, string>>;
}

async function forward(request: Request, to = address()): Promise<[number, Record<string, string>, string] | null> {
  const child = spawn(php, [join(import.meta.dirname, 'phpvms7/forward.php'), moduleSource, to]);
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stdin.end(JSON.stringify(request));
  await once(child, 'close');
  return JSON.parse(out);
}

test('every PHP file of the module is PHP', () => {
  for (const { path } of moduleFiles().filter(
    (each) => each.path.endsWith('.php') && !each.path.endsWith('.blade.php'),
  )) {
    const run = spawnSync(php, ['-l', join(moduleSource, path)], { encoding: 'utf8' });
    assert.equal(run.status, 0, run.stdout);
  }
});

test('a request passes unchanged, signed for it, and nothing else of the visitor goes on', async () => {
  const body = '{"lat":47.5,"text":"é🛫"}';
  const answer = await forward({
    method: 'POST',
    path: '/api/tracker/position',
    body,
    headers: {
      'content-type': 'application/json',
      cookie: 'phpvms_session=secret',
      'x-forwarded-for': '6.6.6.6',
      'user-agent': 'Client/1\r\nX-Evil: 1',
    },
    server: {
      QUERY_STRING: 'b=2&a=a%2Fb',
      REDIRECT_HTTP_AUTHORIZATION: 'Bearer abc',
      REMOTE_ADDR: '203.0.113.9',
      HTTPS: 'on',
      HTTP_HOST: 'crew.example',
      HTTP_X_FORWARDED_FOR: '198.51.100.7',
      DOCUMENT_ROOT: '/',
    },
  });
  assert.deepEqual(answer, [409, { 'content-type': 'application/problem+json', 'retry-after': '5' }, '{"no":1}']);
  const request = seen.at(-1);
  assert.ok(request !== undefined);
  assert.deepEqual([request.method, request.target, request.body], ['POST', '/api/tracker/position?b=2&a=a%2Fb', body]);
  assert.equal(request.headers.authorization, 'Bearer abc');
  assert.equal(request.headers['user-agent'], 'Client/1X-Evil: 1');
  for (const name of ['cookie', 'x-forwarded-for', 'x-evil']) assert.equal(request.headers[name], undefined, name);
  const key = deriveEdgeKey(new Secret('base64:a key that both sides read'));
  assert.ok(key !== null);
  const header = String(request.headers['x-tracker-edge']);
  const report = readEdgeReport(header, request, key, Date.now());
  assert.deepEqual(
    [report?.peer, report?.isHttps, report?.host, report?.forwardedFor, report?.forwardedProto, report?.documentRoot],
    ['203.0.113.9', true, 'crew.example', '198.51.100.7', null, '/'],
  );
  assert.equal(readEdgeReport(header, { ...request, target: '/api/tracker/cancel' }, key, Date.now()), null);
});

test('no redirect is followed', async () => {
  const before = seen.length;
  assert.equal((await forward({ method: 'GET', path: '/api/tracker/redirect' }))?.[0], 302);
  assert.equal(seen.length, before + 1);
});

for (const [name, path, to] of [
  ['nobody listens', '/api/tracker/status', '127.0.0.1:1'],
  ['no answer in time', '/api/tracker/slow', null],
] as const) {
  test(`no answer: ${name}`, async () => assert.equal(await forward({ method: 'GET', path }, to ?? address()), null));
}

test('an address elsewhere does not count unless it stands in the file', async () => {
  assert.equal(await forward({ method: 'GET', path: '/api/tracker/status' }, '192.0.2.1:80'), null);
});
