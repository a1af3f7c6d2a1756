import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { first } from '../../../test/certificates.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { until } from '../../../test/until.ts';
import type { ReportAnswer, SentReport } from '../../http/elsewhere.ts';
import { Secret } from '../../lib/secret.ts';
import { openDoor } from '../door.ts';
import { HttpLine } from '../http-line.ts';
import { Peer } from '../peer.ts';
import type { AnswerReport } from './answer-reports.ts';
import { FrameReader, FrameWriter } from './frames.ts';

const origin = { address: '203.0.113.7', isLocal: false, isSecure: true };
const secret = new Secret('a secret of both');

type Tls = { readonly key: string; readonly cert: string } | null;

/** A server with this line, and a peer that has opened its stream to it. */
async function open(
  answerReport: AnswerReport,
  deadlineMs = 5_000,
  known = secret,
  tls: Tls = null,
  onError: (error: unknown) => void = (error) => assert.fail(String(error)),
) {
  const needs = { secret, methods: {}, route: () => assert.fail('it came as a request'), answerReport, onError };
  const door = await openDoor({ host: '127.0.0.1', port: 0, tls }, needs);
  const url = tls === null ? `http://127.0.0.1:${door.port}` : `https://localhost:${door.port}`;
  const peer = new Peer(new HttpLine({ url, ca: tls?.cert ?? null }, deadlineMs), known);
  return {
    peer,
    door,
    opened: () => until(() => peer.sendReport(report('opens'), () => undefined)),
    async [Symbol.asyncDispose]() {
      peer.close();
      await door[Symbol.asyncDispose]();
    },
  };
}

const report = (text: string): SentReport => ({ origin, message: Buffer.from(text) });

/** Sends so many at once; returns their answers. */
function sendMany(peer: Peer, count: number): readonly Promise<ReportAnswer>[] {
  return Array.from({ length: count }, (_, index) => {
    const { promise, resolve } = Promise.withResolvers<ReportAnswer>();
    assert.ok(peer.sendReport(report(String(index)), resolve));
    return promise;
  });
}

test('each of many reports gets its own answer, in whatever order they come, with the origin of its client', async () => {
  const asked: { readonly text: string; readonly done: (answer: ReportAnswer) => void }[] = [];
  await using line = await open((given, done) => {
    assert.deepEqual(given.origin, origin);
    asked.push({ text: given.message.toString(), done });
  });
  await line.opened();
  await until(() => asked.length === 1);
  const answers = sendMany(line.peer, 300);
  await until(() => asked.length === 301);
  for (const { text, done } of asked.slice(1).toReversed())
    done(text === '7' ? 'left' : { status: 200 + Number(text), message: `to ${text} é` });
  const texts = (await Promise.all(answers)).map((each) =>
    typeof each === 'string' ? each : `${each.status} ${each.message}`,
  );
  const expected = Array.from({ length: 300 }, (_, index) => (index === 7 ? 'left' : `${200 + index} to ${index} é`));
  assert.deepEqual(texts, expected);
});

test('the stream is encrypted where the servers speak TLS', async () => {
  const tls = { key: first.key, cert: first.cert };
  await using line = await open((_given, done) => done({ status: 200, message: 'stored' }), 5_000, secret, tls);
  await line.opened();
  const [answer] = await Promise.all(sendMany(line.peer, 3));
  assert.deepEqual(answer, { status: 200, message: Buffer.from('stored') });
});

test('when the server goes away within a batch every waiting report is lost, and the next one opens a new stream', async () => {
  const done: ((answer: ReportAnswer) => void)[] = [];
  await using line = await open((_given, answer) => void done.push(answer));
  await line.opened();
  const answers = sendMany(line.peer, 50);
  await until(() => done.length === 51);
  done[21]?.({ status: 200, message: 'stored' });
  await answers[20];
  await line.door[Symbol.asyncDispose]();
  const said = await Promise.all(answers);
  assert.deepEqual(
    said.flatMap((answer, index) => (answer === 'lost' ? [] : [index])),
    [20],
  );
  assert.equal(
    line.peer.sendReport(report('more'), () => assert.fail('it was not taken')),
    false,
  );
});

test('a server that does not answer in time is given up', async () => {
  await using line = await open(() => undefined, 200);
  await line.opened();
  assert.deepEqual(await Promise.all(sendMany(line.peer, 3)), ['lost', 'lost', 'lost']);
  await line.opened();
});

test('a report that takes too long is lost alone while the server answers others', async () => {
  await using line = await open(({ message }, done) => {
    if (String(message) !== '0') done({ status: 200, message });
  }, 1_500);
  await line.opened();
  const [slow, next] = sendMany(line.peer, 2);
  assert.ok(typeof (await next) === 'object');
  assert.equal(await slow, 'lost');
  const { promise, resolve } = Promise.withResolvers<ReportAnswer>();
  assert.ok(line.peer.sendReport(report('later'), resolve), 'the stream was given up');
  assert.ok(typeof (await promise) === 'object');
});

test('who has got an answer waits no more: nobody is asked for a sign of life', async () => {
  const clock = new ManualClock(0);
  const onError = (error: unknown) => assert.fail(String(error));
  const answerReport: AnswerReport = (_given, done) => done({ status: 200, message: 'stored' });
  let signs = 0;
  const methods = { clockNow: () => ++signs };
  const needs = { secret, methods, route: () => assert.fail('it came as a request'), answerReport, onError };
  await using door = await openDoor({ host: '127.0.0.1', port: 0, tls: null }, needs);
  const line = new HttpLine({ url: `http://127.0.0.1:${door.port}`, ca: null }, 5_000);
  const peer = new Peer(line, secret, { clock, monotonic: () => clock.now() });
  await until(() => peer.sendReport(report('opens'), () => undefined));
  await Promise.all(sendMany(peer, 20));
  for (let second = 0; second < 10; second++) await clock.advance(1_000);
  assert.equal(await peer.call('clockNow', []), 1);
  peer.close();
});

test('a server that stops closes its stream to another one, and opens no other', async () => {
  let open = 0;
  let opened = 0;
  const server = createServer().on('upgrade', (_request, stream) => {
    open += 1;
    opened += 1;
    stream.on('error', () => undefined);
    stream.once('end', () => {
      open -= 1;
      stream.destroy();
    });
    stream.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: tracker-stream\r\n\r\n');
    stream.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const join = () => new Peer(new HttpLine({ url: `http://127.0.0.1:${port}`, ca: null }, 5_000), secret);
  const send = (peer: Peer) => peer.sendReport(report('a report'), () => undefined);
  const [peer, other] = [join(), join()];
  await until(() => send(peer));
  peer.close();
  await until(() => open === 0);
  await until(() => !send(peer));
  await until(() => send(other));
  assert.deepEqual([send(peer), opened], [false, 2]);
  other.close();
  server.close();
});

test('who has another secret gets no stream', async () => {
  await using line = await open(() => assert.fail('it was let in'), 5_000, new Secret('of another cluster'));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    assert.equal(
      line.peer.sendReport(report('1'), () => assert.fail('it was taken')),
      false,
    );
    await assert.rejects(line.peer.call('anything', []));
  }
});

/** A connection that asks for the stream with this secret, and what it received first. */
async function upgrade(port: number, given: string) {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  socket.on('error', () => undefined);
  const asked = ['GET /cluster/reports/1 HTTP/1.1', 'host: a', 'connection: upgrade', 'upgrade: tracker-stream'];
  socket.write(`${asked.join('\r\n')}\r\nx-tracker-peer: ${given}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  return { socket, first: String(first) };
}

test('a door closes although one whom it refused a stream keeps its connection', { timeout: 20_000 }, async () => {
  const line = await open(() => assert.fail('it was let in'));
  const { socket, first } = await upgrade(line.door.port, 'of another cluster');
  assert.match(first, /^HTTP\/1.1 403 /);
  await line[Symbol.asyncDispose]();
  socket.destroy();
});

for (const [what, originText] of [
  ['an unreadable origin', 'none'],
  ['an error while it is answered', JSON.stringify(origin)],
] as const) {
  test(`${what} ends the stream and is reported, and the server stays`, async () => {
    const errors: unknown[] = [];
    const fail = () => {
      throw new Error('a bug');
    };
    await using line = await open(fail, 5_000, secret, null, (error) => errors.push(error));
    const { socket } = await upgrade(line.door.port, secret.reveal());
    new FrameWriter(socket).put(1, originText.length, Buffer.from(originText));
    socket.resume();
    await once(socket, 'end');
    socket.destroy();
    assert.equal(errors.length, 1);
    await assert.rejects(line.peer.call('anything', []), /the method anything is unknown/);
  });
}

test('frames are the same wherever their bytes are split, and bytes that are no frame are recognised', () => {
  const written: Buffer[] = [];
  const writer = new FrameWriter({ writable: true, write: (bytes: Buffer) => written.push(bytes) } as never);
  const all = () => written;
  writer.put(1, 200, Buffer.from('a message'));
  writer.put(4_294_967_295, 65_535);
  writer.put(3, 0, Buffer.from('two '), Buffer.from('pieces'));
  return new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve))).then(() => {
    assert.equal(all().length, 1, 'one write');
    const bytes = Buffer.concat(all());
    const told = [
      [1, 200, 'a message'],
      [4_294_967_295, 65_535, ''],
      [3, 0, 'two pieces'],
    ];
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const reader = new FrameReader();
      const frames = [bytes.subarray(0, cut), bytes.subarray(cut)].flatMap((piece) => reader.read(piece) ?? []);
      assert.deepEqual(
        frames.map(({ id, figure, rest }) => [id, figure, rest.toString()]),
        told,
        `cut at ${cut}`,
      );
    }
    for (const none of ['GET / HTTP/1.1\r\n', '\0\0\0\x05123456789'])
      assert.equal(new FrameReader().read(Buffer.from(none)), null);
  });
});
