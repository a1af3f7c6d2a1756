import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import type { LiveFlight } from '../flight/live-flight.ts';

/** How far a flight's reports are delivered to the crew center. */
export interface DeliveryCursor {
  /** Reports up to this number are delivered. */
  readonly number: number;
  /** When all of its reports were last delivered. */
  readonly upToDateAt: number;
  /** Why the last delivery failed; null when it succeeded. */
  readonly error: string | null;
}

/** The delivery cursor of each flight, by its id. */
export class DeliveryCursors {
  readonly #journal: Pick<Journal, 'saveDelivered' | 'countReports'>;
  readonly #clock: Clock;
  readonly #cursors = new Map<string, DeliveryCursor>();
  /** The number of each flight that is stored, or needs not be: where it is again when the next one cannot be stored. */
  readonly #settled = new Map<string, number>();
  /** Flights whose delivery has ended: one that is still under way moves nothing. */
  readonly #closed = new WeakSet<LiveFlight>();

  constructor(journal: Pick<Journal, 'saveDelivered' | 'countReports'>, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  /** Restores the stored cursor when the server starts. */
  restore({ flight }: LiveFlight, number: number): void {
    this.#cursors.set(flight.id, { number, upToDateAt: flight.startedAt, error: null });
    this.#settled.set(flight.id, number);
  }

  of({ flight }: LiveFlight): DeliveryCursor {
    return this.#cursors.get(flight.id) ?? { number: 0, upToDateAt: flight.startedAt, error: null };
  }

  /**
   * Stores durably that reports up to `number` are delivered. What could not be noted is delivered again.
   * @throws Refusal `journal-full`
   */
  async advance(live: LiveFlight, number: number): Promise<void> {
    if (this.#closed.has(live)) return;
    this.#set(live, { number });
    try {
      await this.#journal.saveDelivered(live.flight.number, number);
    } catch (error) {
      // Not what was there before: another one may have been under way, and have failed as well.
      const settled = this.#settled.get(live.flight.id) ?? 0;
      if (settled < number && this.of(live).number === number) this.#set(live, { number: settled });
      throw error;
    }
    this.#settle(live, number);
  }

  /** All of its reports are delivered, or the crew center takes none. Kept in memory only: after a restart it is determined again. */
  noteUpToDate(live: LiveFlight, number: number): void {
    this.#set(live, { number, upToDateAt: this.#clock.now() });
    this.#settle(live, number);
  }

  noteError(live: LiveFlight, error: string | null): void {
    if (this.of(live).error !== error) this.#set(live, { error });
  }

  /** Resets the cursor: a new PIREP gets everything from the start. */
  async restart(live: LiveFlight): Promise<void> {
    await this.advance(live, 0);
  }

  /** Number of undelivered reports of the flight. Report numbers are shared by all flights, so their difference is not a count. */
  countUndelivered(live: LiveFlight): Promise<number> {
    return this.#journal.countReports(live.flight.number, this.of(live).number);
  }

  /** Whether the flight has undelivered reports. */
  isBehind(live: LiveFlight): boolean {
    return !this.#closed.has(live) && this.of(live).number < live.lastNumber;
  }

  /** Whether the last delivery failed, or reports have been waiting for longer than `ms`. */
  isLate(live: LiveFlight, ms: number): boolean {
    const { upToDateAt, error } = this.of(live);
    return error !== null || this.#clock.now() - upToDateAt > ms;
  }

  /** Undelivered reports of an ended flight will not be delivered: the journal may seal them. */
  async close(live: LiveFlight): Promise<void> {
    this.#cursors.delete(live.flight.id);
    this.#settled.delete(live.flight.id);
    this.#closed.add(live);
    if (live.lastNumber === 0) return;
    // Always stored: the cursor may have been in memory only.
    await this.#journal.saveDelivered(live.flight.number, live.lastNumber);
  }

  #settle(live: LiveFlight, number: number): void {
    if (!this.#closed.has(live)) this.#settled.set(live.flight.id, number);
  }

  #set(live: LiveFlight, change: Partial<DeliveryCursor>): void {
    if (this.#closed.has(live)) return;
    this.#cursors.set(live.flight.id, { ...this.of(live), ...change });
  }
}
