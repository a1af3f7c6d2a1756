import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Secret } from '../../lib/secret.ts';
import { edgeChecks as checksOf5 } from '../phpvms5/edge-checks.ts';
import { edgeChecks as checksOf7 } from '../phpvms7/edge-checks.ts';
import { createAsk } from './ask.ts';
import { runChecks } from './edge-kit.ts';
import { identityHeader, identityOf } from './edge-proof.ts';
import { deriveKey, type EdgeKeys } from './edge-signature.ts';
import { askIdentity } from './server-identity.ts';

async function openSite(answer: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const keysOf = (letter: string): EdgeKeys => ({
  byKind: { app: deriveKey('app', new Secret(letter.repeat(32))) as Secret },
  before: null,
});
const kit = { keys: () => keysOf('a'), statusPath: '/api/tracker/status' };
/** A server that has these keys, and says this. */
const server =
  (keys: EdgeKeys, said: object): RequestListener =>
  (request, response) => {
    const identity = identityOf(keys, request.headers[identityHeader]);
    if (identity !== null) response.setHeader(identityHeader, identity);
    response.end(JSON.stringify(said));
  };

const cases: readonly (readonly [string, RequestListener, 'ok' | 'failure' | 'warning', RegExp])[] = [
  ['this site’s own server', server(keysOf('a'), { success: true, name: 'Mine' }), 'ok', /^$/],
  ['a server of another site', server(keysOf('b'), { success: true, name: 'Demo Air' }), 'failure', /“Demo Air”/],
  [
    'a server of before',
    (_request, response) => void response.end('{"success":true,"name":"Mine"}'),
    'failure',
    /started before this version/,
  ],
  [
    'no server',
    (_request, response) => void response.end('{"success":false,"error":{"code":"server-unreachable","message":"x"}}'),
    'warning',
    /does not answer yet/,
  ],
];
for (const [who, answer, level, says] of cases) {
  test(`behind the site is ${who}: ${level}`, async () => {
    await using site = await openSite(answer);
    const verdict = await askIdentity(site.url, kit);
    assert.equal(verdict.level, level);
    assert.match(verdict.says, says);
  });
}

test('a site that closes a kept connection is asked again', async () => {
  let asked = 0;
  await using site = await openSite((request, response) => {
    asked += 1;
    if (asked === 1) request.socket.destroy();
    else response.end('fine');
  });
  const check = { method: 'GET', path: '/', what: 'is there', judge: () => null } as const;
  const [result] = await runChecks(site.url, [check]);
  assert.deepEqual([result?.level, asked], ['ok', 2]);
});

test('a protected file for which the site is busy was not asked for: it may be open', async () => {
  await using site = await openSite((_request, response) => void response.writeHead(503).end('busy'));
  for (const [version, checks] of [
    [5, checksOf5],
    [7, checksOf7],
  ] as const) {
    const protectedFiles = checks.filter(({ what }) => what === 'is denied' || what === 'cannot be read');
    assert.ok(protectedFiles.length >= 5, String(version));
    const results = await runChecks(site.url, protectedFiles, createAsk({ pausesMs: [1] }));
    for (const { check, finding } of results) assert.equal(finding, 'not-answered', `${version} ${check.path}`);
  }
});

/** A page of the web server, which does not pass the path on: no statement about the module or about a server of ours. */
const notFound: RequestListener = (_request, response) => void response.writeHead(404).end('<h1>Not Found</h1>');

test('a path that the web server itself does not know is no module that is switched off, and no other server', async () => {
  await using site = await openSite(notFound);
  const calls = checksOf7.filter(({ path }) => /^\/api\/tracker\/(status|bids)$/.test(path));
  assert.equal(calls.length, 2);
  for (const { says, finding } of await runChecks(site.url, calls)) {
    assert.match(says, /^404, and not from phpVMS/);
    assert.equal(finding, 'contract-not-answering');
  }
  const identity = await askIdentity(site.url, kit);
  assert.deepEqual([identity.says, identity.finding], ['404: not a response of Tracker', 'contract-not-answering']);
});

test('phpVMS without the route says that the module is switched off', async () => {
  const said = { title: 'The route api/tracker/status could not be found.', status: 404, error: { status: 404 } };
  await using site = await openSite((_request, response) => void response.writeHead(404).end(JSON.stringify(said)));
  const [result] = await runChecks(
    site.url,
    checksOf7.filter(({ path }) => path === '/api/tracker/status'),
  );
  assert.deepEqual([result?.level, result?.finding], ['warning', 'contract-limited']);
});
