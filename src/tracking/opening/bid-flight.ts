import type { Opening, Session } from '../calls.ts';
import type { Found } from '../flight/find-flight.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import { hasEnded, stateRefusal } from '../flight/state.ts';
import type { Bid, FlightName } from '../model.ts';
import { Refusal } from '../refusals.ts';
import type { Turn } from '../sessions/pilot-turns.ts';
import type { Patience } from '../sessions/waiting.ts';
import type { Clearances, Clearing } from './clearances.ts';
import type { FlightOpener } from './flight-opener.ts';
import type { OtherFlights } from './other-flights.ts';
import type { Choice, PlanChoice } from './plan-choice.ts';

/** The bid that a report or a `finish` means (null: none), and the clearance to fly it or the flight that takes it up. */
export type Meant = Clearing & { readonly bid: Bid | null };

/** Opens the flight of a bid in contracts without `start`. */
export class BidFlight {
  readonly #plans: PlanChoice;
  readonly #clearances: Clearances;
  readonly #others: OtherFlights;
  readonly #opener: FlightOpener;

  constructor(plans: PlanChoice, clearances: Clearances, others: OtherFlights, opener: FlightOpener) {
    this.#plans = plans;
    this.#clearances = clearances;
    this.#others = others;
    this.#opener = opener;
  }

  /** Returns the named bid, else the crew center's latest, and what became of it here. */
  async find(turn: Turn, name: FlightName | null, patience: Patience): Promise<Meant> {
    const bid = await this.#plans.findBid(turn.pilotId, name);
    return { bid, ...(await this.#clear(turn, bid, patience)) };
  }

  async #clear(turn: Turn, bid: Bid | null, patience: Patience): Promise<Clearing> {
    const listed = bid && { id: bid.id, scheduleId: bid.plan.scheduleId };
    const clearing = await this.#clearances.of(turn, listed);
    const live = clearing.taken?.live ?? null;
    if (live?.flight.state !== 'starting') return clearing;
    const begun = await this.begun(live, patience);
    return begun === null ? this.#clearances.of(turn, listed) : { clearance: null, taken: begun };
  }

  /** Opens a flight whose opening got no response from the crew center; null when it is given up. */
  async begun(live: LiveFlight, patience: Patience): Promise<Found | null> {
    await this.#opener.waitFor(live, patience);
    return hasEnded(live.flight) ? null : { live, flight: live.flight };
  }

  /** Whether a flight can be opened without a bid, from what the client says. */
  canOpenFree({ freeFlight }: Opening): boolean {
    return freeFlight !== null && !this.#plans.bidsRequired;
  }

  /**
   * Opens the flight of the bid, or without one (if no bid is required) the client's free flight. A flight that takes the
   * bid up already is returned.
   */
  async open(
    session: Session,
    { bid, clearance, taken }: Meant,
    { name, opening }: { readonly name: FlightName | null; readonly opening: Opening },
    patience: Patience,
  ): Promise<Found> {
    if (taken !== null) return taken;
    if (bid === null && !this.canOpenFree(opening)) {
      throw name?.bidId === undefined
        ? new Refusal('no-open-flight', { message: 'There is no open flight and no bid to open one for.' })
        : stateRefusal('bid-not-found');
    }
    await this.#others.end(session.pilot.id, clearance.bidId, 'suspended', patience);
    const choice = await this.#choose(session.pilot.id, bid, opening);
    const chosen = { ...choice, network: opening.network ?? null };
    const live = await this.#opener.open(clearance, session, chosen, patience);
    return { live, flight: live.flight };
  }

  #choose(pilotId: string, bid: Bid | null, { freeFlight }: Opening): Promise<Choice> {
    if (bid !== null) return this.#plans.ofBid(pilotId, bid, { aircraft: null, registration: null });
    if (freeFlight === null) throw stateRefusal('no-open-flight');
    return this.#plans.ofFreeFlight(pilotId, freeFlight);
  }
}
