/** Pseudo-random numbers, reproducible from the seed (mulberry32 over an FNV-1a hash of the seed). */
export class Chance {
  #state = 0x811c9dc5;

  constructor(seed: string) {
    for (const character of seed) this.#state = Math.imul(this.#state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }

  /** 0 ≤ n < 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  shuffle<Item>(items: readonly Item[]): readonly Item[] {
    return items
      .map((item) => ({ item, key: this.next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
  }
}
