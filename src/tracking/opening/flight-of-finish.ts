import type { Clock } from '../../lib/clock.ts';
import type { FinishRequest, Opening, Session } from '../calls.ts';
import type { FlightFinder, Found } from '../flight/find-flight.ts';
import { Refusal } from '../refusals.ts';
import type { PilotTurns, Turn } from '../sessions/pilot-turns.ts';
import type { Patience, Wait } from '../sessions/waiting.ts';
import type { BidFlight } from './bid-flight.ts';
import { isRepeatedFinish } from './repeated-finish.ts';
import { isSameFreeFlight } from './same-flight.ts';

/** A `finish` where the contract has no `start`. */
type OpeningFinish = FinishRequest & { readonly opening: Opening };

/** Where the contract has no `start`, `finish` opens the flight of its bid, so that the client's figures are filed. */
export class FlightOfFinish {
  readonly #finder: FlightFinder;
  readonly #turns: PilotTurns;
  readonly #bidFlight: BidFlight;
  readonly #clock: Clock;

  constructor(finder: FlightFinder, turns: PilotTurns, bidFlight: BidFlight, clock: Clock) {
    this.#finder = finder;
    this.#turns = turns;
    this.#bidFlight = bidFlight;
    this.#clock = clock;
  }

  /**
   * Returns the open flight, or the one that was finished by the same call before; otherwise the bid's. What is not certain
   * without the crew center is decided in the pilot's turn, by what is known then.
   */
  async find(session: Session, request: OpeningFinish, wait: Wait): Promise<Found> {
    const found = await this.#find(session.pilot.id, request);
    if (found !== null && this.#isMeant(found, request)) return found;
    const job = this.#turns.run(session.pilot.id, wait.shared, (turn) =>
      this.#inTurn(turn, session, request, wait.shared),
    );
    await wait.require(job);
    return await job;
  }

  async #inTurn(turn: Turn, session: Session, request: OpeningFinish, patience: Patience): Promise<Found> {
    const { name, opening } = request;
    const last = await this.#find(turn.pilotId, request);
    if (last !== null && this.#isMeant(last, request)) return last;
    const begun = last?.live?.flight.state === 'starting' ? await this.#bidFlight.begun(last.live, patience) : null;
    if (begun !== null) return begun;
    const meant = await this.#bidFlight.find(turn, name, patience);
    if (meant.taken !== null) return meant.taken;
    if (meant.bid === null && last !== null && this.#isLast(last, request)) return last;
    requireFlightTime(request);
    return this.#bidFlight.open(session, meant, { name, opening }, patience);
  }

  /** A named bid may not have been flown yet; a named flight must be this pilot's. */
  #find(pilotId: string, { name }: OpeningFinish): Promise<Found | null> {
    const namesFlight = name?.flightId !== undefined || name?.pirepId !== undefined;
    return name === null || namesFlight
      ? this.#finder.forPaperwork(pilotId, name)
      : this.#finder.namedOrNull(pilotId, name);
  }

  /** Whether this is certainly the flight, whatever the crew center lists. */
  #isMeant({ live, flight }: Found, { name, figures }: OpeningFinish): boolean {
    if (flight.state === 'starting') return false;
    if (flight.state === 'abandoned' || flight.state === 'cancelled') return name !== null && name.bidId === undefined;
    return name !== null || live?.isUnderWay === true || isRepeatedFinish(flight, figures, this.#clock.now());
  }

  /** Whether an unnamed `finish` without a bid is one of the flight that ended last, and not of another free flight. */
  #isLast({ flight }: Found, { name, opening }: OpeningFinish): boolean {
    if (name !== null || (flight.state !== 'filing' && flight.state !== 'filed')) return false;
    const { freeFlight } = opening;
    return freeFlight === null || !this.#bidFlight.canOpenFree(opening) || isSameFreeFlight(flight.plan, freeFlight);
  }
}

function requireFlightTime({ figures }: FinishRequest): void {
  if (figures.flightTimeMin !== null) return;
  const message = 'No position of this flight was received, so this call must contain its figures.';
  throw new Refusal('invalid', {
    message,
    fields: { flightTimeMin: 'is required when no position was sent before' },
  });
}
