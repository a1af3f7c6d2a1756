import type { Journal } from '../../journal/journal.ts';
import type { Retention } from '../options.ts';
import { isRefusal } from '../refusals.ts';

const dueNote = 'scrub-due';

/** Overwrites what an erasure left in the journal's file: at once, or as soon as that can be done, also after a restart. */
export class Scrubbing {
  readonly #journal: Pick<Journal, 'readNote' | 'saveNote' | 'scrub'>;

  constructor(journal: Pick<Journal, 'readNote' | 'saveNote' | 'scrub'>) {
    this.#journal = journal;
  }

  /** Runs what erases. Returns whether its traces are overwritten already. */
  async after(erase: () => Promise<void>): Promise<boolean> {
    await this.#journal.saveNote(dueNote, 'yes');
    await erase();
    return this.round();
  }

  /** Returns false while something waits to be overwritten. */
  async round(): Promise<boolean> {
    if (this.#journal.readNote(dueNote) === null) return true;
    try {
      await this.#journal.scrub();
      await this.#journal.saveNote(dueNote, null);
      return true;
    } catch (error) {
      // No room, or somebody reads the file: it is done with the next round.
      if (!isRefusal(error)) throw error;
      return false;
    }
  }
}

const dayMs = 24 * 3_600_000;

/** Deletes ended flights and audit entries that are older than they are kept. */
export async function forgetOld(
  journal: Pick<Journal, 'forget'>,
  { flightDays, auditDays }: Retention,
  now: number,
): Promise<void> {
  if (flightDays === null && auditDays === null) return;
  const before = (days: number | null) => (days === null ? null : now - days * dayMs);
  await journal.forget({ flights: before(flightDays), audit: before(auditDays) });
}
