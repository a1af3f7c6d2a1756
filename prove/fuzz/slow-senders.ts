import { connect, type Socket } from 'node:net';
import type { Version } from '../served/contracts.ts';

/** A way to be slow, and when the server must have had enough of it. */
interface Slowness {
  readonly name: string;
  readonly begins: string;
  readonly goesOn: string;
  readonly maxMs: number;
}

const host = 'Host: localhost\r\n';
const startOf = (path: string) => `POST ${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
/** Calls without a session, whose bodies are waited for less long than those that nobody reads. */
const signIns: Readonly<Record<Version, string>> = { '7': '/api/tracker/auth', '5': '/acars/login.php' };
const slownessesOf = (version: Version): readonly Slowness[] => [
  { name: 'nothing at all', begins: '', goesOn: '', maxMs: 90_000 },
  { name: 'a slow request line', begins: 'GET /tr', goesOn: 'a', maxMs: 25_000 },
  { name: 'slow headers', begins: `GET /healthz HTTP/1.1\r\n${host}`, goesOn: 'X-Slow: 1\r\n', maxMs: 25_000 },
  {
    name: 'a slow body',
    begins: `${startOf(signIns[version])}Content-Length: 9000\r\n\r\n`,
    goesOn: ' ',
    maxMs: 40_000,
  },
  {
    name: 'a slow body elsewhere',
    begins: `${startOf('/nowhere')}Content-Length: 9000\r\n\r\n`,
    goesOn: ' ',
    maxMs: 90_000,
  },
  {
    name: 'slow chunks',
    begins: `${startOf('/nowhere')}Transfer-Encoding: chunked\r\n\r\n`,
    goesOn: '1\r\n \r\n',
    maxMs: 90_000,
  },
];
const everyMs = 1_000;

/** Clients that send a little every second and never end. Each must be closed in time; then another takes its place. */
export class SlowSenders implements Disposable {
  /** Those that the server bore longer than it should. */
  readonly tooLong: string[] = [];
  closedInTime = 0;
  readonly #port: number;
  readonly #open = new Map<Socket, { readonly slowness: Slowness; readonly since: number }>();
  readonly #timer: NodeJS.Timeout;
  #isOver = false;

  constructor(port: number, version: Version, countOfEach: number) {
    this.#port = port;
    for (const slowness of slownessesOf(version))
      for (let count = 0; count < countOfEach; count++) this.#begin(slowness);
    this.#timer = setInterval(() => this.#goOn(), everyMs);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    for (const socket of this.#open.keys()) socket.destroy();
  }

  #begin(slowness: Slowness): void {
    if (this.#isOver) return;
    const socket = connect(this.#port, '127.0.0.1', () => socket.write(slowness.begins));
    const since = performance.now();
    this.#open.set(socket, { slowness, since });
    socket.resume();
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      this.#open.delete(socket);
      if (!this.#isOver) this.closedInTime += 1;
      // A server that refuses at once is not asked again at once.
      setTimeout(() => this.#begin(slowness), everyMs).unref();
    });
  }

  #goOn(): void {
    for (const [socket, { slowness, since }] of this.#open) {
      if (performance.now() - since <= slowness.maxMs) {
        socket.write(slowness.goesOn);
        continue;
      }
      this.tooLong.push(slowness.name);
      this.#open.delete(socket);
      socket.destroy();
    }
  }
}
