/** Maximum number of networks whose last turn is remembered. */
const maxServed = 10_000;

/** When networks had their last turn: who waits is served by the widest network in which two senders differ. */
export class ServedNetworks {
  #turn = 0;
  /** The turn of each network, oldest first. */
  readonly #servedAt = new Map<string, number>();

  /** @param networks - narrowest first; see `networksOf` */
  serve(networks: readonly string[]): void {
    this.#turn += 1;
    for (const network of networks) {
      this.#servedAt.delete(network);
      this.#servedAt.set(network, this.#turn);
    }
    for (const [oldest] of this.#servedAt) {
      if (this.#servedAt.size <= maxServed) return;
      this.#servedAt.delete(oldest);
    }
  }

  /** Returns the one that was served longest ago; of equals the first. */
  next<T extends { readonly networks: readonly string[] }>(waiting: readonly T[]): T | undefined {
    let next = waiting[0];
    for (const each of waiting) if (next !== undefined && this.#isBefore(each.networks, next.networks)) next = each;
    return next;
  }

  forget(): void {
    this.#servedAt.clear();
  }

  #isBefore(one: readonly string[], other: readonly string[]): boolean {
    const lastServed = (networks: readonly string[]) =>
      networks.toReversed().map((network) => this.#servedAt.get(network) ?? 0);
    return compareInOrder(lastServed(one), lastServed(other)) < 0;
  }
}

/** Compares two lists by the first number in which they differ. */
export function compareInOrder(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((each, at) => each !== (other[at] ?? 0));
  return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0);
}
