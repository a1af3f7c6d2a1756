import type { Session, StartRequest, StartResult } from '../calls.ts';
import type { Patience } from '../waiting.ts';
import type { FlightOpener } from './flight-opener.ts';
import type { OtherFlights } from './other-flights.ts';
import type { PlanChoice } from './plan-choice.ts';
import type { Resumption } from './resumption.ts';

/** `start`, run while no other paperwork of the pilot is under way. */
export class StartInTurn {
  readonly #resumption: Resumption;
  readonly #others: OtherFlights;
  readonly #plans: PlanChoice;
  readonly #opener: FlightOpener;

  constructor(resumption: Resumption, others: OtherFlights, plans: PlanChoice, opener: FlightOpener) {
    this.#resumption = resumption;
    this.#others = others;
    this.#plans = plans;
    this.#opener = opener;
  }

  async run(session: Session, request: StartRequest, patience: Patience): Promise<StartResult> {
    const pilotId = session.pilot.id;
    const resumed = await this.#resumption.resume(pilotId, request, patience);
    if (resumed !== null) return resumed;
    await this.#others.end(pilotId, request.bidId, request.replaces ?? 'never-airborne', patience);
    const choice = await this.#plans.ofStart(pilotId, request);
    const plan = { ...choice.plan, ...request.plan };
    const chosen = { bidId: request.bidId, ...choice, plan, network: request.network ?? null };
    const live = await this.#opener.open(session, chosen, patience);
    return { flight: live.view(), resumed: false };
  }
}
