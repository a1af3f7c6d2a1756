import type { LeaseTable, LeaseView } from './lease-table.ts';

/** The same table, which knows since when its rows could not be read. */
export class WatchedTable {
  readonly table: LeaseTable;
  readonly #monotonic: () => number;
  #readAt = Number.NEGATIVE_INFINITY;

  /** @param monotonic - milliseconds on a clock that nobody sets */
  constructor(table: LeaseTable, monotonic: () => number) {
    this.#monotonic = monotonic;
    this.table = {
      read: () => this.#read(table),
      beat: (...args) => table.beat(...args),
      take: (...args) => table.take(...args),
      release: (...args) => table.release(...args),
      forget: (...args) => table.forget(...args),
    };
  }

  /** Milliseconds since they were last read; infinite before. */
  get silentMs(): number {
    return this.#monotonic() - this.#readAt;
  }

  async #read(table: LeaseTable): Promise<LeaseView> {
    const view = await table.read();
    this.#readAt = this.#monotonic();
    return view;
  }
}
