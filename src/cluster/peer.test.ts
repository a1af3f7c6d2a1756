import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { until } from '../../test/until.ts';
import { Secret } from '../lib/secret.ts';
import { isRefusal } from '../tracking/refusals.ts';
import { openDoor } from './door.ts';
import { HttpLine } from './http-line.ts';
import { Peer } from './peer.ts';

async function opened<S extends Server>(server: S, host = '127.0.0.1') {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function peerAt(port: number, host = '127.0.0.1', deadlineMs = 5_000): Peer {
  const line = new HttpLine({ url: `http://${host}:${port}`, ca: null }, deadlineMs);
  return new Peer(line, new Secret('a secret of both'));
}

const asked = { target: '/', headers: [], body: null, origin: { address: '10.1.2.3', isLocal: false, isSecure: true } };

function sendTo(peer: Peer) {
  return peer.send({ ...asked, method: 'GET', signal: new AbortController().signal });
}

test('a server is reached by an IPv6 address', async () => {
  const server = createServer((_request, response) => void response.end('{"result":7}'));
  const peer = peerAt(await opened(server, '::1'), '[::1]');
  assert.equal(await peer.call('anything', []), 7);
  peer.close();
  server.close();
});

test('a server outside of private networks gets nothing without TLS, not even a connection', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end('{"result":7}');
  });
  const port = await opened(server);
  // A name may lead anywhere.
  for (const host of ['localhost', '203.0.113.7', '[2001:db8::7]']) {
    const peer = peerAt(port, host, 500);
    await assert.rejects(peer.call('anything', []), (error) => isRefusal(error, 'shutting-down'));
    await assert.rejects(sendTo(peer), (error) => isRefusal(error, 'shutting-down'));
    peer.close();
  }
  assert.equal(asked, 0);
  server.close();
});

test('answers that do not end leave room for others', async () => {
  const route: RequestListener = (request, response) => {
    if (request.method === 'GET') response.write('data: first\n\n');
    else response.end('{"result":7}');
  };
  const server = createServer(route);
  const peer = peerAt(await opened(server));
  const watched = await Promise.all(Array.from({ length: 300 }, () => sendTo(peer)));
  assert.equal(await peer.call('anything', []), 7);
  assert.equal((await sendTo(peer)).status, 200);
  for (const { body } of watched) body.on('error', () => undefined);
  peer.close();
  server.closeAllConnections();
  server.close();
});

test('a call whose answer stops in the middle ends at its deadline', { timeout: 30_000 }, async () => {
  const server = createTcp((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n{"res'));
    socket.on('error', () => undefined);
  });
  const peer = peerAt(await opened(server), '127.0.0.1', 200);
  await assert.rejects(peer.call('anything', []), (error) => isRefusal(error, 'shutting-down'));
  peer.close();
  server.close();
});

test('a server with another secret refuses, and the client is asked to try again', async () => {
  const route: RequestListener = () => assert.fail('it was let in');
  const secret = new Secret('a secret of another cluster');
  const needs = {
    secret,
    methods: { anything: () => 7 },
    route,
    answerReport: () => assert.fail('it was let in'),
    onError: (error: unknown) => assert.fail(String(error)),
  };
  await using door = await openDoor({ host: '127.0.0.1', port: 0, tls: null }, needs);
  const peer = peerAt(door.port);
  const isRetried = (error: unknown) => isRefusal(error, 'shutting-down');
  await assert.rejects(sendTo(peer), isRetried);
  await assert.rejects(peer.call('anything', []), isRetried);
  peer.close();
});

test('what waits at a server that has fallen silent fails, and what comes later fails at once, until it speaks again', async () => {
  let isSilent = true;
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    if (isSilent) held.push(response);
    else response.end('{"result":7}');
  });
  const clock = new ManualClock(0);
  const line = new HttpLine({ url: `http://127.0.0.1:${await opened(server)}`, ca: null }, 60_000);
  const peer = new Peer(line, new Secret('a secret of both'), { clock, monotonic: () => clock.now() });
  const isRetried = (error: unknown) => isRefusal(error, 'shutting-down');
  const waiting = [sendTo(peer), peer.call('anything', [])].map((each) => assert.rejects(each, isRetried));
  await until(() => held.length === 2);
  await clock.advance(4_000);
  await Promise.all(waiting);
  const reached = held.length;
  await assert.rejects(sendTo(peer), isRetried);
  assert.equal(
    peer.sendReport({ origin: asked.origin, message: Buffer.alloc(0) }, () => assert.fail()),
    false,
  );
  assert.equal(held.length, reached, 'nothing is sent there');
  isSilent = false;
  for (const response of held) response.end('{"result":7}');
  await until(async () => {
    await clock.advance(500);
    return peer.call('anything', []).then(
      (result) => result === 7,
      () => false,
    );
  });
  peer.close();
  server.closeAllConnections();
  server.close();
});
