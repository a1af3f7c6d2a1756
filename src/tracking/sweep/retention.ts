import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';

/** How long things are kept; null for ever. */
export interface Retention {
  readonly flightDays: number | null;
  readonly auditDays: number | null;
}

const dayMs = 24 * 3_600_000;

/** Deletes ended flights and audit entries that are older than they are kept. */
export class RetentionSweep {
  readonly #journal: Pick<Journal, 'forget'>;
  readonly #clock: Clock;
  readonly #retention: Retention;

  constructor(journal: Pick<Journal, 'forget'>, clock: Clock, retention: Retention) {
    this.#journal = journal;
    this.#clock = clock;
    this.#retention = retention;
  }

  async round(): Promise<void> {
    const { flightDays, auditDays } = this.#retention;
    if (flightDays === null && auditDays === null) return;
    const before = (days: number | null) => (days === null ? null : this.#clock.now() - days * dayMs);
    await this.#journal.forget({ flights: before(flightDays), audit: before(auditDays) });
  }
}
