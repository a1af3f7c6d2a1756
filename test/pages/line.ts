import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A line to a server that can be cut and mended: a relay of bytes on a port of its own. */
export class Line implements AsyncDisposable {
  /** Where the server is reached through it. */
  readonly url: string;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #relay: Server;

  private constructor(target: URL, relay: Server, port: number) {
    this.#target = target;
    this.#relay = relay;
    this.url = `http://127.0.0.1:${port}${target.pathname}`;
  }

  static async open(target: string): Promise<Line> {
    const relay = createServer().listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const line = new Line(new URL(target), relay, (relay.address() as AddressInfo).port);
    relay.on('connection', (socket) => line.#pass(socket));
    return line;
  }

  /** Breaks what is open; nothing answers any more. */
  async cut(): Promise<void> {
    const closed = once(this.#relay, 'close');
    this.#relay.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    this.#relay = createServer((socket) => this.#pass(socket)).listen(Number(new URL(this.url).port), '127.0.0.1');
    await once(this.#relay, 'listening');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cut();
  }

  #pass(socket: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname);
    for (const [from, to] of [
      [socket, server],
      [server, socket],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}
