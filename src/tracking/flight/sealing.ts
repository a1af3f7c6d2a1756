import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import { isRefusal } from '../refusals.ts';
import type { LiveFlight } from './live-flight.ts';
import type { LiveFlights } from './live-flights.ts';

type SealingJournal = ReportsJournal & Pick<Journal, 'sealFlight'>;
type ReportsJournal = Pick<Journal, 'barrier' | 'readSealed' | 'readReports'>;

const maxTries = 5;

export interface SealingLimits {
  /** Number of reports of one flight that are sealed together. */
  readonly sealEvery: number;
  readonly sealAfterMs: number;
}

interface Sealed {
  /** `reportCount` of the flight at its last sealing. */
  readonly count: number;
  readonly at: number;
}

/** Seals the new reports of each live flight when there are enough of them, or after an interval. */
export class Sealing {
  readonly #flights: LiveFlights;
  readonly #journal: SealingJournal;
  readonly #clock: Clock;
  readonly #limits: SealingLimits;
  readonly #sealed = new WeakMap<LiveFlight, Sealed>();

  constructor(flights: LiveFlights, journal: SealingJournal, clock: Clock, limits: SealingLimits) {
    this.#flights = flights;
    this.#journal = journal;
    this.#clock = clock;
    this.#limits = limits;
  }

  async round(): Promise<void> {
    for (const live of [...this.#flights]) {
      if (live.hasLost) await this.#addUpAgain(live);
      if (!live.hasLost && this.#isDue(live)) await this.#seal(live);
    }
  }

  async #addUpAgain(live: LiveFlight): Promise<void> {
    await refold(this.#journal, live);
    if (!live.hasLost) this.#sealed.set(live, { count: 0, at: this.#lastOf(live).at });
  }

  #isDue(live: LiveFlight): boolean {
    const { count, at } = this.#lastOf(live);
    const unsealed = live.reportCount - count;
    return unsealed >= this.#limits.sealEvery || (unsealed > 0 && this.#clock.now() - at >= this.#limits.sealAfterMs);
  }

  #lastOf(live: LiveFlight): Sealed {
    return this.#sealed.get(live) ?? { count: 0, at: live.flight.startedAt };
  }

  async #seal(live: LiveFlight): Promise<void> {
    const before = this.#lastOf(live);
    const now: Sealed = { count: live.reportCount, at: this.#clock.now() };
    this.#sealed.set(live, now);
    const sealing = this.#journal.sealFlight(live.flight.number, live.fold);
    try {
      await Promise.all([sealing, live.sealWith(sealing)]);
    } catch (error) {
      this.#sealed.set(live, { count: before.count, at: now.at });
      if (!isRefusal(error)) throw error;
    }
  }
}

/**
 * After a full disk: the flight's totals include reports that were never stored, so they are recomputed. Not while a
 * report is being stored, because its result is not known yet.
 */
export async function refold(journal: ReportsJournal, live: LiveFlight): Promise<void> {
  const { number } = live.flight;
  for (let tries = 0; tries < maxTries; tries++) {
    const { lastNumber } = live;
    try {
      await journal.barrier();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return;
    }
    const sealed = journal.readSealed(number);
    const tail = await journal.readReports(number, { after: sealed?.lastNumber ?? 0 });
    if (live.lastNumber !== lastNumber) continue;
    live.refold(sealed, tail);
    return;
  }
}
