/** Instants, ascending, each as often as it was added. One flat list: ten thousand flights hold a million of them. */
export class Instants {
  readonly #ascending: number[] = [];

  [Symbol.iterator](): Iterator<number> {
    return this.#ascending.values();
  }

  has(instant: number): boolean {
    return this.#ascending[this.#indexOf(instant)] === instant;
  }

  /** Most come in order, and go to the end. */
  add(instant: number): void {
    const last = this.#ascending.at(-1);
    if (last === undefined || last <= instant) this.#ascending.push(instant);
    else this.#ascending.splice(this.#indexOf(instant), 0, instant);
  }

  /** Takes one away; the same instant may have been added again. */
  remove(instant: number): void {
    const index = this.#indexOf(instant);
    if (this.#ascending[index] === instant) this.#ascending.splice(index, 1);
  }

  /** Of the first that is not before `instant`. */
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
