import type { Fetch } from '../../src/client/transport.ts';
import type { Draws } from './chance.ts';
import type { Counters } from './counters.ts';
import type { Fortune } from './fortune.ts';
import { drawMishap, type NetworkFaults, quietNetwork } from './network-faults.ts';
import { Life, type VirtualTime } from './virtual-time.ts';
import { type Exchange, readJson, type WireAnswer, type WireRequest } from './wire.ts';

/** A machine that answers requests; null when its process is down. */
export interface Host {
  /** Answers later, or calls `reset` when it goes down before. */
  serve(request: WireRequest, answer: (answer: WireAnswer) => void, reset: () => void): void;
  /** Its clock. */
  now?(): number;
}

/** Sees every exchange. */
export interface Observer {
  /** A server gave this answer; it may still be lost. */
  served(exchange: Exchange, answer: WireAnswer): void;
  /** A client read this answer. */
  answered(exchange: Exchange, answer: WireAnswer): void;
  /** This becomes of a request, or of its answer. */
  befell(exchange: Exchange, fate: keyof NetworkFaults): void;
}

/** How many of the newest requests can come again. */
const maxPast = 120;
/** Of so many of the newest it is known when they arrived. */
const maxArrivals = 400;

/** How long a client without a timeout of its own waits for an answer. */
const patienceMs = 60_000;

/** A client's own connection to the world. */
export interface Line {
  readonly name: string;
  readonly address: string;
  readonly life: Life;
  isOffline: boolean;
}

/** The internet between clients and servers. */
export class Network {
  faults: NetworkFaults = quietNetwork;
  readonly #life: Life;
  readonly #draws: Draws;
  readonly #host: () => Host | null;
  readonly #observer: Observer;
  readonly #counters: Counters;
  readonly #time: VirtualTime;
  readonly #fortune: Fortune;
  #count = 0;
  #heldUntil = Number.NEGATIVE_INFINITY;
  /** When requests of each client reached a server, oldest first: the newest of them. */
  readonly arrivals: { readonly client: string; readonly number: number; readonly at: number }[] = [];
  /** The newest requests that were sent, oldest first. */
  readonly past: Exchange[] = [];

  constructor(parts: {
    time: VirtualTime;
    draws: Draws;
    /** Where the next request goes. */
    host: () => Host | null;
    observer: Observer;
    counters: Counters;
    fortune: Fortune;
  }) {
    this.#time = parts.time;
    this.#life = new Life(parts.time, 'network');
    this.#draws = parts.draws;
    this.#host = parts.host;
    this.#observer = parts.observer;
    this.#counters = parts.counters;
    this.#fortune = parts.fortune;
  }

  /** What is sent within this time arrives at its end, in one moment. */
  hold(ms: number): void {
    this.#heldUntil = this.#time.now + ms;
  }

  heal(): void {
    this.faults = quietNetwork;
  }

  /** What a client has in the place of `fetch`. */
  fetchOf(line: Line): Fetch {
    return (url, init) =>
      new Promise((resolve, reject) => {
        const { signal } = init;
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        if (signal === undefined || signal === null)
          line.life.after(patienceMs, () => reject(noAnswer('UND_ERR_HEADERS_TIMEOUT')), 'no-answer');
        this.#send(line, url, init, resolve, reject);
      });
  }

  #send(line: Line, url: string, init: RequestInit, resolve: (answer: Response) => void, reject: Reject): void {
    const exchange = this.#exchangeOf(line, url, init);
    const fail = (code: string): void => {
      line.life.after(this.#latency(), () => reject(noAnswer(code)), 'no-answer');
    };
    if (line.isOffline) {
      fail('ENOTFOUND');
      return;
    }
    const fate = this.#fateOf(exchange);
    if (fate === 'cut') {
      fail('ECONNRESET');
      return;
    }
    if (fate === 'loss') return;
    const deliver = (answer: WireAnswer): void => {
      if (fate === 'lostAnswer') return;
      const lateMs = fate === 'late' ? this.#draws.between(1_000, 90_000) : 0;
      const read = () => {
        if (init.signal?.aborted === true) return;
        this.#observer.answered(exchange, answer);
        resolve(responseOf(answer, url));
      };
      line.life.after(this.#latency() + lateMs, read, 'answer');
    };
    this.#arrive(exchange, deliver, () => fail('ECONNRESET'));
    // A proxy in between that asks again: only one of the two answers is read.
    if (fate === 'double') this.#arriveAgain(exchange);
  }

  #exchangeOf(line: Line, url: string, init: RequestInit): Exchange {
    const { pathname, search } = new URL(url);
    const request: WireRequest = {
      method: init.method ?? 'GET',
      path: pathname + search,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? init.body : null,
      address: line.address,
    };
    const sent = readJson(request.body);
    return this.#keep({ number: 0, client: line.name, request, sentAt: this.#time.now, sent });
  }

  /** Gives a request its number; one that was sent before has it. */
  #keep(exchange: Exchange): Exchange {
    if (exchange.number !== 0) return exchange;
    this.#count += 1;
    const numbered = { ...exchange, number: this.#count };
    this.past.push(numbered);
    if (this.past.length > maxPast) this.past.shift();
    return numbered;
  }

  #arriveAgain(exchange: Exchange): void {
    this.#life.after(this.#draws.wait(this.#draws.pick([20, 3_000])), () => this.arriveUnread(exchange), 'request');
  }

  /** Lets a request arrive whose answer nobody reads. */
  arriveUnread(exchange: Exchange): void {
    const unread = () => undefined;
    this.#arrive(this.#keep(exchange), unread, unread);
  }

  /** The same, without a way that takes time. */
  arriveNow(exchange: Exchange): void {
    const unread = () => undefined;
    this.#reach(this.#keep(exchange), unread, unread);
  }

  #arrive(exchange: Exchange, deliver: (answer: WireAnswer) => void, reset: () => void): void {
    const ms = Math.max(this.#latency(), this.#heldUntil - this.#time.now);
    this.#life.after(ms, () => this.#reach(exchange, deliver, reset), 'request');
  }

  #reach(sent: Exchange, deliver: (answer: WireAnswer) => void, reset: () => void): void {
    const host = this.#host();
    if (host === null) {
      reset();
      return;
    }
    this.arrivals.push({ client: sent.client, number: sent.number, at: this.#time.now });
    if (this.arrivals.length > maxArrivals) this.arrivals.shift();
    const arrivedAt = host.now?.();
    const exchange = arrivedAt === undefined ? sent : { ...sent, arrivedAt };
    const answer = (given: WireAnswer) => {
      this.#observer.served(exchange, given);
      deliver(given);
    };
    host.serve(exchange.request, answer, reset);
  }

  #latency(): number {
    return 5 + this.#draws.wait(30);
  }

  #fateOf(exchange: Exchange): keyof NetworkFaults | null {
    const name = this.#fortune.nameOf(`${exchange.client} ${exchange.request.path}`);
    const fate = drawMishap(this.#draws, this.faults);
    if (fate === null || !this.#fortune.allows('fates', name)) return null;
    this.#counters.fault(fate);
    this.#observer.befell(exchange, fate);
    return fate;
  }
}

type Reject = (error: unknown) => void;

function noAnswer(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

/** The part of a `Response` that the clients read; a real one costs a stream for each answer. */
function responseOf({ status, headers, text }: WireAnswer, url: string): Response {
  const answer = {
    status,
    url,
    type: 'basic',
    ok: status >= 200 && status < 300,
    headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
    text: async () => text,
  };
  return answer as unknown as Response;
}
