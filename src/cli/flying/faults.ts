import { systemTiming, type Timing } from '../../client/timing.ts';
import type { Fetch } from '../../client/transport.ts';
import { Chance } from './chance.ts';
import { type FaultKind, faultKinds } from './fault-kinds.ts';
import { FaultyNetwork } from './faulty-network.ts';

/**
 * Injects the same faults for the same seed: a network that loses, delays, repeats and reorders requests, a clock that is wrong and jumps,
 * a session that ends, a client that crashes in mid-flight.
 */
export class Faults {
  readonly seed: string;
  /** Number of positions reported together, in random order. */
  readonly windowSize = 4;
  readonly timing: Timing;
  readonly #chance: Chance;
  readonly #fired = new Map<FaultKind, number>(faultKinds.map((kind) => [kind, 0]));
  readonly #strikes: Map<'crash' | 'expiry' | 'skew', number>;
  #skewMs: number;
  #network: FaultyNetwork | null = null;

  /** @param haste divisor of the client's waits. */
  constructor(seed: string, sampleCount: number, haste = 1) {
    this.seed = seed;
    this.#chance = new Chance(seed);
    const within = (from: number, to: number) => Math.floor(sampleCount * (from + (to - from) * this.#chance.next()));
    this.#strikes = new Map([
      ['expiry', within(0.1, 0.3)],
      ['crash', within(0.35, 0.65)],
      ['skew', within(0.7, 0.9)],
    ]);
    this.#skewMs = this.#someSkewMs();
    this.timing = {
      now: () => systemTiming.now() + this.#skewMs,
      elapsed: systemTiming.elapsed,
      sleep: (ms, signal) => systemTiming.sleep(ms / haste, signal),
    };
  }

  /** How often each kind occurred. */
  get fired(): Readonly<Record<FaultKind, number>> {
    return Object.fromEntries(this.#fired) as Record<FaultKind, number>;
  }

  /** Kinds that did not occur, so the flight did not test them. */
  get missing(): readonly FaultKind[] {
    return faultKinds.filter((kind) => this.#fired.get(kind) === 0);
  }

  /** Creates the network for a client; the one of an earlier client stops responding. */
  newNetwork(): Fetch {
    this.#network?.die();
    const network = new FaultyNetwork(this.#chance, (kind) => this.#fire(kind), this.#network?.held ?? []);
    this.#network = network;
    if (this.#skewMs !== 0) this.#fire('skew');
    return (url, init) => network.fetch(url, init);
  }

  /** Returns the items in random order. */
  shuffle<Item>(items: readonly Item[]): readonly Item[] {
    const shuffled = this.#chance.shuffle(items);
    if (shuffled.some((item, index) => item !== items[index])) this.#fire('reorder');
    return shuffled;
  }

  /** Injects the faults that are due after these samples, each once. */
  strike(from: number, to: number): 'crash' | null {
    const isDue = (kind: 'crash' | 'expiry' | 'skew') => {
      const at = this.#strikes.get(kind);
      if (at === undefined || at >= to || at < from) return false;
      return this.#strikes.delete(kind);
    };
    if (isDue('expiry')) this.#network?.expireSession();
    if (isDue('skew')) {
      this.#skewMs = this.#someSkewMs();
      this.#fire('skew');
    }
    if (!isDue('crash')) return null;
    this.#fire('crash');
    return 'crash';
  }

  /** Delivers the requests that were held back. */
  async flush(): Promise<void> {
    await this.#network?.flush();
  }

  #someSkewMs(): number {
    const minutes = 10 + 50 * this.#chance.next();
    return Math.round((this.#chance.next() < 0.5 ? -minutes : minutes) * 60_000);
  }

  #fire(kind: FaultKind): void {
    this.#fired.set(kind, (this.#fired.get(kind) ?? 0) + 1);
  }
}
