import type { Journal } from '../../../journal/journal.ts';
import { type FlightView, viewOfEnded } from '../../figures/flight-view.ts';
import type { LiveFlight } from '../../flight/live-flight.ts';
import type { LiveFlights } from '../../flight/live-flights.ts';
import { decide, stateRefusal } from '../../flight/state.ts';
import type { Flight } from '../../model.ts';
import type { OperatorCalls } from '../../operator-calls.ts';
import { Refusal } from '../../refusals.ts';

/** What finding flights of any pilot, live or ended, needs of the core. */
export interface AnyFlightCore {
  readonly flights: LiveFlights;
  readonly journal: Pick<Journal, 'readFlight' | 'listFlights' | 'pageFlights'>;
}

type AnyFlightCalls = Pick<OperatorCalls, 'listFlights' | 'pageFlights' | 'readFlight'>;

/** The operator's calls that read flights. */
export function readingCalls({ flights, journal }: AnyFlightCore): AnyFlightCalls {
  const viewOf = (flight: Flight): FlightView => flights.byId(flight.id)?.view() ?? viewOfEnded(flight);
  return {
    listFlights: async (filter) => (await journal.listFlights(filter)).map(viewOf),
    async pageFlights(request) {
      const page = await journal.pageFlights(request);
      return { flights: page.flights.map(viewOf), next: page.next };
    },
    async readFlight(flightId) {
      const live = flights.byId(flightId);
      const ended = live === undefined ? await journal.readFlight({ flightId }) : null;
      return live?.view() ?? (ended && viewOfEnded(ended));
    },
  };
}

/** @throws Refusal for an unknown flight, or one that has ended */
export async function requireLive({ flights, journal }: AnyFlightCore, flightId: string): Promise<LiveFlight> {
  const live = flights.byId(flightId);
  if (live !== undefined) return live;
  const ended = await journal.readFlight({ flightId });
  if (ended === null) throw unknown(flightId);
  decide('report', ended);
  throw stateRefusal('flight-ended', ended);
}

/** @throws Refusal `flight-not-found` unless the flight is live */
export function requireWaiting({ flights }: AnyFlightCore, flightId: string): LiveFlight {
  const live = flights.byId(flightId);
  if (live === undefined) throw unknown(flightId);
  return live;
}

function unknown(flightId: string): Refusal {
  return new Refusal('flight-not-found', { message: `There is no flight ${flightId}.` });
}
