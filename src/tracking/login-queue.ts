import type { Clock } from '../lib/clock.ts';
import { Refusal } from './refusals.ts';

const maxRunning = 2;
const maxWaiting = 50;
/** A login that waited longer is refused: clients give up after half a minute at most, and send another. */
const maxWaitMs = 10_000;

interface Waiting {
  /** Address or network of the sender. */
  readonly network: string;
  /** The pilot signed in from there before. */
  readonly isKnown: boolean;
  run(): void;
  reject(refusal: Refusal): void;
}

/**
 * Queue of password checks: each takes a large part of a second of one core. Senders are served in turn, however many
 * each of them sends; networks from which the pilot signed in before come first. At most 50 wait; when the queue is full,
 * the sender with the most places loses one to a new sender. A login that waited for 10 s is refused, so that a busy
 * machine answers late, but answers.
 */
export class LoginQueue {
  readonly #clock: Clock;
  #waiting: Waiting[] = [];
  #running = 0;
  #turn = 0;
  /** When each network was last served; cleared when nothing waits. */
  readonly #servedAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws Refusal `server-busy` when too many wait, or for too long */
  async run<T>(network: string, isKnown: boolean, check: () => Promise<T>): Promise<T> {
    await this.#enter(network, isKnown);
    try {
      return await check();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #enter(network: string, isKnown: boolean): Promise<void> | undefined {
    if (this.#running < maxRunning) {
      this.#serve(network);
      return undefined;
    }
    if (this.#waiting.length >= maxWaiting) this.#evictFor(network, isKnown);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = { network, isKnown, run: resolve, reject };
    const patience = this.#clock.after(maxWaitMs, () => this.#giveUp(entry));
    this.#waiting.push(entry);
    return promise.finally(() => patience[Symbol.dispose]());
  }

  /** Removes the newest entry of the network with the most places, if it has more than the new sender would have. */
  #evictFor(network: string, isKnown: boolean): void {
    const places = new Map<string, number>();
    for (const each of this.#waiting) places.set(each.network, (places.get(each.network) ?? 0) + 1);
    const strangers = this.#waiting.filter((each) => !each.isKnown);
    const most = Math.max(0, ...strangers.map((each) => places.get(each.network) ?? 0));
    const victim = strangers.findLast((each) => places.get(each.network) === most);
    if (victim === undefined || (!isKnown && most <= (places.get(network) ?? 0) + 1)) throw tooManyWait();
    this.#giveUp(victim);
  }

  #giveUp(entry: Waiting): void {
    this.#waiting = this.#waiting.filter((each) => each !== entry);
    entry.reject(tooManyWait());
  }

  #next(): void {
    if (this.#running === 0 && this.#waiting.length === 0) this.#servedAt.clear();
    if (this.#waiting.length === 0) return;
    const lane = this.#waiting.some((each) => each.isKnown)
      ? this.#waiting.filter((each) => each.isKnown)
      : this.#waiting;
    const lastServed = (each: Waiting) => this.#servedAt.get(each.network) ?? 0;
    const chosen = lane.reduce((best, each) => (lastServed(each) < lastServed(best) ? each : best));
    this.#waiting = this.#waiting.filter((each) => each !== chosen);
    this.#serve(chosen.network);
    chosen.run();
  }

  #serve(network: string): void {
    this.#running += 1;
    this.#turn += 1;
    this.#servedAt.set(network, this.#turn);
  }
}

function tooManyWait(): Refusal {
  return new Refusal('server-busy', {
    message: 'Too many logins are waiting to be checked. Try again in a moment.',
    retryAfterS: 10,
  });
}
