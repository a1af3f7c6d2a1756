/** What happened how often. A run in which nothing was ever at stake shows here. */
export class Counters {
  readonly #faults = new Map<string, number>();
  readonly #happened = new Map<string, number>();

  fault(kind: string): void {
    this.#faults.set(kind, (this.#faults.get(kind) ?? 0) + 1);
  }

  count(what: string, times = 1): void {
    this.#happened.set(what, (this.#happened.get(what) ?? 0) + times);
  }

  of(what: string): number {
    return this.#happened.get(what) ?? 0;
  }

  get faults(): Readonly<Record<string, number>> {
    return sorted(this.#faults);
  }

  get happened(): Readonly<Record<string, number>> {
    return sorted(this.#happened);
  }
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Adds up several runs' counts. */
export function sumCounts(all: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sum = new Map<string, number>();
  for (const counts of all) for (const [name, n] of Object.entries(counts)) sum.set(name, (sum.get(name) ?? 0) + n);
  return sorted(sum);
}
