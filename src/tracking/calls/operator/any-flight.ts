import type { Journal } from '../../../journal/journal.ts';
import { type FlightView, viewOfEnded } from '../../figures/flight-view.ts';
import type { LiveFlight } from '../../flight/live-flight.ts';
import type { LiveFlights } from '../../flight/live-flights.ts';
import { decide, stateRefusal } from '../../flight/state.ts';
import type { Flight } from '../../model.ts';
import type { OperatorCalls } from '../../operator-calls.ts';
import { Refusal } from '../../refusals.ts';

/** Finds flights of any pilot, live or ended, for the operator. */
export class AnyFlight {
  readonly #flights: LiveFlights;
  readonly #journal: Pick<Journal, 'readFlight' | 'listFlights' | 'pageFlights'>;

  constructor(flights: LiveFlights, journal: Pick<Journal, 'readFlight' | 'listFlights' | 'pageFlights'>) {
    this.#flights = flights;
    this.#journal = journal;
  }

  async list(filter: Parameters<OperatorCalls['listFlights']>[0]): Promise<readonly FlightView[]> {
    const flights = await this.#journal.listFlights(filter);
    return flights.map((flight) => this.#viewOf(flight));
  }

  async page(request: Parameters<OperatorCalls['pageFlights']>[0]): ReturnType<OperatorCalls['pageFlights']> {
    const { flights, next } = await this.#journal.pageFlights(request);
    return { flights: flights.map((flight) => this.#viewOf(flight)), next };
  }

  #viewOf(flight: Flight): FlightView {
    return this.#flights.byId(flight.id)?.view() ?? viewOfEnded(flight);
  }

  async read(flightId: string): Promise<FlightView | null> {
    const live = this.#flights.byId(flightId);
    const ended = live === undefined ? await this.#journal.readFlight({ flightId }) : null;
    return live?.view() ?? (ended && viewOfEnded(ended));
  }

  /** @throws Refusal for an unknown flight, or one that has ended */
  async requireLive(flightId: string): Promise<LiveFlight> {
    const live = this.#flights.byId(flightId);
    if (live !== undefined) return live;
    const ended = await this.#journal.readFlight({ flightId });
    if (ended === null) throw new Refusal('flight-not-found', { message: `There is no flight ${flightId}.` });
    decide('report', ended);
    throw stateRefusal('flight-ended', ended);
  }

  /** @throws Refusal `flight-not-found` unless the flight is live */
  requireWaiting(flightId: string): LiveFlight {
    const live = this.#flights.byId(flightId);
    if (live === undefined) throw new Refusal('flight-not-found', { message: `There is no flight ${flightId}.` });
    return live;
  }
}
