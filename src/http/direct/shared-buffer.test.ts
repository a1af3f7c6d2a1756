import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { describe, it } from 'node:test';
import { DirectClient, DirectServer, directRequest, firstRequest } from '../../../test/direct-server.ts';
import { until } from '../../../test/until.ts';
import type { Place, ReportAnswer } from '../elsewhere.ts';
import { readShared } from './shared-buffer.ts';

describe('a socket that a server accepted', () => {
  it('is read into one buffer with all others, without an event, and to its end; what comes while it is paused is kept', async () => {
    await using server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const open = async () => {
      const ours = connect(port, '127.0.0.1');
      const [theirs] = (await once(server, 'connection')) as [Socket];
      const got: { readonly text: string; readonly memory: ArrayBufferLike }[] = [];
      let events = 0;
      assert.equal(
        readShared(theirs, (chunk) => got.push({ text: chunk.toString(), memory: chunk.buffer })),
        true,
      );
      theirs.on('data', (chunk: Buffer) => {
        events += 1;
        got.push({ text: chunk.toString(), memory: chunk.buffer });
      });
      return { ours, theirs, got, events: () => events };
    };
    const [one, other] = [await open(), await open()];
    one.ours.write('1');
    await until(() => one.got.length === 1);
    other.ours.write('2');
    await until(() => other.got.length === 1);
    one.theirs.pause();
    one.ours.write('3');
    other.ours.write('4');
    await until(() => other.got.length === 2);
    await until(() => one.theirs.readableLength === 1);
    assert.equal(one.got.length, 1);
    one.theirs.resume();
    await until(() => one.got.length === 2);
    one.ours.write('5');
    await until(() => one.got.length === 3);
    const ended = once(one.theirs, 'end');
    one.ours.end();
    await ended;
    assert.deepEqual(
      [one, other].map(({ got }) => got.map(({ text }) => text)),
      [
        ['1', '3', '5'],
        ['2', '4'],
      ],
    );
    assert.equal(new Set([one.got[0], one.got[2], ...other.got].map((each) => each?.memory)).size, 1);
    assert.notEqual(one.got[1]?.memory, one.got[0]?.memory);
    assert.deepEqual([one.events(), other.events()], [1, 0]);
    for (const { ours } of [one, other]) ours.destroy();
  });

  it('is left as it is where it has none of the system’s', () => {
    const [near] = duplexPair();
    assert.equal(
      readShared(near as Socket, () => undefined),
      false,
    );
  });
});

describe('what comes on a connection while others use the buffer too', () => {
  async function open() {
    const server = new DirectServer();
    await server.fastify.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.fastify.server.address() as AddressInfo;
    const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    const [client, other] = sockets.map((socket) => new DirectClient(socket)) as [DirectClient, DirectClient];
    const end = async () => {
      for (const socket of sockets) socket.destroy();
      await server[Symbol.asyncDispose]();
    };
    return { server, client, other, [Symbol.asyncDispose]: end };
  }
  const noise = directRequest(JSON.stringify('x'.repeat(900)));

  it('stays as it came behind a request that is being answered', async () => {
    await using opened = await open();
    const { server, client, other } = opened;
    server.hold();
    client.send(directRequest('1'));
    await until(() => server.asked === 1);
    client.send(directRequest('22'));
    other.send(firstRequest, noise);
    await other.answersOf(1);
    server.release();
    assert.deepEqual(await client.answersOf(2), ['200 direct 1', '200 direct 22']);
  });

  it('stays as it came until it is known who asks', async () => {
    await using opened = await open();
    const { server, client, other } = opened;
    const known = Promise.withResolvers<void>();
    server.admission = known.promise;
    client.send(directRequest('"mine"'));
    await until(() => server.admission === null);
    other.send(noise);
    await other.answersOf(1);
    known.resolve();
    assert.deepEqual(await client.answersOf(1), ['200 direct "mine"']);
  });

  it('stays as it came at another server, and where that one leaves it to the framework', async () => {
    await using opened = await open();
    const { server, client, other } = opened;
    const asked: { readonly message: Buffer; readonly done: (answer: ReportAnswer) => void }[] = [];
    const place: Place = {
      send() {
        throw new Error('only reports are sent on here');
      },
      sendReport({ message }, done) {
        asked.push({ message, done });
        return true;
      },
    };
    server.holder = place;
    const sent = directRequest('"mine"');
    client.send(sent);
    await until(() => asked.length === 1);
    server.holder = 'here';
    other.send(noise);
    await other.answersOf(1);
    assert.equal(asked[0]?.message.toString(), sent);
    asked[0]?.done('left');
    assert.deepEqual(await client.answersOf(1), ['200 framework "mine"']);
  });

  it('stays as it came when it is the framework’s, in pieces', async () => {
    await using opened = await open();
    const { server, client, other } = opened;
    const [whole, text] = [directRequest(JSON.stringify('a'.repeat(500))), JSON.stringify('a'.repeat(500))];
    client.send(whole.slice(0, -200));
    await until(() => server.socket === null);
    for (const count of [1, 2]) {
      other.send(noise);
      await other.answersOf(count);
    }
    client.send(whole.slice(-200));
    assert.deepEqual(await client.answersOf(1), [`200 framework ${text}`]);
  });

  it('is not read further while a request is being answered', async () => {
    await using opened = await open();
    const { server, client } = opened;
    client.send(firstRequest);
    await client.answersOf(1);
    const { port } = server.fastify.server.address() as AddressInfo;
    const [flood, [accepted]] = await Promise.all([
      connect(port, '127.0.0.1').resume(),
      once(server.fastify.server, 'connection') as Promise<[Socket]>,
    ]);
    server.hold();
    flood.write(directRequest('1'));
    await until(() => server.asked === 2);
    for (let sent = 0; sent < 1_000; sent += 1) flood.write(noise);
    await until(() => accepted.isPaused());
    client.send(firstRequest);
    await client.answersOf(2);
    assert.ok(accepted.bytesRead < 500_000, `${accepted.bytesRead} bytes were read`);
    server.release();
    await until(() => server.asked === 1_003);
    flood.destroy();
  });
});
