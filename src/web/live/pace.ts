import type { Clock } from '../../lib/clock.ts';

/** Share of one core that polls through the crew center's PHP may take. */
const maxShare = 0.1;
const [minS, maxS] = [15, 300];
/** What forwarding a request costs where the host does nothing else, and the most that one slow start counts, in milliseconds. */
const [minCostMs, maxCostMs] = [2, 2_000];
/** Weight of the newest measurement. */
const weight = 0.1;
/** Most visitors from one network that count, so that one alone cannot make the map slow for all. */
const maxPerNetwork = 20;

/**
 * How often pages that come through the crew center's PHP ask for news: so often that they together take a tenth of a core. The edge
 * says how long the host took before it forwarded a request; a visitor counts until its next request is due.
 */
export class Pace {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, number[]>();
  #costMs: number | null = null;
  #sweptAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the seconds until a page should ask again. */
  get intervalS(): number {
    const viewers = [...this.#waiting.values()].reduce((sum, { length }) => sum + Math.min(length, maxPerNetwork), 0);
    const cost = Math.max(this.#costMs ?? 0, minCostMs) / 1_000;
    return Math.min(maxS, Math.max(minS, Math.ceil((viewers * cost) / maxShare)));
  }

  /**
   * Notes a page that asks for news, and returns the seconds until it should ask again.
   * @param network - of the visitor
   * @param hostMs - what the edge says that the host took; null when it is not said
   */
  note(network: string, hostMs: number | null): number {
    const now = this.#clock.now();
    this.#sweep(now);
    if (hostMs !== null) this.#measure(hostMs);
    const own = this.#waiting.get(network) ?? [];
    this.#waiting.set(network, own);
    if (own.length < maxPerNetwork) own.push(now);
    const seconds = this.intervalS;
    own[own.length - 1] = now + seconds * 1_000;
    return seconds;
  }

  #measure(hostMs: number): void {
    const cost = Math.min(maxCostMs, hostMs);
    this.#costMs = this.#costMs === null ? cost : this.#costMs + weight * (cost - this.#costMs);
  }

  /** Forgets those whose next request is overdue, at most once a second. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < 1_000) return;
    this.#sweptAt = now;
    for (const [network, until] of this.#waiting) {
      const left = until.filter((at) => at > now);
      if (left.length === 0) this.#waiting.delete(network);
      else this.#waiting.set(network, left);
    }
  }
}
