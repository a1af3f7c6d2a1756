import type { Platform } from '../../platform/port.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import { isPirepGone, isRefusal, type Refusal } from '../refusals.ts';
import type { Reconciliation } from './reconciliation.ts';

/** Delivers changes of the aircraft to the crew center. */
export class HostAircraft {
  readonly #flights: LiveFlights;
  readonly #platform: Pick<Platform, 'changeAircraft'>;
  readonly #reconciliation: Reconciliation;

  constructor(flights: LiveFlights, platform: Pick<Platform, 'changeAircraft'>, reconciliation: Reconciliation) {
    this.#flights = flights;
    this.#platform = platform;
    this.#reconciliation = reconciliation;
  }

  /**
   * Returns the crew center's refusal; the flight then has its previous aircraft again. Returns null when the change is
   * delivered, or when the PIREP was lost and is opened again with this aircraft. Concurrent calls share one run.
   */
  async deliver(live: LiveFlight): Promise<Refusal | null> {
    try {
      return await live.lane.run('aircraft', () => this.deliverNow(live));
    } catch (error) {
      if (!isPirepGone(error)) throw error;
      await this.#reconciliation.run(live);
      return null;
    }
  }

  /** Like `deliver`, for callers that already run in the flight's lane. */
  async deliverNow(live: LiveFlight): Promise<Refusal | null> {
    // Repeats when the aircraft was changed again during the call.
    while (isAircraftPending(live)) {
      const { aircraft } = live.flight;
      const refusal = await this.#deliver(live);
      // It has ended meanwhile.
      if (!isAircraftPending(live)) return null;
      await this.#flights.apply(live, { kind: refusal === null ? 'aircraft-delivered' : 'aircraft-refused', aircraft });
      if (refusal !== null && !isAircraftPending(live)) return refusal;
    }
    return null;
  }

  async #deliver(live: LiveFlight): Promise<Refusal | null> {
    try {
      await this.#platform.changeAircraft(live.hostFlight());
      return null;
    } catch (error) {
      const isNo =
        isRefusal(error, 'invalid') || isRefusal(error, 'crew-center-refused') || isRefusal(error, 'not-offered');
      if (!isNo) throw error;
      return error;
    }
  }
}

/** Returns whether the aircraft has to be delivered to the crew center. */
export function isAircraftPending({ flight }: LiveFlight): boolean {
  const isOpen = flight.state === 'open' || flight.state === 'suspended' || flight.state === 'filing';
  return isOpen && flight.pendingAircraft !== null;
}
