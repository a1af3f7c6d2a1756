import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';

/** The audit log of the journal: who changed what, and what the server itself set aside. */
export class AuditTrail {
  readonly #journal: Pick<Journal, 'saveAudit'>;
  readonly #clock: Clock;

  constructor(journal: Pick<Journal, 'saveAudit'>, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  write(actor: string, action: string, subject: string, detail: string | null): Promise<void> {
    return this.#journal.saveAudit({ at: this.#clock.now(), actor, action, subject, detail });
  }
}
