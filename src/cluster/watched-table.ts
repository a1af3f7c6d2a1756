import type { LeaseTable, LeaseView } from '../journal/lease-table.ts';
import { override } from '../lib/override.ts';

/** The same table, which knows since when its rows could not be read. */
export class WatchedTable {
  readonly table: LeaseTable;
  readonly #monotonic: () => number;
  #readAt = Number.NEGATIVE_INFINITY;

  /** @param monotonic - milliseconds on a clock that nobody sets */
  constructor(table: LeaseTable, monotonic: () => number) {
    this.#monotonic = monotonic;
    this.table = override(table, { read: () => this.#read(table) });
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
