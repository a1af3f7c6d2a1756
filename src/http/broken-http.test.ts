// alone: it sets an option of the engine
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '../../test/until.ts';
import { answerBrokenHttp, noteRequests } from './broken-http.ts';

/** Returns the statuses that come back for these bytes; the server answers each request as `answer` says. */
async function statusesOf(bytes: string, answer: (path: string, response: ServerResponse) => void): Promise<string[]> {
  const server = createServer((request, response) => answer(request.url ?? '', response));
  server.on('clientError', answerBrokenHttp);
  noteRequests({ server });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write(bytes);
  const received = await text(socket);
  socket.destroy();
  server.close();
  return [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status);
}

const host = 'Host: localhost\r\n';
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${host}\r\n`;
const garbage = 'no HTTP at all\r\n\r\n';
const brokenBodies = [
  `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${get('/hidden')}`,
  `Transfer-Encoding: chunked\r\n\r\n2\r\n{}${get('/hidden')}`,
  `Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n${get('/hidden')}`,
];
const now = (_path: string, response: ServerResponse) => void response.writeHead(401).end();
/** The first response waits, as one that is stored does; the broken data is there first. */
const later = (_path: string, response: ServerResponse) => void setImmediate(() => now('', response));

test('what is no HTTP is refused, once', async () => {
  assert.deepEqual(await statusesOf(garbage, now), ['400']);
});

test('a body that is broken after the response gets no second one', async () => {
  for (const body of brokenBodies)
    assert.deepEqual(await statusesOf(`POST / HTTP/1.1\r\n${host}${body}`, now), ['401'], body);
});

test('a body that is broken before the response is refused, once', async () => {
  for (const body of brokenBodies) {
    const statuses = await statusesOf(`POST / HTTP/1.1\r\n${host}${body}`, (_path, response) =>
      response.req.once('close', () => now('', response)),
    );
    assert.deepEqual(statuses, ['400'], body);
  }
});

test('a broken request is refused after the responses to earlier ones', async () => {
  for (const answer of [now, later]) assert.deepEqual(await statusesOf(get('/') + garbage, answer), ['401', '400']);
  assert.deepEqual(await statusesOf(get('/1') + get('/2') + garbage, later), ['401', '401', '400']);
});

/** Sends the beginning of a request and no more. Returns all that came back. */
async function lateAnswer(first: string): Promise<string> {
  const server = createServer({ headersTimeout: 60, requestTimeout: 60, connectionsCheckingInterval: 20 });
  server.on('request', (_request, response) => now('', response));
  server.on('clientError', answerBrokenHttp);
  noteRequests({ server });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  socket.write(first);
  const received = await text(socket);
  server.close();
  return received;
}

test('a request that does not end in time gets 408', async () => {
  assert.match(await lateAnswer(get('/').slice(0, -4)), /^HTTP\/1\.1 408 [\s\S]*did not arrive in time/);
});

test('an idle connection keeps nothing of the request that was answered on it', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let answered: WeakRef<ServerResponse> | null = null;
  const server = createServer((_request, response) => {
    answered = new WeakRef(response);
    now('', response);
  });
  server.keepAliveTimeout = 60_000;
  noteRequests({ server });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  socket.write(get('/'));
  await once(socket, 'data');
  await until(() => {
    collect();
    return answered?.deref() === undefined;
  });
  socket.destroy();
  server.close();
});
