import { Chance } from '../../src/cli/flying/chance.ts';

/** Choices that depend on nothing but the seed and the number of a request. */
export class Choices {
  readonly #chance: Chance;

  constructor(seed: string) {
    this.#chance = new Chance(seed);
    // The hash of texts that differ only at their end needs a step to differ everywhere.
    this.#chance.next();
  }

  /** 0 ≤ n < limit */
  below(limit: number): number {
    return Math.floor(this.#chance.next() * limit);
  }

  happens(probability: number): boolean {
    return this.#chance.next() < probability;
  }

  /** @throws Error for an empty list */
  of<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (items.length === 0) throw new Error('there is nothing to choose from');
    return item as T;
  }

  /** Chooses by weight. */
  weighted<T>(items: readonly (readonly [number, T])[]): T {
    let rest = this.#chance.next() * items.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of items) {
      rest -= weight;
      if (rest < 0) return item;
    }
    return this.of(items)[1];
  }
}
