import type { Platform } from '../../platform/port.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import { isRefusal, Refusal } from '../refusals.ts';
import type { Delays } from './delays.ts';

/** Opens PIREPs at the crew center for flights whose start is stored. */
export class PirepOpening {
  readonly #flights: LiveFlights;
  readonly #platform: Pick<Platform, 'openPirep' | 'findPirep'>;
  readonly #delays: Delays;

  constructor(flights: LiveFlights, platform: Pick<Platform, 'openPirep' | 'findPirep'>, delays: Delays) {
    this.#flights = flights;
    this.#platform = platform;
    this.#delays = delays;
  }

  /**
   * Opens the PIREP at the crew center. Its id was chosen before, so a retry after a crash or timeout finds the one that was
   * created. A final refusal ends the flight; while the crew center is unavailable the intent is kept for a retry.
   */
  async open(live: LiveFlight): Promise<void> {
    return live.lane.run('start', () => this.#ask(live));
  }

  async #ask(live: LiveFlight): Promise<void> {
    try {
      const { pirepId } = await this.#platform.openPirep(live.hostFlight());
      // Ended meanwhile (cancelled, or another one started): its own intent cancels the PIREP.
      const kind = live.flight.state === 'starting' ? 'opened' : 'adopted';
      await this.#flights.apply(live, { kind, pirepId });
      this.#delays.noteDone(live.flight, 'start');
    } catch (error) {
      this.#delays.note(live.flight, 'start', error);
      if (
        live.flight.state === 'starting' &&
        error instanceof Refusal &&
        !isRefusal(error, 'crew-center-unavailable') &&
        !isRefusal(error, 'journal-full')
      ) {
        await this.#flights.apply(live, { kind: 'refused', reason: error.message });
        // Of the PIREP, cancelled there before this flight was open: for the caller no flight has ended, none began.
        if (error.code === 'flight-ended') throw new Refusal('crew-center-refused', { message: error.message });
      }
      throw error;
    }
  }

  /**
   * After a restart, resolves a start whose client got no response. A PIREP that the crew center has opened becomes the open
   * flight; otherwise the flight is dropped. A client that repeats its start meanwhile waits for this.
   */
  async resolve(live: LiveFlight): Promise<void> {
    return live.lane.run('start', () => this.#findOut(live));
  }

  async #findOut(live: LiveFlight): Promise<void> {
    const hostPirep = await this.#platform.findPirep(live.hostFlight());
    if (live.flight.state !== 'starting') return;
    if (hostPirep?.state === 'open' && this.#flights.openOf(live.flight.pilot.id) === undefined) {
      await this.#flights.apply(live, { kind: 'opened', pirepId: hostPirep.pirepId });
      return;
    }
    const why = this.#delays.reasonOf(live.flight.id);
    await this.#flights.apply(live, {
      kind: 'interrupted',
      reason: `The start was interrupted${why === null ? '.' : `: ${why}`}`,
      isOpenAtHost: hostPirep?.state === 'open',
    });
    this.#delays.noteDropped(live.flight);
  }
}
