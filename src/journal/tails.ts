/** The numbers of each flight's unsealed reports: an index in memory, which costs no disk. */
export class Tails {
  readonly #numbers = new Map<number, number[]>();

  add(flight: number, firstNumber: number, count: number): void {
    let numbers = this.#numbers.get(flight);
    if (numbers === undefined) {
      numbers = [];
      this.#numbers.set(flight, numbers);
    }
    for (let number = firstNumber; number < firstNumber + count; number++) numbers.push(number);
  }

  /** Ascending. */
  of(flight: number): readonly number[] {
    return this.#numbers.get(flight) ?? [];
  }

  /** These reports, by flight and number, were not stored. */
  remove(lost: Iterable<readonly [flight: number, number: number]>): void {
    const byFlight = Map.groupBy(lost, ([flight]) => flight);
    for (const [flight, reports] of byFlight) {
      const gone = new Set(reports.map(([, number]) => number));
      const rest = this.of(flight).filter((number) => !gone.has(number));
      if (rest.length === 0) this.#numbers.delete(flight);
      else this.#numbers.set(flight, rest);
    }
  }

  /** Reports up to this number are sealed. */
  cut(flight: number, lastNumber: number): void {
    const rest = this.of(flight).slice(indexAfter(this.of(flight), lastNumber));
    if (rest.length === 0) this.#numbers.delete(flight);
    else this.#numbers.set(flight, rest);
  }
}

/** Returns the index of the first of these ascending numbers that is above `number`. */
export function indexAfter(numbers: ArrayLike<number>, number: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
