/** How many flights could be judged by a measure, and on how many it was found. */
export interface Tally {
  judged: number;
  found: number;
}

/** Tallies by the ids of measures. */
export type Tallies = Record<string, Tally>;

export function tallyOf(tallies: Tallies | undefined, measure: string): Readonly<Tally> {
  return tallies?.[measure] ?? { judged: 0, found: 0 };
}

/** Counts a flight. */
export function addTo(tallies: Tallies, measure: string, isFound: boolean): void {
  const tally = tallies[measure] ?? { judged: 0, found: 0 };
  tallies[measure] = tally;
  tally.judged += 1;
  if (isFound) tally.found += 1;
}

/** Returns how many of 100 flights it was found on; null where none could be judged. */
export function rateOf({ judged, found }: Readonly<Tally>): number | null {
  return judged === 0 ? null : (100 * found) / judged;
}

/** Tallies by what flights have in common: type, airport, month. */
export class Breakdown {
  readonly #groups = new Map<string, Tallies>();

  of(group: string): Tallies {
    const known = this.#groups.get(group);
    if (known !== undefined) return known;
    const tallies: Tallies = {};
    this.#groups.set(group, tallies);
    return tallies;
  }

  find(group: string): Tallies | undefined {
    return this.#groups.get(group);
  }

  get groups(): readonly (readonly [group: string, tallies: Tallies])[] {
    return [...this.#groups];
  }
}
