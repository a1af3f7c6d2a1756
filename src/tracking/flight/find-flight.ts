import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Flight, FlightName } from '../model.ts';
import { Refusal } from '../refusals.ts';
import type { LiveFlight } from './live-flight.ts';
import type { LiveFlights } from './live-flights.ts';
import { stateRefusal } from './state.ts';

/** A flight of a pilot: live, or the document of one that ended. */
export interface Found {
  readonly live: LiveFlight | null;
  readonly flight: Flight;
}

const endedLatelyMs = 24 * 3_600_000;

/** Finds the flight that a client refers to. */
export class FlightFinder {
  readonly #flights: LiveFlights;
  readonly #journal: Pick<Journal, 'readFlight' | 'listFlights' | 'readLastEnded'>;
  readonly #clock: Clock;

  constructor(
    flights: LiveFlights,
    journal: Pick<Journal, 'readFlight' | 'listFlights' | 'readLastEnded'>,
    clock: Clock,
  ) {
    this.#flights = flights;
    this.#journal = journal;
    this.#clock = clock;
  }

  /** Returns this pilot's live flight with this name, without reading the journal; used for every position. */
  live(pilotId: string, name: FlightName | null): LiveFlight | undefined {
    if (name === null) return this.#flights.openOf(pilotId);
    const live = this.#byName(pilotId, name);
    return live?.flight.pilot.id === pilotId ? live : undefined;
  }

  /** Returns the named flight, or without a name the pilot's open one. */
  underWay(pilotId: string, name: FlightName | null): LiveFlight | undefined {
    const live = this.live(pilotId, name);
    return live?.isUnderWay ? live : undefined;
  }

  #byName(pilotId: string, name: FlightName): LiveFlight | undefined {
    if (name.flightId !== undefined) return this.#flights.byId(name.flightId);
    if (name.pirepId !== undefined) return this.#flights.byPirepId(name.pirepId);
    const ofBid = this.#flights.ofPilot(pilotId).filter((live) => live.flight.bidId === name.bidId);
    return ofBid.find((live) => live.isUnderWay) ?? ofBid.at(-1);
  }

  /**
   * Returns the named flight, live or ended.
   * @throws Refusal `flight-not-found` unless the flight belongs to this pilot; `shutting-down` when another server has it now
   */
  async named(pilotId: string, name: FlightName): Promise<Found> {
    const found = await this.namedOrNull(pilotId, name);
    if (found === null) throw stateRefusal('flight-not-found');
    return found;
  }

  async namedOrNull(pilotId: string, name: FlightName): Promise<Found | null> {
    const live = this.live(pilotId, name);
    if (live !== undefined) return { live, flight: live.flight };
    const flight = await this.#readEnded(pilotId, name);
    // It may have been opened while the journal was read.
    const opened = this.live(pilotId, name);
    if (opened !== undefined) return { live: opened, flight: opened.flight };
    if (flight === null || flight.pilot.id !== pilotId || this.#flights.isArriving(flight.id)) return null;
    if (isUnended(flight)) throw takenOver();
    return { live: null, flight };
  }

  async #readEnded(pilotId: string, name: FlightName): Promise<Flight | null> {
    if (name.flightId !== undefined) return this.#journal.readFlight({ flightId: name.flightId });
    if (name.pirepId !== undefined) return this.#journal.readFlight({ pirepId: name.pirepId });
    const flights = await this.#journal.listFlights({ pilotId, limit: 200 });
    return flights.find((flight) => flight.bidId === name.bidId) ?? null;
  }

  /**
   * Returns the flight that `finish` and `cancel` refer to: the named one; without a name the open one, else one whose
   * paperwork is under way, else the last one that ended within 24 hours.
   */
  async forPaperwork(pilotId: string, name: FlightName | null): Promise<Found | null> {
    if (name !== null) return this.named(pilotId, name);
    const flights = this.#flights.ofPilot(pilotId);
    const open = this.#flights.openOf(pilotId);
    if (open !== undefined) return { live: open, flight: open.flight };
    const live = flights.findLast((each) => each.flight.state !== 'starting');
    const last = await this.#journal.readLastEnded(pilotId);
    const opened = this.#flights.openOf(pilotId);
    if (opened !== undefined) return { live: opened, flight: opened.flight };
    // A flight whose filing waits for the operator may be older than one that was filed later.
    if (live !== undefined && (last === null || endOf(live.flight) >= endOf(last)))
      return { live, flight: live.flight };
    const isLate = last !== null && endOf(last) >= this.#clock.now() - endedLatelyMs;
    return isLate ? { live: null, flight: last } : null;
  }

  /** Returns the flight that the pilot ended last, whether its paperwork is done or not. */
  async last(pilotId: string): Promise<Flight | null> {
    const flights = this.#flights.ofPilot(pilotId);
    const live = flights.findLast((each) => !each.isUnderWay && each.flight.state !== 'starting');
    return live === undefined ? this.#journal.readLastEnded(pilotId) : live.flight;
  }
}

/** Whether it is not over for its pilot: every such flight is in the memory of the server that has the pilot. */
export function isUnended({ state }: Flight): boolean {
  return state === 'starting' || state === 'open' || state === 'suspended';
}

/** A flight that has not ended is in memory: unless this server has lost the pilot to another one, and does not know it yet. */
export function takenOver(): Refusal {
  const message = 'Another server has taken over this pilot. Try again in a moment.';
  return new Refusal('shutting-down', { message, retryAfterS: 1 });
}

/** When its pilot ended it. */
function endOf({ intent, endedAt, startedAt }: Flight): number {
  return intent?.at ?? endedAt ?? startedAt;
}
