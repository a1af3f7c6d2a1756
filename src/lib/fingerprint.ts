/** One member, of which the halves of the hash are read afterwards. */
class MemberHash {
  readonly #figure = new Float64Array(1);
  readonly #words = new Int32Array(this.#figure.buffer);
  high = 0;
  low = 0;

  /** The number 1, the text `1` and `true` differ. */
  take(seed: number, value: unknown): void {
    this.high = seed;
    this.low = ~seed;
    if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'string') this.#text(1, value);
    else this.#text(2, JSON.stringify(value));
    // A sum of members follows: by then each bit depends on all that came before.
    this.#mix(0);
    this.#mix(0);
  }

  #number(value: number): void {
    // As JSON writes it: there is one zero.
    this.#figure[0] = value + 0;
    this.#mix(this.#words[0] ?? 0);
    this.#mix(this.#words[1] ?? 0);
  }

  #text(kind: number, text: string): void {
    this.#mix(kind);
    for (let index = 0; index < text.length; index++) this.#mix(text.charCodeAt(index));
  }

  /** Two multiplications as MurmurHash has them. Each step keeps apart what was apart before it. */
  #mix(word: number): void {
    const high = Math.imul(this.high ^ word, 0x85eb_ca6b);
    const low = Math.imul(this.low ^ word, 0xc2b2_ae35);
    this.high = high ^ (high >>> 13);
    this.low = low ^ (low >>> 16);
  }
}

const member = new MemberHash();

/**
 * Tells objects apart by what some of their members say, in whatever order those came: a number of 53 bits for each object, where
 * the object itself or a text would have to be kept. Two of 20,000 different objects have the same one in one of 45 million lists
 * of so many. Not a digest: who wants to can make two objects that have the same number.
 */
export class Fingerprint {
  /** Where the hash of each member begins, by its name. */
  readonly #seeds: ReadonlyMap<string, number>;

  /** @param names - of the members that count */
  constructor(names: readonly string[]) {
    this.#seeds = new Map(names.map((name, index) => [name, index + 1]));
  }

  /** A member that is null counts as one that is absent. */
  of(object: object): number {
    let high = 0;
    let low = 0;
    for (const name in object) {
      const value = (object as Readonly<Record<string, unknown>>)[name];
      if (value === null || value === undefined) continue;
      const seed = this.#seeds.get(name);
      if (seed === undefined) continue;
      member.take(seed, value);
      high = (high + member.high) | 0;
      low = (low + member.low) | 0;
    }
    return (high >>> 11) * 0x1_0000_0000 + (low >>> 0);
  }
}
