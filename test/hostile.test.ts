import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Served } from './flying/served.ts';

/** Connections at once for each door and each way of attacking it. */
const connections = 25;
/** What the server may take beyond what it had before: garbage of 25 bodies at once, collected when V8 likes. Unbounded bodies took gigabytes. */
const maxGrowthBytes = 400 << 20;

interface Attack {
  readonly name: string;
  /** What follows the request line and `Host`. */
  readonly headers: string;
  readonly body: Buffer | string;
  /** The client says no more and does not close: the answer comes in spite of it. Else the server need not answer yet. */
  readonly isAnswered: boolean;
}

const bomb = gzipSync(Buffer.alloc(8 << 20, '[{'));
const deep = '['.repeat(60_000);
const members = `[${'{},'.repeat(20_000)}{}]`;
const pairs = 'a=&'.repeat(20_000);
const ofJson = (body: Buffer | string, more = '') =>
  `Content-Type: application/json\r\n${more}Content-Length: ${body.length}\r\n\r\n`;
const form = 'Content-Type: application/x-www-form-urlencoded\r\n';

const attacks: readonly Attack[] = [
  { name: 'a gzip bomb', headers: ofJson(bomb, 'Content-Encoding: gzip\r\n'), body: bomb, isAnswered: true },
  {
    name: 'a gzip bomb as a form',
    headers: `${form}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`,
    body: bomb,
    isAnswered: true,
  },
  { name: 'a deep body', headers: ofJson(deep), body: deep, isAnswered: true },
  { name: 'many members', headers: ofJson(members), body: members, isAnswered: true },
  { name: 'many pairs', headers: `${form}Content-Length: ${pairs.length}\r\n\r\n`, body: pairs, isAnswered: true },
  { name: 'a body that never ends', headers: ofJson('x'.repeat(60_000)), body: 'x'.repeat(59_000), isAnswered: false },
  {
    name: 'a large body announced',
    headers: 'Content-Type: application/json\r\nContent-Length: 8000000\r\n\r\n',
    body: deep,
    isAnswered: false,
  },
  {
    name: 'endless chunks',
    headers: 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    body: `${(60_000).toString(16)}\r\n${deep}\r\n`.repeat(4),
    isAnswered: false,
  },
  { name: 'huge headers', headers: `X-Noise: ${'x'.repeat(100_000)}\r\n\r\n`, body: '', isAnswered: true },
  { name: 'what is no HTTP', headers: 'no colon here\r\n\r\n', body: '', isAnswered: true },
  { name: 'headers that never end', headers: 'X-Noise: x\r\n', body: '', isAnswered: false },
];

const pages = [
  '/',
  '/tracker/',
  '/tracker/operator/sign-in',
  '/tracker/operator/welcome',
  '/tracker/admin/schedules',
  '/tracker/live/snapshot',
  '/nowhere',
];
const sides = [
  {
    version: '7',
    health: '/api/tracker/status',
    doors: [
      ...['auth', 'bids', 'start', 'flight', 'position', 'event', 'finish', 'cancel', 'docs', 'x'].map(
        (name) => `/api/tracker/${name}`,
      ),
      ...pages,
    ],
  },
  {
    version: '5',
    health: '/acars/bootstrap.php',
    doors: [
      ...['login', 'get_bid', 'position', 'submit_log', 'status', 'va_config'].map((name) => `/acars/${name}.php`),
      '/tracker/operator/sign-in',
    ],
  },
];

for (const { version, health, doors } of sides) {
  test(`version ${version}: every door withstands every attack, in bounded memory, and others are answered meanwhile`, async (t) => {
    await using served = await Served.open({ TRACKER_EMBEDDED_VERSION: version });
    const before = served.residentBytes() ?? 0;
    let most = 0;
    for (const attack of attacks) {
      for (const door of doors) {
        using crowd = new Crowd(Number(new URL(served.url).port), door, attack);
        const answers = attack.isAnswered ? await crowd.answers() : [];
        for (const answer of answers)
          assert.match(answer, /^$|^HTTP\/1.1 (?!500)/, `${attack.name} at ${door}: ${answer}`);
        assert.equal((await fetch(served.url + health)).status, 200, `${health} beside ${attack.name} at ${door}`);
        most = Math.max(most, (served.residentBytes() ?? 0) - before);
      }
    }
    t.diagnostic(`it grew by ${Math.round(most / (1 << 20))} MiB at most`);
    assert.ok(most < maxGrowthBytes, `it grew by ${Math.round(most / (1 << 20))} MiB`);
  });
}

/** Many clients that attack in the same way, and never close their side. */
class Crowd implements Disposable {
  readonly #sockets: readonly Socket[];
  readonly #answers: readonly Promise<string>[];

  constructor(port: number, door: string, { headers, body }: Attack) {
    this.#sockets = Array.from({ length: connections }, () =>
      connect({ port, host: '127.0.0.1', allowHalfOpen: true }),
    );
    this.#answers = this.#sockets.map(firstAnswer);
    for (const socket of this.#sockets) {
      socket.write(`POST ${door} HTTP/1.1\r\nHost: localhost\r\n${headers}`);
      socket.write(body);
    }
  }

  /** What each of them reads first; empty when it is cut off. */
  answers(): Promise<readonly string[]> {
    return Promise.all(this.#answers);
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

function firstAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.on('error', () => resolve(''));
    socket.on('close', () => resolve(''));
    socket.on('data', (chunk) => resolve(String(chunk)));
  });
}
