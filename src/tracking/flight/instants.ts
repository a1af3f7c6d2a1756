/** A sorted multiset of instants. One flat list, because ten thousand flights have a million of them. */
export class Instants {
  readonly #ascending: number[] = [];

  [Symbol.iterator](): Iterator<number> {
    return this.#ascending.values();
  }

  has(instant: number): boolean {
    return this.#ascending[this.#indexOf(instant)] === instant;
  }

  /** Most arrive in order and are appended. */
  add(instant: number): void {
    const last = this.#ascending.at(-1);
    if (last === undefined || last <= instant) this.#ascending.push(instant);
    else this.#ascending.splice(this.#indexOf(instant), 0, instant);
  }

  /** Removes one occurrence of an instant. Returns false when there is none. */
  remove(instant: number): boolean {
    const index = this.#indexOf(instant);
    if (this.#ascending[index] !== instant) return false;
    this.#ascending.splice(index, 1);
    return true;
  }

  /** Index of the first that is not before `instant`. */
  #indexOf(instant: number): number {
    let low = 0;
    let high = this.#ascending.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ascending[middle] ?? 0) < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
