import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, type NetConnectOpts, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { until } from '../../test/until.ts';
import { BodyBudget } from './body-budget.ts';
import { answerBrokenHttp, noteRequests } from './broken-http.ts';
import { DirectRoutes } from './direct/direct-routes.ts';
import { openDirect } from './direct/open-direct.ts';
import { listenOn, listenOnSocket } from './listen.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-reader-'));
after(() => rmSync(home, { recursive: true }));

/** A server as ours listens, which notes what it was asked, and how much of it at once. */
class Asked implements AsyncDisposable {
  readonly fastify: FastifyInstance = noteRequests(Fastify({ clientErrorHandler: answerBrokenHttp }));
  readonly paths: string[] = [];
  underWay = 0;
  most = 0;
  /** What a request waits for. */
  answer: (path: string) => Promise<string> = async (path) => path;
  #second: AsyncDisposable | null = null;

  static async open(): Promise<Asked> {
    const asked = new Asked();
    const parts = { routes: new DirectRoutes(), bodies: new BodyBudget(), newRequestId: () => 'id', log: null };
    const originOf = () => ({ address: '127.0.0.1', isLocal: true, isSecure: false });
    openDirect(asked.fastify, false, { ...parts, originOf, isAdmitted: () => true });
    asked.fastify.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    asked.fastify.all('/*', async ({ url, body }) => {
      asked.paths.push(named(url, body));
      asked.underWay += 1;
      asked.most = Math.max(asked.most, asked.underWay);
      try {
        return await asked.answer(url);
      } finally {
        asked.underWay -= 1;
      }
    });
    await listenOn(asked.fastify, { kind: 'tcp', host: 'localhost', port: 0 });
    asked.#second = await listenOnSocket(asked.fastify, join(home, 'second.sock'));
    return asked;
  }

  get port(): number {
    return (this.fastify.server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.fastify.server.closeAllConnections();
    await this.#second?.[Symbol.asyncDispose]();
    await this.fastify.close();
  }
}

class Client implements Disposable {
  readonly socket: Socket;
  received = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (bytes) => {
      this.received += bytes;
    });
    socket.on('error', () => undefined);
  }

  static async to(target: NetConnectOpts): Promise<Client> {
    const socket = connect(target);
    await once(socket, 'connect');
    return new Client(socket);
  }

  get bodies(): readonly string[] {
    return [...this.received.matchAll(/\r\n\r\n([^\r\n]*?)(?=HTTP\/1\.1|$)/g)].map(([, body = '']) => body);
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const named = (path: string, body: unknown) => (body ? `${path} ${hash('sha256', String(body))}` : path);
const many = Array.from({ length: 1_048 }, (_, index) => `/${index}`);

describe('requests that a client sends without waiting for answers', () => {
  it('are answered one after the other, in order, and others have their turn between them', async () => {
    await using asked = await Asked.open();
    using hostile = await Client.to({ port: asked.port, host: 'localhost' });
    using other = await Client.to({ port: asked.port, host: 'localhost' });
    hostile.socket.write(many.map(get).join(''));
    await until(() => asked.paths.length > 0, { everyMs: 0 });
    other.socket.write(get('/other'));
    await until(() => hostile.bodies.length === many.length);
    assert.deepEqual(hostile.bodies, many);
    assert.equal(asked.most, 1, 'at once');
    const place = asked.paths.indexOf('/other');
    assert.ok(place >= 0 && place < 200, `the other one was answered after ${place}`);
  });

  it('are answered so on a second listener and on every address of a name', async () => {
    await using asked = await Asked.open();
    const addresses = (await lookup('localhost', { all: true })).map(({ address }) => address);
    const targets: NetConnectOpts[] = addresses.map((host) => ({ port: asked.port, host }));
    targets.push({ path: join(home, 'second.sock') });
    for (const target of targets) {
      asked.paths.length = 0;
      using client = await Client.to(target);
      client.socket.write(many.slice(0, 50).map(get).join(''));
      await until(() => client.bodies.length === 50);
      assert.deepEqual(asked.paths, many.slice(0, 50));
      assert.equal(asked.most, 1, JSON.stringify(target));
    }
  });

  it('are not read while their answers are not', async () => {
    await using asked = await Asked.open();
    const answer = 'x'.repeat(1 << 20);
    asked.answer = async () => answer;
    using client = await Client.to({ port: asked.port, host: '127.0.0.1' });
    client.socket.pause();
    const sent = Array.from({ length: 400 }, () => client.socket.write(many.map(get).join('')));
    assert.equal(sent.at(-1), false);
    let before = -1;
    await until(
      () => {
        const isStill = before === asked.paths.length;
        before = asked.paths.length;
        return isStill && before > 0;
      },
      { everyMs: 100 },
    );
    assert.ok(asked.paths.length < 20, `${asked.paths.length} answers of a megabyte wait for a client that reads none`);
    assert.ok(client.socket.writableLength > 0, 'all of its requests were read');
    client.socket.resume();
    await until(() => asked.paths.length > 100);
  });

  it('may have bodies, and come in any pieces', async () => {
    await using asked = await Asked.open();
    const bodies = ['', 'a', '\r\n\r\n', get('/hidden'), 'x'.repeat(40_000), `${'y'.repeat(20_000)}\r\n\r\nz`];
    const all = bodies.map((body, index) => post(`/${index}`, body) + get(`/after-${index}`)).join('');
    const expected = bodies.flatMap((body, index) => [named(`/${index}`, body), `/after-${index}`]);
    for (const size of [1_000_000, 16_384, 1_111, 97]) {
      asked.paths.length = 0;
      using client = await Client.to({ port: asked.port, host: '127.0.0.1' });
      client.socket.setNoDelay(true);
      for (let at = 0; at < all.length; at += size) {
        client.socket.write(all.slice(at, at + size));
        if (size > 97) await new Promise((resolve) => setImmediate(resolve));
      }
      await until(() => asked.paths.length === expected.length);
      assert.deepEqual(asked.paths, expected, `in pieces of ${size}`);
    }
    assert.equal(asked.most, 1, 'at once');
  });

  it('behind one whose body comes later wait for its answer', async () => {
    await using asked = await Asked.open();
    using client = await Client.to({ port: asked.port, host: '127.0.0.1' });
    client.socket.write(
      `POST /slow HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n12345`,
    );
    client.socket.write('67890');
    client.socket.write(get('/next') + get('/last'));
    await until(() => asked.paths.length === 3);
    assert.deepEqual(asked.paths, [named('/slow', '1234567890'), '/next', '/last']);
  });

  it('are forgotten with the connection, and so is what follows something that is no HTTP', async () => {
    await using asked = await Asked.open();
    const waiting = Promise.withResolvers<string>();
    asked.answer = () => waiting.promise;
    const gone = await Client.to({ port: asked.port, host: '127.0.0.1' });
    gone.socket.write(many.map(get).join(''));
    await until(() => asked.paths.length === 1);
    gone.socket.destroy();
    using broken = await Client.to({ port: asked.port, host: '127.0.0.1' });
    broken.socket.write(`${get('/first')}no HTTP\r\n\r\n${'more\r\n\r\n'.repeat(500)}${get('/hidden')}`);
    await until(() => asked.paths.length === 2);
    waiting.resolve('late');
    await once(broken.socket, 'close');
    assert.deepEqual(asked.paths, ['/0', '/first']);
    assert.deepEqual(
      [...broken.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['200', '400'],
    );
  });
});
