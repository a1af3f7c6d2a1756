import type { DamagedRow } from './damaged-row.ts';

/** The rows that were found damaged since the opening, each once. */
export class DamagedRows {
  readonly #known = new Set<string>();
  readonly #flights = new Set<number>();
  readonly #onDamage: (row: DamagedRow) => void;

  /** @param onDamage - hears of each row once */
  constructor(onDamage: (row: DamagedRow) => void) {
    this.#onDamage = onDamage;
  }

  note = (row: DamagedRow): void => {
    const name = `${row.table} ${row.key}`;
    if (this.#known.has(name)) return;
    this.#known.add(name);
    if (row.flight !== null && ofReports.has(row.table)) this.#flights.add(row.flight);
    this.#onDamage(row);
  };

  /** Whether reports of this flight are among them. */
  isMissingReports(flight: number): boolean {
    return this.#flights.has(flight);
  }
}

const ofReports: ReadonlySet<string> = new Set(['reports', 'chunks', 'sealed']);
