import type { Journal } from '../../journal/journal.ts';
import type { Platform } from '../../platform/port.ts';
import { noteAir } from '../flight/airborne.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import { refold } from '../flight/sealing.ts';
import { decide } from '../flight/state.ts';
import type { Flight } from '../model.ts';
import { isRefusal } from '../refusals.ts';

/** Ends flights without filing a PIREP. */
export class Ending {
  readonly #flights: LiveFlights;
  readonly #journal: Pick<Journal, 'barrier' | 'readSealed' | 'readReports'>;
  readonly #platform: Pick<Platform, 'cancelPirep'>;

  constructor(
    flights: LiveFlights,
    journal: Pick<Journal, 'barrier' | 'readSealed' | 'readReports'>,
    platform: Pick<Platform, 'cancelPirep'>,
  ) {
    this.#flights = flights;
    this.#journal = journal;
    this.#platform = platform;
  }

  /**
   * Stores the intent and the new state before the crew center is called.
   * @throws Refusal `flight-filing`, `flight-filed`
   */
  async end(live: LiveFlight, to: 'cancelled' | 'abandoned', reason: string | null): Promise<Flight> {
    if (live.hasLost) {
      await refold(this.#journal, live);
      // It may have been finished or ended meanwhile.
      if (decide('cancel', live.flight) === 'repeat') return live.flight;
    }
    const air = noteAir(this.#flights, live, true);
    const ended = this.#flights.apply(live, { kind: 'ended', to, reason, summary: live.summary() });
    const [flight] = await Promise.all([ended, air]);
    return flight;
  }

  /** Ends a flight that the crew center ended: no intent is needed. */
  async endAsCancelled(live: LiveFlight, reason: string): Promise<void> {
    await this.#flights.apply(live, { kind: 'ended-by-host', reason, summary: live.summary() });
  }

  /** Cancels the PIREP of an ended flight at the crew center. Idempotent. */
  async cancelAtPlatform(live: LiveFlight): Promise<void> {
    return live.lane.run('cancel', () => this.#ask(live));
  }

  async #ask(live: LiveFlight): Promise<void> {
    // What a full disk refuses must not happen at the crew center: the intent may still be on its way to the disk.
    if (!this.#flights.isStored(live)) await this.#journal.barrier();
    const { intent } = live.flight;
    if (intent?.kind !== 'cancel') return;
    try {
      await this.#platform.cancelPirep(live.hostFlight(), intent.reason);
    } catch (error) {
      // Not found there, or refused permanently: nothing is left to cancel.
      const isOver =
        isRefusal(error, 'flight-not-found') ||
        isRefusal(error, 'flight-ended') ||
        isRefusal(error, 'crew-center-refused');
      if (!isOver) throw error;
    }
    await this.#flights.apply(live, { kind: 'cancel-settled' });
  }
}
