// needs: php
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Secret } from '../../src/lib/secret.ts';
import { edgeKeys } from '../../src/platform/phpvms7/edge-address.ts';
import { moduleFiles, moduleSource } from '../../src/platform/phpvms7/module-files.ts';
import { readEdgeReport } from '../../src/platform/site/edge-signature.ts';
import { findPart, phpPart } from './parts.ts';
import { answerHello, serverNonce } from './proving-server.ts';

interface Seen {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const [php = ''] = findPart(phpPart);
const seen: Seen[] = [];
const appKey = 'a key of 32 bytes that both sides read';
const keys = edgeKeys(new Secret(appKey));
let proves: typeof keys | null = keys;
const server = createServer(async (request, response) => {
  if (answerHello(request, response, proves)) return;
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

async function run(request: Request, ...args: readonly string[]): Promise<unknown> {
  const script = join(import.meta.dirname, 'phpvms7/forward.php');
  const child = spawn(php, [script, moduleSource, ...args]);
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stdin.end(JSON.stringify(request));
  await once(child, 'close');
  return JSON.parse(out);
}

/** `to` is what the setting says; an answer of two texts is a problem and its sentence. */
async function forward(request: Request, to = address(), ...more: readonly string[]) {
  const said = await run(request, to, ...more);
  return said as [number, Record<string, string>, string] | [string, string, number] | null;
}

interface Controlled {
  readonly status: number;
  readonly body: string;
  /** Lines in the platform's log. */
  readonly logged: readonly string[];
  /** How often a setting was read from the database. */
  readonly asked: number;
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
      'x-api-key': 'abc-key',
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
  assert.equal(request.headers['x-api-key'], 'abc-key');
  assert.equal(request.headers['user-agent'], 'Client/1X-Evil: 1');

  for (const name of ['cookie', 'x-forwarded-for', 'x-evil']) assert.equal(request.headers[name], undefined, name);
  const header = String(request.headers['x-tracker-edge']);
  const said = { ...request, nonce: serverNonce };
  const report = readEdgeReport(header, said, keys, Date.now());
  assert.deepEqual(
    [report?.peer, report?.isHttps, report?.host, report?.forwardedFor, report?.forwardedProto, report?.documentRoot],
    ['203.0.113.9', true, 'crew.example', '198.51.100.7', null, '/'],
  );
  assert.equal(report?.bodyDigest, createHash('sha256').update(body).digest('hex'));
  assert.equal(readEdgeReport(header, { ...said, target: '/api/tracker/cancel' }, keys, Date.now()), null);
});

/** Of clients of the platform's own API, which append `/api/…` to the base `…/api/tracker/core`. */
const coreCalls: readonly (readonly [method: string, path: string, body: string])[] = [
  ['GET', '/api/tracker/core/api/user', ''],
  ['GET', '/api/tracker/core//api//user', ''],
  ['PUT', '/api/tracker/core/api/pireps/aB3', '{"status":"ENR"}'],
  ['PATCH', '/api/tracker/core/api/pireps/aB3', '{"status":"ENR"}'],
  ['DELETE', '/api/tracker/core/api/user/bids', '{"bid_id":7}'],
  ['DELETE', '/api/tracker/core/api/pireps/aB3/cancel', ''],
  ['POST', '/api/tracker/core/api/pireps/aB3/acars/position', '{"positions":[{"lat":1,"lon":2}]}'],
  ['GET', '/api/tracker/core/api/pireps/a%20b%C3%A9/acars', ''],
  ['OPTIONS', '/api/tracker/core/api/user', ''],
];

test('calls of the core API pass as they came, with the key: each method, a body with DELETE, encodings, doubled slashes', async () => {
  for (const [method, path, body] of coreCalls) {
    const overriding: Readonly<Record<string, string>> = { 'x-http-method-override': 'GET', 'x-api-key': 'a-key' };
    for (const headers of [{ 'x-api-key': 'a-key' }, overriding]) {
      await forward({
        method,
        path,
        body,
        headers,
        server: { QUERY_STRING: 'page=2', HTTP_AUTHORIZATION: 'bare-key' },
      });
      const request = seen.at(-1);
      assert.deepEqual([request?.method, request?.target, request?.body], [method, `${path}?page=2`, body]);
      assert.deepEqual([request?.headers['x-api-key'], request?.headers.authorization], ['a-key', 'bare-key']);
      assert.equal(request?.headers['x-http-method-override'], undefined);
      const header = String(request?.headers['x-tracker-edge']);
      const said = { method, target: `${path}?page=2`, nonce: serverNonce };
      assert.ok(readEdgeReport(header, said, keys, Date.now()) !== null, 'the report is not signed for it');
    }
  }
});

test('no redirect is followed', async () => {
  const before = seen.length;
  assert.equal((await forward({ method: 'GET', path: '/api/tracker/redirect' }))?.[0], 302);
  assert.equal(seen.length, before + 1);
});

test('an answer that does not come in time is none; where nobody listens is said', async () => {
  const [late, , seconds] = (await forward({ method: 'GET', path: '/api/tracker/slow' })) ?? [];
  assert.deepEqual([late, seconds], ['server-unreachable', 30]);
  const [problem] = (await forward({ method: 'GET', path: '/api/tracker/status' }, '127.0.0.1:1')) ?? [];
  assert.equal(problem, 'server-unreachable');
});

test('nothing of a visitor reaches a server that does not prove itself', async () => {
  const before = seen.length;
  const login = { method: 'POST', path: '/api/tracker/auth', body: 'canary-password' };
  const [problem, message] = (await forward(login, address(), 'another key of 32 bytes, or a few more')) ?? [];
  assert.equal(problem, 'server-unproven');
  assert.match(String(message), /version 1\.1\.9, this module is 1\.2\.0-4/);
  proves = null;
  assert.equal((await forward(login))?.[0], 'server-unproven', 'a server of before');
  proves = keys;
  assert.equal((await forward(login, address(), 'base64:0123456789abcdef'))?.[0], 'edge-without-key');
  assert.equal(seen.length, before);
});

test('where the server is: as set, as it wrote down, and no default while the setting cannot be read', async () => {
  const storage = await mkdtemp(join(tmpdir(), 'tracker-module-'));
  await mkdir(join(storage, 'app'));
  const status = { method: 'GET', path: '/api/tracker/status' };
  const ask = async (setting: string) => (await forward(status, setting, appKey, storage))?.[0];
  assert.equal(await ask('no database'), 'server-address-unknown');
  await writeFile(join(storage, 'app/tracker-address.txt'), address());
  assert.equal(await ask('no database'), 409, 'as it was saved last');
  await writeFile(join(storage, 'app/tracker-address.txt'), '');
  await writeFile(
    join(storage, 'app/tracker-addresses.json'),
    JSON.stringify({ addresses: ['127.0.0.1:1', address()] }),
  );
  assert.equal(await ask('no database'), 409, 'as the server wrote down');
  assert.equal(await ask(''), 409);
  await rm(storage, { recursive: true });
});

test('an address elsewhere does not count unless it stands in the file', async () => {
  const answer = await forward({ method: 'GET', path: '/api/tracker/status' }, '192.0.2.1:80');
  assert.equal(answer?.[0], 'server-address-unknown');
});

test('while the database is down every call goes on to where the server was found last, and nothing is logged', async () => {
  const storage = await mkdtemp(join(tmpdir(), 'tracker-module-'));
  await mkdir(join(storage, 'app'));
  await writeFile(join(storage, 'app/tracker-addresses.json'), JSON.stringify({ addresses: [address()] }));
  const call = { method: 'POST', path: '/api/tracker/position', body: '{}' };
  const control = async (setting: string, module: 'on' | 'off' | 'unknown' | 'started') =>
    (await run(call, setting, appKey, storage, module)) as Controlled;
  const down = await control('no database', 'unknown');
  assert.deepEqual([down.status, down.body, down.logged, down.asked], [409, '{"no":1}', [], 1]);
  const on = await control('', 'on');
  assert.deepEqual([on.status, on.logged, on.asked], [409, [], 1]);
  const off = await control('', 'off');
  assert.deepEqual([off.status, JSON.parse(off.body).error.code], [404, 'module-disabled']);
  await rm(storage, { recursive: true });
});

test('a report costs no query: the module runs, and its setting was kept', async () => {
  const storage = await mkdtemp(join(tmpdir(), 'tracker-module-'));
  await mkdir(join(storage, 'app'));
  const kept = join(storage, 'app/tracker-address.txt');
  const call = { method: 'POST', path: '/api/tracker/position', body: '{}' };
  const report = async (setting: string) => (await run(call, setting, appKey, storage, 'started')) as Controlled;
  const first = await report(address());
  assert.deepEqual([first.status, first.asked], [409, 1], 'nothing was kept yet');
  assert.equal(await readFile(kept, 'utf8'), address());
  const second = await report('no database');
  assert.deepEqual([second.status, second.asked], [409, 0]);
  await writeFile(kept, '127.0.0.1:1');
  const changed = await report(address());
  assert.deepEqual([changed.status, changed.asked], [409, 1], 'nobody answers there: the table is asked');
  const old = new Date(Date.now() - 11 * 60_000);
  await utimes(kept, old, old);
  assert.equal((await report('192.0.2.1:80')).status, 503, 'what was kept counts for ten minutes');
  await writeFile(kept, address());
  await utimes(kept, old, old);
  const down = await report('no database');
  assert.deepEqual([down.status, down.asked], [409, 1]);
  assert.equal((await report('no database')).asked, 0, 'a database that is down is not waited for by every call');
  await rm(storage, { recursive: true });
});

test('an error of the module’s own is one line in the platform’s log, without a trace', async () => {
  const call = {
    method: 'POST',
    path: '/api/tracker/position',
    body: '{}',
    headers: [] as never,
    server: { HTTPS: [] as never },
  };
  const broken = { ...call, method: null as never };
  const answer = (await run(broken, address(), appKey, '', 'on')) as Controlled;
  assert.deepEqual([answer.status, answer.logged.length], [503, 1]);
  assert.match(answer.logged[0] ?? '', /^Tracker: TypeError: [^\n]{1,400}$/);
});
