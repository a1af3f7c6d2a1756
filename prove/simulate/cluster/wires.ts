import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type AskedPeer, originHeader, type PeerAnswer, type PeerLine } from '../../../src/cluster/peer.ts';
import type { Draws } from '../chance.ts';
import type { Life } from '../virtual-time.ts';

/** A request of one server to another. */
export interface PeerRequest extends Pick<AskedPeer, 'method' | 'path' | 'headers'> {
  readonly body: Buffer | null;
}

/** What is at the other end; `reset` is called when it goes down before it has answered. */
export interface PeerDoor {
  serveDoor(request: PeerRequest, answer: (answer: PeerAnswer) => void, reset: () => void): void;
}

/** The network between servers. */
export interface Wires {
  /** What moves in it, whatever becomes of the servers. */
  readonly life: Life;
  readonly draws: Draws;
  /** What listens at this address; null when nothing does. */
  at(url: string): PeerDoor | null;
  /** Whether nothing gets from the server to this address, or back. */
  isCut(from: number, url: string): boolean;
  /** A request was sent on that had been sent on before. */
  onSentTwice(path: string): void;
}

const deadlineMs = 15_000;
/** Goes along with a request that is sent on, unnoticed: how often it was. */
const hopHeader = 'x-simulated-hops';

/** The way from one server to another, in virtual time. */
export class SimulatedLine implements PeerLine {
  readonly #wires: Wires;
  readonly #life: Life;
  readonly #from: number;
  readonly #url: string;
  /** What rejects those whose answer has not come. */
  readonly #unanswered = new Set<(error: Error) => void>();
  /** Timers of calls, which are over once there is an answer. */
  readonly #deadlines = new WeakMap<AbortSignal, Disposable>();

  constructor(wires: Wires, life: Life, from: number, url: string) {
    this.#wires = wires;
    this.#life = life;
    this.#from = from;
    this.#url = url;
  }

  readonly deadlineMs = deadlineMs;

  deadline(): AbortSignal {
    const gone = new AbortController();
    const timer = this.#life.after(deadlineMs, () => gone.abort(new Error('no answer in time')), 'peer deadline');
    this.#deadlines.set(gone.signal, timer);
    return gone.signal;
  }

  async request({ method, path, headers, signal }: AskedPeer, body: Buffer | Readable | null): Promise<PeerAnswer> {
    const whole = body instanceof Readable ? await buffer(body) : body;
    const { promise, resolve, reject } = Promise.withResolvers<PeerAnswer>();
    this.#unanswered.add(reject);
    const late = this.#life.after(deadlineMs, () => reject(new Error('no answer in time')), 'peer deadline');
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    const back = (task: () => void) => {
      if (this.#wires.isCut(this.#from, this.#url)) return;
      this.#life.after(this.#latency(), task, 'peer answers');
    };
    const fail = () => back(() => reject(new Error('connection reset')));
    const request = { method, path, headers: this.#countHops(path, headers), body: whole };
    const arrive = () => {
      if (this.#wires.isCut(this.#from, this.#url)) return;
      const door = this.#wires.at(this.#url);
      if (door === null) return fail();
      door.serveDoor(request, (answer) => back(() => resolve(answer)), fail);
    };
    this.#wires.life.after(this.#latency(), arrive, 'peer request');
    return promise.finally(() => {
      late[Symbol.dispose]();
      this.#deadlines.get(signal)?.[Symbol.dispose]();
      this.#unanswered.delete(reject);
    });
  }

  abandon(): void {
    for (const reject of this.#unanswered) reject(new Error('the other server is silent'));
  }

  close(): void {}

  #countHops(path: string, headers: readonly string[]): readonly string[] {
    if (!headers.includes(originHeader)) return headers;
    const at = headers.indexOf(hopHeader);
    if (at < 0) return [...headers, hopHeader, '1'];
    this.#wires.onSentTwice(path);
    return headers;
  }

  #latency(): number {
    return 0.5 + this.#wires.draws.wait(2);
  }
}
