import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { until } from '../../test/until.ts';
import { sendPieces } from './stream.ts';

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A server whose only route sends these pieces once `before` is done. */
async function serve(pieces: () => AsyncIterable<string>, before: (gone: Promise<unknown>) => Promise<unknown>) {
  const errors: unknown[] = [];
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    errors.push(error);
    return reply.code(500).send('no');
  });
  let answered = 0;
  app.addHook('onResponse', async () => {
    answered += 1;
  });
  app.get('/', async ({ raw: { socket } }, reply) => {
    await before(once(socket, 'close'));
    await sendPieces(reply.header('x-kind', 'export').type('text/plain'), pieces(), (error) => errors.push(error));
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { errors, app, port, url: `http://127.0.0.1:${port}`, answered: () => answered };
}

const atOnce = async () => undefined;

for (const leaves of ['before the first piece', 'while the first piece is read', 'between two pieces'] as const) {
  test(`a client that leaves ${leaves} is no error, and the rest is not read`, async () => {
    let isClosed = false;
    let gone: Promise<unknown> = Promise.resolve();
    const pieces = async function* () {
      try {
        if (leaves === 'while the first piece is read') await gone;
        yield 'first';
        if (leaves === 'between two pieces') await gone;
        for (let count = 0; ; count++) {
          assert.ok(count < 10_000, 'reads on for nobody');
          await nextTurn();
          yield 'x'.repeat(10_000);
        }
      } finally {
        isClosed = true;
      }
    };
    const { app, errors, port } = await serve(pieces, async (left) => {
      gone = left;
      if (leaves === 'before the first piece') await left;
    });
    app.server.once('request', () => leaves !== 'between two pieces' && socket.destroy());
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.once('data', () => socket.destroy());
    socket.write(request);
    await until(() => isClosed);
    await nextTurn();
    await app.close();
    assert.deepEqual(errors, []);
  });
}

test('all pieces arrive with the headers that were set; of none, an empty response', async () => {
  const pieces = ['a', 'b', 'é'];
  const { app, url, errors, answered } = await serve(async function* () {
    yield* pieces.splice(0);
  }, atOnce);
  const response = await fetch(url);
  assert.deepEqual([response.status, response.headers.get('x-kind')], [200, 'export']);
  assert.equal(await response.text(), 'abé');
  assert.equal(await (await fetch(url)).text(), '');
  await app.close();
  assert.deepEqual(errors, []);
  assert.equal(answered(), 2);
});

test('a failing piece is reported once: as an error response before anything was sent, by a broken response afterwards', async () => {
  for (const sent of [0, 1]) {
    const failure = new Error('the disk is gone');
    const { app, url, errors } = await serve(async function* () {
      for (let count = 0; count < sent; count++) {
        yield 'x';
        await nextTurn();
      }
      throw failure;
    }, atOnce);
    const response = await fetch(url);
    assert.equal(response.status, sent === 0 ? 500 : 200);
    if (sent > 0) await assert.rejects(response.text());
    else assert.equal(await response.text(), 'no');
    await app.close();
    assert.deepEqual(errors, [failure]);
  }
});
