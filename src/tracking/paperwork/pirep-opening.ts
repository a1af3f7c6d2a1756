import type { Platform } from '../../platform/port.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { LiveFlights } from '../live-flights.ts';
import { isRefusal, Refusal } from '../refusals.ts';

/** Opens PIREPs at the crew center for flights whose start is written down. */
export class PirepOpening {
  readonly #flights: LiveFlights;
  readonly #platform: Pick<Platform, 'openPirep' | 'findPirep'>;

  constructor(flights: LiveFlights, platform: Pick<Platform, 'openPirep' | 'findPirep'>) {
    this.#flights = flights;
    this.#platform = platform;
  }

  /**
   * Asks the crew center to open the PIREP. Its id was chosen before, so asking again after a crash or a time-out finds
   * what was made. A final refusal ends the flight; with an unavailable crew center the intent stays for a retry.
   */
  async open(live: LiveFlight): Promise<void> {
    return live.lane.run('start', () => this.#ask(live));
  }

  async #ask(live: LiveFlight): Promise<void> {
    try {
      const { pirepId } = await this.#platform.openPirep(live.hostFlight());
      // Ended meanwhile (cancelled, or another one started): its own intent sees to the PIREP.
      const kind = live.flight.state === 'starting' ? 'opened' : 'adopted';
      await this.#flights.apply(live, { kind, pirepId });
    } catch (error) {
      if (
        live.flight.state === 'starting' &&
        error instanceof Refusal &&
        !isRefusal(error, 'crew-center-unavailable') &&
        !isRefusal(error, 'journal-full')
      ) {
        await this.#flights.apply(live, { kind: 'refused', reason: error.message });
      }
      throw error;
    }
  }

  /**
   * After a restart: a start that the client never got an answer to. What the crew center made of it becomes the open
   * flight; what it never made is dropped. A client that repeats its start meanwhile waits for this.
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
    await this.#flights.apply(live, {
      kind: 'interrupted',

      reason: 'The start was interrupted and never answered.',
      isOpenAtHost: hostPirep?.state === 'open',
    });
  }
}
