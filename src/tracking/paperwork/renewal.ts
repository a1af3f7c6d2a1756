import type { Platform } from '../../platform/port.ts';
import type { DeliveryCursors } from '../delivery/cursors.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import { isRefusal } from '../refusals.ts';

/** Opens a new PIREP for a flight under way whose PIREP the host has lost (deleted by hand or by its clean-up). */
export class Renewal {
  readonly #flights: LiveFlights;
  readonly #platform: Pick<Platform, 'openPirep'>;
  readonly #cursors: DeliveryCursors;
  readonly #newPirepId: () => string | null;

  /** @param newPirepId creates the id of a PIREP; null if the host chooses it */
  constructor(
    flights: LiveFlights,
    platform: Pick<Platform, 'openPirep'>,
    cursors: DeliveryCursors,
    newPirepId: () => string | null,
  ) {
    this.#flights = flights;
    this.#platform = platform;
    this.#cursors = cursors;
    this.#newPirepId = newPirepId;
  }

  /** Opens the new PIREP. The old id remains a name of the flight, and the whole track is delivered again. */
  async prefileAgain(live: LiveFlight): Promise<void> {
    const { pirepId, formerPirepIds } = live.flight;
    await this.#flights.apply(live, { kind: 'renewing', pirepId: this.#newPirepId() });
    // Before the call: if its response is lost, the new PIREP exists without any track.
    await this.#cursors.restart(live);
    try {
      const opened = await this.#platform.openPirep(live.hostFlight());
      await this.#flights.apply(live, { kind: 'adopted', pirepId: opened.pirepId });
    } catch (error) {
      // Refused: no PIREP with the new id exists.
      if (isRefusal(error) && !isRefusal(error, 'crew-center-unavailable'))
        await this.#flights.apply(live, { kind: 'renewal-refused', pirepId, formerPirepIds });
      throw error;
    }
  }
}
