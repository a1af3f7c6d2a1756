import type { FlightName, Opening, Session } from '../calls.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { LiveFlights } from '../live-flights.ts';
import type { Bid, Flight } from '../model.ts';
import { Refusal } from '../refusals.ts';
import { hasEnded, stateRefusal } from '../state.ts';
import type { Patience } from '../waiting.ts';
import type { FlightOpener } from './flight-opener.ts';
import type { OtherFlights } from './other-flights.ts';
import type { Choice, PlanChoice } from './plan-choice.ts';

/** Opens the flight of a bid in contracts without `start`. */
export class BidFlight {
  readonly #flights: LiveFlights;
  readonly #plans: PlanChoice;
  readonly #others: OtherFlights;
  readonly #opener: FlightOpener;

  constructor(flights: LiveFlights, plans: PlanChoice, others: OtherFlights, opener: FlightOpener) {
    this.#flights = flights;
    this.#plans = plans;
    this.#others = others;
    this.#opener = opener;
  }

  /** Opens, or resumes, the flight of the named bid, else of the platform's latest, else (if no bid is required) the client's free flight. */
  async open(session: Session, name: FlightName | null, opening: Opening, patience: Patience): Promise<LiveFlight> {
    const pilotId = session.pilot.id;
    const bid = await this.#plans.findBid(pilotId, name);
    if (bid === null && (this.#plans.bidsRequired || opening.freeFlight === null)) {
      throw name?.bidId === undefined
        ? new Refusal('no-open-flight', { message: 'There is no open flight and no bid to open one for.' })
        : stateRefusal('bid-not-found');
    }
    await this.#others.end(pilotId, bid?.id ?? null, 'suspended', patience);
    const same = this.#flights.openOf(pilotId);
    // It was named by the id of an earlier flight of its bid.
    if (bid !== null && same?.flight.bidId === bid.id) return same;
    if (bid === null || !(await this.#finishOpening(pilotId, bid.id, patience))) {
      const choice = await this.#choose(pilotId, bid, opening);
      const chosen = { bidId: bid?.id ?? null, ...choice, network: opening.network ?? null };
      await this.#opener.open(session, chosen, patience);
    }
    const live = this.#flights.openOf(pilotId);
    if (live === undefined) throw stateRefusal('no-open-flight');
    return live;
  }

  /** Whether the crew center's latest bid is not the flight's. */
  async isNewBid(pilotId: string, ended: Flight): Promise<boolean> {
    const bid = await this.#plans.findBid(pilotId, null);
    return bid !== null && bid.id !== ended.bidId;
  }

  #choose(pilotId: string, bid: Bid | null, { freeFlight }: Opening): Promise<Choice> {
    if (bid !== null) return this.#plans.ofBid(pilotId, bid, { aircraft: null, registration: null });
    if (freeFlight === null) throw stateRefusal('no-open-flight');
    return this.#plans.ofFreeFlight(pilotId, freeFlight);
  }

  /** Opens a flight of this bid whose opening got no response from the crew center; returns false when there is none. */
  async #finishOpening(pilotId: string, bidId: string, patience: Patience): Promise<boolean> {
    const flights = this.#flights.ofPilot(pilotId);
    const live = flights.find((each) => each.flight.state === 'starting' && each.flight.bidId === bidId);
    if (live === undefined) return false;
    await this.#opener.waitFor(live, patience);
    return !hasEnded(live.flight);
  }
}
