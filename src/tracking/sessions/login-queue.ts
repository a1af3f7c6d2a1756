import type { Clock } from '../../lib/clock.ts';
import { compareInOrder, ServedNetworks } from '../../lib/served-networks.ts';
import { Refusal } from '../refusals.ts';

const maxRunning = 2;
const maxWaiting = 50;
/** Number of places that senders with failed logins cannot take from others. */
const maxFailedWaiting = maxWaiting / 2;
/** A login that waited longer is refused: clients give up after half a minute at most, and send another. */
const maxWaitMs = 10_000;

/** Where a login comes from. */
export interface LoginSender {
  /** The sender's network, then wider ones; see `networksOf`. */
  readonly networks: readonly [string, ...string[]];
  /** The pilot signed in from there before. */
  readonly isKnown: boolean;
  /** Whether another login from there failed lately. */
  hasFailed(): boolean;
}

interface Waiting extends LoginSender {
  run(): void;
  reject(refusal: Refusal): void;
}

/** Which senders have a turn, one after the other. */
const lanes = ['known', 'new', 'known', 'failed'] as const;

/**
 * Queue of password checks: each takes a large part of a second of one core. Turns go round: half of them to networks
 * from which the pilot signed in before, a quarter to those without a failed login. Among these, senders are served in
 * turn by their widest network first, so that many addresses of one provider have no more turns than one. At most 50 wait; when the queue is full,
 * the network with the most places loses one to a new sender, first among those that failed. A login that waited for 10 s
 * is refused, so that a busy machine answers late, but answers.
 */
export class LoginQueue {
  readonly #clock: Clock;
  #waiting: Waiting[] = [];
  #running = 0;
  /** Place in `lanes` of the next turn. */
  #lane = 0;
  /** Forgotten when nothing waits. */
  readonly #served = new ServedNetworks();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws Refusal `server-busy` when too many wait, or for too long */
  async run<T>(sender: LoginSender, check: () => Promise<T>): Promise<T> {
    await this.#enter(sender);
    try {
      return await check();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #enter(sender: LoginSender): Promise<void> | undefined {
    if (this.#running < maxRunning) {
      this.#serve(sender);
      return undefined;
    }
    if (this.#waiting.length >= maxWaiting) this.#evictFor(sender);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = { ...sender, run: resolve, reject };
    const patience = this.#clock.after(maxWaitMs, () => this.#giveUp(entry));
    this.#waiting.push(entry);
    return promise.finally(() => patience[Symbol.dispose]());
  }

  /** Removes the newest entry of the most crowded network, if that has more places than the new sender's would have. */
  #evictFor(sender: LoginSender): void {
    const strangers = this.#waiting.filter((each) => !each.isKnown);
    const failed = strangers.filter((each) => each.hasFailed());
    const isCrowded = failed.length > maxFailedWaiting;
    const candidates = isCrowded ? failed : strangers;
    const places = countPlaces(this.#waiting);
    const crowded = candidates.map((entry) => ({ entry, crowd: crowdOf(entry, places) })).toReversed();
    const victim = crowded.toSorted((one, other) => compareInOrder(other.crowd, one.crowd))[0]?.entry;
    const isEntitled = sender.isKnown || (isCrowded && !sender.hasFailed());
    if (victim === undefined || !(isEntitled || hasMorePlaces(victim, sender, places))) throw tooManyWait();
    this.#giveUp(victim);
  }

  #giveUp(entry: Waiting): void {
    this.#waiting = this.#waiting.filter((each) => each !== entry);
    entry.reject(tooManyWait());
  }

  #next(): void {
    if (this.#running === 0 && this.#waiting.length === 0) this.#served.forget();
    const chosen = this.#served.next(this.#ofNextLane());
    if (chosen === undefined) return;
    this.#waiting = this.#waiting.filter((each) => each !== chosen);
    this.#serve(chosen);
    chosen.run();
  }

  /** Returns those of the lane whose turn it is, or of the next one in which somebody waits. */
  #ofNextLane(): readonly Waiting[] {
    for (const offset of lanes.keys()) {
      const place = (this.#lane + offset) % lanes.length;
      const waiting = this.#waiting.filter((each) => laneOf(each) === lanes[place]);
      if (waiting.length === 0) continue;
      this.#lane = place + 1;
      return waiting;
    }
    return this.#waiting;
  }

  #serve({ networks }: LoginSender): void {
    this.#running += 1;
    this.#served.serve(networks);
  }
}

function laneOf(sender: Waiting): (typeof lanes)[number] {
  if (sender.isKnown) return 'known';
  return sender.hasFailed() ? 'failed' : 'new';
}

function countPlaces(waiting: readonly Waiting[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const { networks } of waiting)
    for (const network of networks) places.set(network, (places.get(network) ?? 0) + 1);
  return places;
}

/** Returns the number of places of each network of a sender, widest first. */
function crowdOf({ networks }: LoginSender, places: ReadonlyMap<string, number>): readonly number[] {
  return networks.toReversed().map((network) => places.get(network) ?? 0);
}

/** Whether the widest network in which the two differ has more places than the new sender's would have with one more. */
function hasMorePlaces(victim: Waiting, sender: LoginSender, places: ReadonlyMap<string, number>): boolean {
  const own = sender.networks.toReversed();
  for (const [depth, network] of victim.networks.toReversed().entries())
    if (network !== own[depth]) return (places.get(network) ?? 0) > (places.get(own[depth] ?? '') ?? 0) + 1;
  return false;
}

function tooManyWait(): Refusal {
  return new Refusal('server-busy', {
    message: 'Too many logins are waiting to be checked. Try again in a moment.',
    retryAfterS: 10,
  });
}
