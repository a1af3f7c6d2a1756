import { Chance } from '../../src/cli/flying/chance.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Everything in a simulation that is left to chance, reproducible from its seed. */
export class Draws extends Chance {
  readonly #seed: string;

  constructor(seed: string) {
    super(seed);
    this.#seed = seed;
  }

  /** Draws of a part of its own: how many another part makes does not change them. */
  fork(name: string): Draws {
    return new Draws(`${this.#seed}/${name}`);
  }

  /** True with this probability. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  /** A wait with this mean: most are short, a few long. */
  wait(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }

  /** One of them. @throws Error when there is none */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.whole(0, items.length - 1)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  }

  text(length: number): string {
    let text = '';
    while (text.length < length) text += letters[this.whole(0, letters.length - 1)];
    return text;
  }
}
