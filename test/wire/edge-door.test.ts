import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { native } from '../../src/contracts/native/native.ts';
import { Secret } from '../../src/lib/secret.ts';
import { deriveKey, type EdgeKeys, sign } from '../../src/platform/site/edge-signature.ts';
import type { Edge } from '../../src/server/crew-center.ts';
import { serve } from './served.ts';

const key = deriveKey('app', new Secret('x'.repeat(32))) as Secret;
const myNonce = '00112233445566778899aabbccddeeff';

async function openDoor(keys: EdgeKeys = { byKind: { app: key }, before: null }) {
  const edge: Edge = {
    keys: () => keys,
    trustsPeer: () => false,
    trustSetting: null,
    readFingerprint: async () => null,
    saveAddresses: () => {},
  };
  const served = await serve(native, { logLevel: 'warn' }, { edge, startsAt: Date.now() });
  return { world: served, lines: served.logLines, clock: served.world.clock };
}

/** One request on this connection, and what came back. */
async function ask(socket: Socket, head: readonly string[], body = ''): Promise<string> {
  socket.write(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`);
  let text = '';
  while (!/\r\n\r\n[\s\S]*\}$/.test(text)) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += String(chunk);
  }
  return text;
}

const status = 'GET /api/tracker/status HTTP/1.1';
async function meet(socket: Socket): Promise<readonly string[]> {
  const answer = await ask(socket, [status, 'Host: localhost', `X-Tracker-Hello: app ${myNonce}`]);
  return /x-tracker-proof: (\S+) (\S+) (\S+)/i.exec(answer)?.slice(1) ?? [];
}

function report(nonce: string, method: string, target: string, body = ''): string {
  const said = {
    t: Math.round(Date.now() / 1000),
    m: method,
    p: target,
    peer: '203.0.113.9',
    https: true,
    host: 'va.test',
    for: '',
    proto: '',
    root: '/srv/site/public',
    edge: '1.2.0-2',
    n: nonce,
    k: 'app',
    d: createHash('sha256').update(body).digest('hex'),
  };
  const payload = Buffer.from(JSON.stringify(said)).toString('base64url');
  return `X-Tracker-Edge: ${payload}.${sign(key, 'report', payload)}`;
}

test('the server proves itself for the place where it was met, and its nonce is good for one request there', async () => {
  const { world } = await openDoor();
  await using _world = world;
  const [one, two] = [connect(world.port, '127.0.0.1'), connect(world.port, '127.0.0.1')];
  const [nonce = '', where, mac] = await meet(one);
  assert.equal(where, `tcp:${world.port}`);
  assert.equal(mac, sign(key, 'proof', `${myNonce}\n${nonce}\n${where}`));
  const signed = [status, 'Host: va.test', report(nonce, 'GET', '/api/tracker/status')];
  assert.match(await ask(two, signed), /403.*\r\n[\s\S]*https-required/, 'on another connection');
  assert.match(await ask(one, signed), /^HTTP\/1\.1 200/);
  assert.match(await ask(one, signed), /https-required/, 'a second time');
  assert.equal(readFileSync(join(world.world.directory, 'document-root.txt'), 'utf8'), '/srv/site/public\n');
  for (const socket of [one, two]) socket.destroy();
});

test('a server that refuses every request proves itself, with the status that makes an edge ask another one', async () => {
  const { world } = await openDoor();
  await using _world = world;
  const socket = connect(world.port, '127.0.0.1');
  const hello = [status, 'Host: localhost', `X-Tracker-Hello: app ${myNonce}`];
  assert.match(await ask(socket, hello), /^HTTP\/1\.1 200/);
  world.world.server.http.drain();
  const answer = await ask(socket, hello);
  assert.match(answer, /^HTTP\/1\.1 503/);
  assert.match(answer, /x-tracker-proof: /i);
  socket.destroy();
});

test('a body that is not the one that was signed is refused', async () => {
  const { world } = await openDoor();
  await using _world = world;
  const login = () => ['POST /api/tracker/auth HTTP/1.1', 'Host: va.test', 'Content-Type: application/json'];
  for (const [signedBody, sent, expected] of [
    ['{"login":"a","password":"b"}', '{"login":"a","password":"b"}', /^HTTP\/1\.1 (?:200|401)/],
    ['{"login":"a","password":"b"}', '{"login":"a","password":"c"}', /^HTTP\/1\.1 400/],
  ] as const) {
    const socket = connect(world.port, '127.0.0.1');
    const [nonce = ''] = await meet(socket);
    const head = [...login(), report(nonce, 'POST', '/api/tracker/auth', signedBody)];
    assert.match(await ask(socket, head, sent), expected);
    socket.destroy();
  }
});

test('an edge without a valid signature is not local, and fills the log once a minute', async () => {
  const { world, lines, clock } = await openDoor();
  await using _world = world;
  const forged = () => world.askAt('/api/tracker/status', { headers: { host: 'localhost', 'x-tracker-edge': 'a.b' } });
  assert.equal((await world.askAt('/api/tracker/status', { headers: { host: 'localhost' } })).status, 200);
  for (let each = 0; each < 20; each++) assert.equal((await forged()).json.error.code, 'https-required');
  assert.equal(lines.length, 1);
  await clock.advance(61_000);
  await forged();
  assert.equal(lines.length, 2);
  assert.equal(JSON.parse(lines[1] ?? '').alsoSince, 19);
});

test('whose server it is can be asked through anything that passes the question on', async () => {
  const { world } = await openDoor();
  await using _world = world;
  const { headers } = await world.askAt('/api/tracker/status', {
    headers: { host: 'localhost', 'x-tracker-identity': myNonce },
  });
  assert.equal(headers['x-tracker-identity'], sign(key, 'identity', myNonce));
});

test('a key made from a password proves nothing to strangers', async () => {
  const { world } = await openDoor({ byKind: { password: key }, before: null });
  await using _world = world;
  const headers = { host: 'localhost', 'x-tracker-hello': `password ${myNonce}`, 'x-tracker-identity': myNonce };
  const direct = await world.askAt('/api/tracker/status', { headers });
  assert.notEqual(direct.headers['x-tracker-proof'], undefined);
  assert.equal(direct.headers['x-tracker-identity'], undefined);
  const passedOn = await world.askAt('/api/tracker/status', { headers: { ...headers, 'x-forwarded-for': '1.2.3.4' } });
  assert.equal(passedOn.headers['x-tracker-proof'], undefined);
});
