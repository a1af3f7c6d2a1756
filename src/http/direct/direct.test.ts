import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { first as certificate } from '../../../test/certificates.ts';
import {
  DirectClient,
  firstRequest as first,
  directRequest as post,
  DirectServer as Two,
} from '../../../test/direct-server.ts';
import { until } from '../../../test/until.ts';

describe('a request to a frequent route', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['is answered directly on a connection that was used', [post('{"a":1}')], ['200 direct {"a":1}']],
    ['twice', [post('{"a":1}'), post('{"a":2}')], ['200 direct {"a":1}', '200 direct {"a":2}']],
    ['again after one of the framework', [first, post('{}')], ['200 framework status', '200 direct {}']],
    ['in two pieces', [post('{"a":1}').slice(0, 30), post('{"a":1}').slice(30)], ['200 framework {"a":1}']],
    ['without its body at first', [post('{"a":1}').slice(0, -7), '{"a":1}'], ['200 framework {"a":1}']],
    ['two at once', [post('1') + post('2')], ['200 framework 1', '200 framework 2']],
    [
      'with the beginning of another',
      [`${post('1')}POST /pos`, post('2').slice(9)],
      ['200 framework 1', '200 framework 2'],
    ],
    ['that says its length twice', [post('{}', 'Content-Length: 2\r\n')], ['400 ']],
    [
      'in chunks',
      [post('2\r\n{}\r\n0\r\n\r\n').replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')],
      ['200 framework {}'],
    ],
    ['that waits for 100', [post('{}', 'Expect: 100-continue\r\n')], ['100 ', '200 framework {}']],
    ['of another path', [post('{}', '', '/elsewhere')], ['404 ']],
    ['with a query', [post('{}', '', '/position?a=1')], ['200 framework {}']],
    ['of another type', [post('{}', 'X: y\r\n').replace('application/json', 'text/plain')], ['200 framework "{}"']],
    ['that came through the edge', [post('{}', 'X-Tracker-Edge: v1\r\n')], ['200 framework {}']],
    ['with a header given twice', [post('{}', 'X: 1\r\nX: 2\r\n')], ['200 framework {}']],
    ['that closes', [post('{}', 'Connection: close\r\n')], ['200 framework {}']],
    ['with JSON that is none', [post('{"a":')], ['400 ']],
    ['larger than its route takes', [post(`"${'x'.repeat(1_000)}"`)], [`200 framework "${'x'.repeat(1_000)}"`]],
  ];
  for (const [name, pieces, expected] of cases) {
    it(`${name}: ${expected.map((answer) => answer.slice(0, 24)).join(', ')}`, async () => {
      await using two = new Two();
      const client = await two.connect();
      client.send(first);
      await client.answersOf(1);
      client.send(...pieces.slice(0, 1));
      if (pieces[0] === first) await client.answersOf(2);
      client.send(...pieces.slice(1));
      const answers = (await client.answersOf(1 + expected.length)).slice(1);
      assert.deepEqual(
        answers.map((answer, index) => ((expected[index] ?? '').endsWith(' ') ? answer.slice(0, 4) : answer)),
        expected,
      );
    });
  }

  it('may be the first of its connection, and Node makes no parser of it until something else comes', async () => {
    await using two = new Two();
    const client = await two.connect();
    client.send(post('{}'));
    assert.deepEqual(await client.answersOf(1), ['200 direct {}']);
    assert.equal((two.socket as { parser?: unknown } | null)?.parser, undefined);
    client.send(first);
    await client.answersOf(2);
    client.send(post('1'));
    assert.deepEqual((await client.answersOf(3)).slice(1), ['200 framework status', '200 direct 1']);
  });

  it('is answered directly over TLS too, before and after one of the framework', async () => {
    await using two = new Two({ tls: certificate });
    await two.fastify.listen({ port: 0, host: '127.0.0.1' });
    const { port } = two.fastify.server.address() as AddressInfo;
    const client = connectTls({ port, rejectUnauthorized: false });
    for (const [request, answer] of [
      [post('1'), 'direct 1'],
      [first, 'framework status'],
      [post('2'), 'direct 2'],
    ] as const) {
      client.write(request);
      assert.match(String((await once(client, 'data'))[0]), new RegExp(`${answer}$`));
    }
    client.destroy();
  });

  for (const [when, pieces] of [
    ['it said nothing', []],
    ['it waits for an answer', [post('1')]],
    ['another one came', [first]],
  ] as const)
    it(`leaves no connection whose client has ended it when ${when}`, async () => {
      await using two = new Two();
      const client = await two.connect();
      two.hold();
      client.send(...pieces);
      client.end();
      await until(() => two.socket?.closed === true);
      two.release();
      await two.settled();
    });

  it('is the last of its connection where the server closes those that are idle; one on which nothing came is left for what may come', async () => {
    await using two = new Two();
    await two.fastify.listen({ port: 0, host: '127.0.0.1' });
    const { port } = two.fastify.server.address() as AddressInfo;
    const [used, silent] = [connect(port), connect(port)];
    used.write(post('1'));
    await once(used, 'data');
    const closed = once(used, 'close');
    two.fastify.server.closeIdleConnections();
    await closed;
    silent.write(post('2'));
    assert.match(String((await once(silent, 'data'))[0]), /direct 2$/);
    silent.destroy();
  });

  it('is the framework’s when it is not admitted, and the next may be direct again', async () => {
    await using two = new Two();
    const client = await two.connect();
    client.send(first);
    await client.answersOf(1);
    two.isAdmitted = false;
    client.send(post('1'));
    await client.answersOf(2);
    two.isAdmitted = true;
    client.send(post('2'));
    assert.deepEqual((await client.answersOf(3)).slice(1), ['200 framework 1', '200 direct 2']);
  });

  it('is the framework’s while another server may have to answer it, with the same head as before', async () => {
    await using two = new Two();
    const client = await two.connect();
    client.send(first);
    await client.answersOf(1);
    for (const [holder, who] of [
      ['here', 'direct'],
      [null, 'framework'],
      ['here', 'direct'],
    ] as const) {
      two.holder = holder;
      client.send(post('1'));
      assert.equal((await client.answersOf(client.answers.length + 1)).at(-1), `200 ${who} 1`);
    }
  });

  it('is the framework’s once a body of another request did not come at once', async () => {
    await using two = new Two();
    const client = await two.connect();
    client.send(first);
    await client.answersOf(1);
    // What follows looks like a request, and is the rest of a body.
    const hidden = post('"hidden"');
    const whole = post('x'.repeat(hidden.length)).replace('application/json', 'text/plain');
    client.send(whole.slice(0, -hidden.length), hidden, post('{}'));
    const answers = (await client.answersOf(3)).slice(1);
    assert.deepEqual(answers, [`200 framework ${JSON.stringify(hidden)}`, '200 framework {}']);
  });

  it('keeps what comes meanwhile, in order, and is waited for by a server that closes', async () => {
    await using two = new Two();
    const client = await two.connect();
    client.send(first);
    await client.answersOf(1);
    two.hold();
    client.send(post('1'), post('2'), first);
    const settled = two.settled();
    two.release();
    await settled;
    assert.deepEqual((await client.answersOf(4)).slice(1), ['200 direct 1', '200 direct 2', '200 framework status']);
  });

  it('that waited for an answer is forgotten with its connection, and reaches no other one', async () => {
    await using two = new Two();
    const client = await two.connect();
    client.send(first);
    await client.answersOf(1);
    two.hold();
    client.send(post('1'), post('2'));
    await until(() => two.socket?.isPaused() === true);
    two.socket?.destroy();
    await until(() => two.socket?.closed === true);
    const other = await two.connect();
    two.release();
    await two.settled();
    other.send(first);
    assert.deepEqual(await other.answersOf(1), ['200 framework status']);
  });

  it('is the framework’s, which reads no more for a while, when its client does not read', async () => {
    await using two = new Two();
    const client = await two.connect();
    client.send(first);
    await client.answersOf(1);
    client.stopReading();
    const text = JSON.stringify('x'.repeat(900));
    const isPaused = () => two.socket?.isPaused() === true;
    for (let sent = 1; sent < 1_000 && !isPaused(); sent += 1) {
      client.send(post(text));
      await until(() => two.asked > sent || isPaused(), { everyMs: 0 });
    }
    assert.ok(isPaused(), 'the server took 1,000 requests whose answers nobody reads');
  });

  it('is not begun behind an answer that ended the connection', async () => {
    await using two = new Two();
    const client = await two.connect();
    client.send(post('{"a":'));
    assert.equal((await client.answersOf(1))[0]?.slice(0, 4), '400 ');
    client.send(first);
    await until(() => two.socket?.readableLength === 0);
    assert.equal(two.asked, 0);
  });

  it('is waited for by all who wait', async () => {
    await using two = new Two();
    const client = await two.connect();
    client.send(first);
    await client.answersOf(1);
    two.hold();
    client.send(post('1'));
    await until(() => two.asked === 2);
    const settled = Promise.all([two.settled(), two.settled()]);
    two.release();
    await settled;
  });
});

describe('a connection that Node’s server takes over', () => {
  it('may wait for 100 with its first request, and is Node’s for good then', async () => {
    await using two = new Two();
    const client = await two.connect();
    client.send(post('{}', 'Expect: 100-continue\r\n'));
    assert.deepEqual((await client.answersOf(2)).slice(1), ['200 framework {}']);
    client.send(post('1'));
    assert.deepEqual((await client.answersOf(3)).slice(2), ['200 framework 1']);
  });

  it('has Node’s time for a head from its first byte on, also after direct answers; silence is none', async () => {
    await using two = new Two({ http: { headersTimeout: 60, requestTimeout: 60, connectionsCheckingInterval: 20 } });
    await two.fastify.listen({ port: 0, host: '127.0.0.1' });
    const { port } = two.fastify.server.address() as AddressInfo;
    const open = () => new DirectClient(connect(port, '127.0.0.1'));
    const [silent, used, half, halfAfter] = [open(), open(), open(), open()];
    for (const client of [used, halfAfter]) client.send(post('1'));
    for (const client of [used, halfAfter]) await client.answersOf(1);
    for (const client of [half, halfAfter]) client.send(first.slice(0, -2));
    assert.match((await half.answersOf(1))[0] ?? '', /^408 /);
    assert.match((await halfAfter.answersOf(2))[1] ?? '', /^408 /);
    for (const client of [silent, used]) client.send(first);
    assert.deepEqual(await silent.answersOf(1), ['200 framework status']);
    assert.deepEqual(await used.answersOf(2), ['200 direct 1', '200 framework status']);
    for (const client of [silent, used]) client.end();
  });

  it('must be read by it: a server that reads otherwise is refused at start, and a connection that is not read ends alone', async () => {
    const unread = (server: Server) => server.removeAllListeners('connection').on('connection', () => undefined);
    assert.throws(() => new Two({ change: unread }), /does not read from a connection/);
    let isRead = true;
    const readAtTimes = (server: Server) => {
      const [read] = server.listeners('connection');
      server.removeAllListeners('connection').on('connection', (socket) => isRead && read?.call(server, socket));
    };
    await using two = new Two({ change: readAtTimes });
    const client = await two.connect();
    isRead = false;
    client.send(first);
    await until(() => two.socket?.closed === true);
    isRead = true;
    const other = await two.connect();
    other.send(first);
    assert.deepEqual(await other.answersOf(1), ['200 framework status']);
  });
});

describe('a server that closes its idle connections', () => {
  it('keeps one whose client has not read its answers yet', async () => {
    await using two = new Two();
    const client = await two.connect();
    client.stopReading();
    // As a socket of the system counts them.
    Object.assign(two.socket as Duplex, { bytesRead: 1 });
    for (let sent = 1; two.socket?.writableLength === 0 && sent < 1_000; sent += 1) {
      client.send(post(JSON.stringify('x'.repeat(900))));
      await until(() => two.asked === sent, { everyMs: 0 });
    }
    await two.settled();
    two.fastify.server.closeIdleConnections();
    assert.equal(two.socket?.destroyed, false);
  });
});
