import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What gets through no more: nothing, or no answer. */
export type Direction = 'both' | 'answers';

type Pair = readonly [client: Socket, target: Socket];

/** How often a port that nobody listens on is tried. */
const lookEveryMs = 50;

/** The network in front of one port: it can be cut, and mended. While nobody listens behind it, connections are refused. */
export class Gate implements AsyncDisposable {
  readonly #target: number;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #port = 0;
  #cut: Direction | null = null;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((client) => this.#pass(client));
  }

  /** @param target - port on 127.0.0.1 */
  static async open(target: number): Promise<Gate> {
    const gate = new Gate(target);
    await gate.#listen();
    gate.#port = (gate.#server.address() as AddressInfo).port;
    return gate;
  }

  get port(): number {
    return this.#port;
  }

  /** Nobody notices it: what was sent waits, as packets that are lost. */
  cut(direction: Direction = 'both'): void {
    this.#cut = direction;
    for (const pair of this.#pairs) this.#hold(pair);
  }

  mend(): void {
    this.#cut = null;
    // A side that gave up meanwhile ends the other one.
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  #pass(client: Socket): void {
    const target = connect(this.#target, '127.0.0.1');
    const pair: Pair = [client, target];
    this.#pairs.add(pair);
    for (const [socket, other] of [pair, [target, client] as const]) {
      socket.setNoDelay(true);
      socket.on('data', (data) => void other.write(data));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#pairs.delete(pair);
        if (this.#cut === null) other.destroy();
      });
    }
    target.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') this.closeUntilThere();
    });
    this.#hold(pair);
  }

  #hold([client, target]: Pair): void {
    if (this.#cut === 'both') client.pause();
    if (this.#cut !== null) target.pause();
  }

  /** To be called when what listened there was ended; it is noticed with the next connection otherwise. */
  closeUntilThere(): void {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#look();
  }

  #look(): void {
    if (this.#isClosed) return;
    const probe = connect(this.#target, '127.0.0.1', () => {
      probe.destroy();
      if (!this.#isClosed) void this.#listen();
    });
    probe.on('error', () => {
      this.#timer = setTimeout(() => this.#look(), lookEveryMs);
    });
  }
}
