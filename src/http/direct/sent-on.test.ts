import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DirectServer, directRequest, firstRequest } from '../../../test/direct-server.ts';
import { until } from '../../../test/until.ts';
import type { Place, ReportAnswer, SentReport } from '../elsewhere.ts';

/** Another server, asked when the test says so. */
class Other implements Place {
  readonly asked: { readonly report: SentReport; readonly done: (answer: ReportAnswer) => void }[] = [];
  isThere = true;

  send(): never {
    throw new Error('only reports are sent on here');
  }

  sendReport(report: SentReport, done: (answer: ReportAnswer) => void): boolean {
    if (this.isThere) this.asked.push({ report, done });
    return this.isThere;
  }
}

async function open() {
  const server = new DirectServer();
  const other = new Other();
  const client = await server.connect();
  client.send(firstRequest);
  await client.answersOf(1);
  server.holder = other;
  return { server, other, client };
}

const message = 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nstored';

describe('a report that another server answers', () => {
  it('is sent on as it came, and its answer returned as it comes; what comes meanwhile waits', async () => {
    const { server, other, client } = await open();
    await using _server = server;
    const sent = directRequest('{"a":1}', 'Authorization: Bearer token\r\n');
    client.send(sent, directRequest('2'));
    assert.equal(other.asked.length, 1);
    assert.equal(other.asked[0]?.report.message.toString(), sent);
    server.holder = 'here';
    other.asked[0]?.done({ status: 200, message: Buffer.from(message) });
    assert.deepEqual((await client.answersOf(3)).slice(1), ['200 stored', '200 direct 2']);
    await server.settled();
  });

  it('is the framework’s where that server has no line for reports, or leaves it, also with another one behind it', async () => {
    const { server, other, client } = await open();
    await using _server = server;
    other.isThere = false;
    client.send(directRequest('1'));
    assert.equal((await client.answersOf(2)).at(-1), '200 framework 1');
    other.isThere = true;
    client.send(directRequest('2'), directRequest('3'));
    other.asked[0]?.done('left');
    assert.deepEqual((await client.answersOf(4)).slice(2), ['200 framework 2', '200 framework 3']);
    await server.settled();
  });

  it('is refused once nobody knows what became of it', async () => {
    const { server, other, client } = await open();
    await using _server = server;
    client.send(directRequest('1'));
    other.asked[0]?.done('lost');
    assert.match((await client.answersOf(2)).at(-1) ?? '', /^400 Another server is taking/);
    await server.settled();
  });

  it('is not begun here, nor what is behind it, when that server leaves it after its client has ended', async () => {
    const { server, other, client } = await open();
    await using _server = server;
    client.send(directRequest('1'), directRequest('2'));
    server.socket?.end();
    other.asked[0]?.done('left');
    await server.settled();
    client.end();
    await until(() => server.socket?.closed === true);
    const another = await server.connect();
    another.send(directRequest('1'));
    another.end();
    await until(() => server.socket?.writableFinished === true);
    other.asked[1]?.done('left');
    await until(() => server.socket?.closed === true);
    server.holder = 'here';
    const last = await server.connect();
    last.send(firstRequest);
    await last.answersOf(1);
    assert.equal(server.asked, 2);
  });

  it('is forgotten with the connection of its client', async () => {
    const { server, other, client } = await open();
    await using _server = server;
    client.send(directRequest('1'));
    server.socket?.destroy();
    other.asked[0]?.done({ status: 200, message });
    other.asked[0]?.done('left');
    await server.settled();
    assert.deepEqual(client.answers, ['200 framework status']);
  });
});

describe('a report that another server sent on', () => {
  const origin = { address: '203.0.113.7', isLocal: false, isSecure: true };

  function ask(server: DirectServer, text: string): Promise<ReportAnswer> {
    const { promise, resolve } = Promise.withResolvers<ReportAnswer>();
    server.direct.answer({ message: Buffer.from(text), origin }, resolve);
    return promise;
  }

  it('is answered by a whole message, for the client whom the other server saw', async () => {
    await using server = new DirectServer();
    const answer = await ask(server, directRequest('{"a":1}'));
    assert.ok(typeof answer === 'object');
    assert.equal(answer.status, 200);
    assert.match(
      answer.message.toString(),
      /^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: keep-alive[\s\S]*direct \{"a":1\}$/,
    );
    assert.deepEqual(server.origins, [origin]);
  });

  it('does not end the connection of its client when this server ends', async () => {
    await using server = new DirectServer();
    const answer = await ask(server, directRequest('{"a":'));
    assert.ok(typeof answer === 'object');
    assert.equal(answer.status, 400);
    assert.doesNotMatch(answer.message.toString(), /connection: close/i);
  });

  const unlike: readonly (readonly [string, string, (server: DirectServer) => void])[] = [
    ['that is not this server’s', directRequest('1'), (server) => (server.holder = null)],
    ['that is a third one’s', directRequest('1'), (server) => (server.holder = new Other())],
    ['that is not admitted', directRequest('1'), (server) => (server.isAdmitted = false)],
    ['to a path that is not known here', directRequest('1', '', '/elsewhere'), () => undefined],
    ['in chunks', directRequest('1').replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked'), () => undefined],
    ['without its whole body', directRequest('12').slice(0, -1), () => undefined],
    ['with more behind it', `${directRequest('1')}x`, () => undefined],
    ['without an end of its head', 'POST /position HTTP/1.1\r\n', () => undefined],
  ];
  for (const [which, text, change] of unlike)
    it(`${which}: it is left, and nothing was begun`, async () => {
      await using server = new DirectServer();
      change(server);
      assert.equal(await ask(server, text), 'left');
      assert.equal(server.asked, 0);
      await server.settled();
    });
});
