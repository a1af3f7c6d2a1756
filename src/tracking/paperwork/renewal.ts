import type { Platform } from '../../platform/port.ts';
import type { DeliveryCursors } from '../delivery/cursors.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { LiveFlights } from '../live-flights.ts';
import { isRefusal } from '../refusals.ts';

/** Opens a new PIREP for a flight whose own the host has lost (deleted by hand, reaped by its clean-up) while the pilot flies on. */
export class Renewal {
  readonly #flights: LiveFlights;
  readonly #platform: Pick<Platform, 'openPirep'>;
  readonly #cursors: DeliveryCursors;
  readonly #newPirepId: () => string | null;

  /** @param newPirepId chooses the id of a PIREP, null where the host does */
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

  /** The old id stays a name of the flight, and the whole track is delivered again. */
  async prefileAnew(live: LiveFlight): Promise<void> {
    const { pirepId, formerPirepIds } = live.flight;
    await this.#flights.apply(live, { kind: 'renewing', pirepId: this.#newPirepId() });
    // Before it is asked: where its answer is lost, the new one is there and has none of the track.
    await this.#cursors.restart(live);
    try {
      const opened = await this.#platform.openPirep(live.hostFlight());
      await this.#flights.apply(live, { kind: 'adopted', pirepId: opened.pirepId });
    } catch (error) {
      // A no: the new id never came to be one.
      if (isRefusal(error) && !isRefusal(error, 'crew-center-unavailable'))
        await this.#flights.apply(live, { kind: 'renewal-refused', pirepId, formerPirepIds });
      throw error;
    }
  }
}
