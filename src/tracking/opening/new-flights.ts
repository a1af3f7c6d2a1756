import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Session } from '../calls.ts';
import { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import type { Aircraft, Flight, Network, Plan } from '../model.ts';

/** What a pilot starts. */
export interface Chosen {
  readonly bidId: string | null;
  readonly plan: Plan;
  readonly aircraft: Aircraft | null;
  readonly network: Network | null;
  /** The bid was made for this flight alone. */
  readonly isOwnBid?: boolean;
}

/** Creates ids of flights and of PIREPs (null if the host chooses those). */
export interface FlightIds {
  newId(): string;
  newPirepId(): string | null;
}

type NewFlightsJournal = Pick<Journal, 'nextFlightNumber' | 'hasSealedReport'>;

/** Stores new flights. */
export class NewFlights {
  readonly #flights: LiveFlights;
  readonly #journal: NewFlightsJournal;
  readonly #clock: Clock;
  readonly #ids: FlightIds;

  constructor(flights: LiveFlights, journal: NewFlightsJournal, clock: Clock, ids: FlightIds) {
    this.#flights = flights;
    this.#journal = journal;
    this.#clock = clock;
    this.#ids = ids;
  }

  /** A flight whose start is on disk and not yet sent to the crew center. */
  async add(pilot: Session['pilot'], chosen: Chosen): Promise<LiveFlight> {
    const now = this.#clock.now();
    const { bidId, plan, aircraft, network, isOwnBid = false } = chosen;
    const flight: Flight = {
      id: this.#ids.newId(),
      number: this.#journal.nextFlightNumber(),
      pilot,
      bidId,
      plan,
      aircraft,
      network,
      said: isOwnBid ? { isOwnBid } : null,
      pirepId: this.#ids.newPirepId(),
      formerPirepIds: [],
      state: 'starting',
      intent: { kind: 'start', at: now },
      startedAt: now,
      lastReportAt: now,
      endedAt: null,
      reason: null,
      receipt: null,
      summary: null,
      setAside: null,
      air: null,
      pendingAircraft: null,
    };
    await this.#flights.store(flight);
    const live = new LiveFlight({ flight, delivered: 0, sealed: null }, this.#journal);
    this.#flights.add(live);
    return live;
  }
}
