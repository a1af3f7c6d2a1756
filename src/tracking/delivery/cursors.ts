import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import type { LiveFlight } from '../live-flight.ts';

/** How far the crew center has a flight's reports. */
export interface DeliveryCursor {
  /** Reports up to this number are with the crew center. */
  readonly number: number;
  /** When all of its reports were last there; since then they were not. */
  readonly upToDateAt: number;
  /** Why its reports were not accepted the last time; null when they were. */
  readonly error: string | null;
}

/** The delivery cursor of each flight, by its id. */
export class DeliveryCursors {
  readonly #journal: Pick<Journal, 'saveDelivered' | 'countReports'>;
  readonly #clock: Clock;
  readonly #cursors = new Map<string, DeliveryCursor>();

  constructor(journal: Pick<Journal, 'saveDelivered' | 'countReports'>, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  /** As it was stored, when the server starts. */
  restore({ flight }: LiveFlight, number: number): void {
    this.#cursors.set(flight.id, { number, upToDateAt: flight.startedAt, error: null });
  }

  of({ flight }: LiveFlight): DeliveryCursor {
    return this.#cursors.get(flight.id) ?? { number: 0, upToDateAt: flight.startedAt, error: null };
  }

  /** Reports up to `number` are with the crew center: noted durably. */
  async advance(live: LiveFlight, number: number): Promise<void> {
    this.#set(live, { number });
    await this.#journal.saveDelivered(live.flight.number, number);
  }

  /** All of its reports are there, or the crew center wants none: noted in memory only, for it is found again after a restart. */
  noteUpToDate(live: LiveFlight, number: number): void {
    this.#set(live, { number, upToDateAt: this.#clock.now() });
  }

  noteError(live: LiveFlight, error: string | null): void {
    if (this.of(live).error !== error) this.#set(live, { error });
  }

  /** Its PIREP is another one: that gets everything from the start. */
  async restart(live: LiveFlight): Promise<void> {
    await this.advance(live, 0);
  }

  /** How many reports of the flight the crew center does not have. Numbers are counted over all flights: their difference says nothing. */
  countUndelivered(live: LiveFlight): Promise<number> {
    return this.#journal.countReports(live.flight.number, this.of(live).number);
  }

  /** The crew center has not all of its reports. */
  isBehind(live: LiveFlight): boolean {
    return this.of(live).number < live.lastNumber;
  }

  /** Its reports were not accepted the last time, or some have waited for longer than `ms`. */
  isLate(live: LiveFlight, ms: number): boolean {
    const { upToDateAt, error } = this.of(live);
    return error !== null || this.#clock.now() - upToDateAt > ms;
  }

  /** What was not delivered of a flight that is over stays with us: the journal need not keep it at hand. */
  async close(live: LiveFlight): Promise<void> {
    this.#cursors.delete(live.flight.id);
    if (live.lastNumber === 0) return;
    // Whatever the cursor was: it may have been noted in memory only.
    await this.#journal.saveDelivered(live.flight.number, live.lastNumber);
  }

  #set(live: LiveFlight, change: Partial<DeliveryCursor>): void {
    this.#cursors.set(live.flight.id, { ...this.of(live), ...change });
  }
}
