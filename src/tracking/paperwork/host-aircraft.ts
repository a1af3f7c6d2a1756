import type { Platform } from '../../platform/port.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { LiveFlights } from '../live-flights.ts';
import { isRefusal, type Refusal } from '../refusals.ts';
import { isPirepGone, type Reconciliation } from './reconciliation.ts';

/** Tells the crew center which aircraft is flown, when it was changed under way. */
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
   * Returns why the crew center does not take it: then the flight has the one of before again. Null: it knows, or has lost
   * the PIREP and opens another one, with this aircraft. Whoever asks while it is under way waits for the same.
   */
  async tell(live: LiveFlight): Promise<Refusal | null> {
    try {
      return await live.lane.run('aircraft', () => this.tellNow(live));
    } catch (error) {
      if (!isPirepGone(error)) throw error;
      await this.#reconciliation.run(live);
      return null;
    }
  }

  /** The same, for work that has the flight's lane. */
  async tellNow(live: LiveFlight): Promise<Refusal | null> {
    // Repeats when the aircraft was changed again during the call.
    while (isAircraftPending(live)) {
      const { aircraft } = live.flight;
      const refusal = await this.#ask(live);
      // It has ended meanwhile.
      if (!isAircraftPending(live)) return null;
      await this.#flights.apply(live, { kind: refusal === null ? 'aircraft-delivered' : 'aircraft-refused', aircraft });
      if (refusal !== null && !isAircraftPending(live)) return refusal;
    }
    return null;
  }

  async #ask(live: LiveFlight): Promise<Refusal | null> {
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
  return isOpen && flight.untoldAircraft !== null;
}
