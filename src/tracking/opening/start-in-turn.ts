import type { Session, StartRequest, StartResult } from '../calls.ts';
import { isRefusal } from '../refusals.ts';
import type { Turn } from '../sessions/pilot-turns.ts';
import type { Patience } from '../sessions/waiting.ts';
import type { FlightOpener } from './flight-opener.ts';
import type { OtherFlights } from './other-flights.ts';
import type { PlanChoice } from './plan-choice.ts';
import type { Resumption } from './resumption.ts';
import type { StartBids } from './start-bids.ts';

/** `start`, run while no other paperwork of the pilot is under way. */
export class StartInTurn {
  readonly #resumption: Resumption;
  readonly #bids: StartBids;
  readonly #others: OtherFlights;
  readonly #plans: PlanChoice;
  readonly #opener: FlightOpener;

  constructor(resumption: Resumption, bids: StartBids, others: OtherFlights, plans: PlanChoice, opener: FlightOpener) {
    this.#resumption = resumption;
    this.#bids = bids;
    this.#others = others;
    this.#plans = plans;
    this.#opener = opener;
  }

  async run(turn: Turn, session: Session, request: StartRequest, patience: Patience): Promise<StartResult> {
    if (request.schedule === undefined) return this.#start(turn, session, request, patience);
    const resumed = await this.#resumption.resume(turn, request, patience);
    if (resumed !== null) return { flight: resumed.view(), resumed: true };
    const bid = await this.#bids.of(session, request);
    const { schedule: _, ...rest } = request;
    if (bid === null) return this.#start(turn, session, rest, patience);
    try {
      const named = { ...rest, bidId: bid.id, freeFlight: null };
      return await this.#start(turn, session, named, patience, bid.isOwn);
    } catch (error) {
      // A crew center that did not answer may have opened the flight.
      if (bid.isOwn && isRefusal(error) && !isRefusal(error, 'crew-center-unavailable'))
        await this.#bids.remove(turn, session, bid.id);
      throw error;
    }
  }

  async #start(
    turn: Turn,
    session: Session,
    request: StartRequest,
    patience: Patience,
    isOwnBid = false,
  ): Promise<StartResult> {
    const { bidId, replaces = 'never-airborne', network = null } = request;
    const resumed = await this.#resumption.resume(turn, request, patience);
    if (resumed !== null) return { flight: resumed.view(), resumed: true };
    const clearance = await this.#resumption.clear(turn, bidId);
    await this.#others.end(turn.pilotId, bidId, replaces, patience);
    const choice = await this.#plans.ofStart(turn.pilotId, request);
    const chosen = { ...choice, plan: { ...choice.plan, ...request.plan }, network, isOwnBid };
    const live = await this.#opener.open(clearance, session, chosen, patience);
    return { flight: live.view(), resumed: false };
  }
}
