import type { Session, StartRequest, StartResult } from '../calls.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import { findSameFlight } from '../opening/same-flight.ts';
import type { StartInTurn } from '../opening/start-in-turn.ts';
import { Joined } from '../sessions/joined.ts';
import type { PilotTurns } from '../sessions/pilot-turns.ts';

/**
 * Opens a flight for a bid, or a free flight where bids are not required; resumes the flight that is already open for it.
 * Identical starts at the same time share one opening; each call has its own timeout, counted from its arrival.
 */
export class Start {
  readonly #flights: LiveFlights;
  readonly #turns: PilotTurns;
  readonly #inTurn: StartInTurn;
  /** Starts under way, by pilot and request. */
  readonly #running = new Joined<StartResult>();

  constructor(flights: LiveFlights, turns: PilotTurns, inTurn: StartInTurn) {
    this.#flights = flights;
    this.#turns = turns;
    this.#inTurn = inTurn;
  }

  async run(session: Session, request: StartRequest): Promise<StartResult> {
    using wait = this.#turns.begin(request.holdsWorker);
    const pilotId = session.pilot.id;
    const open = findSameFlight(this.#flights.ofPilot(pilotId), request);
    // An opening that is not stored yet may be undone: then the pilot would fly without a flight.
    if (open?.flight.state === 'open' && this.#flights.storedOf(open).state === 'open')
      return { flight: open.view(), resumed: true };
    const { bidId, aircraft, registration, freeFlight, schedule } = request;
    const key = JSON.stringify([pilotId, bidId, aircraft, registration, freeFlight, schedule]);
    const { job, joined } = this.#running.run(key, () =>
      this.#turns.run(pilotId, wait.shared, (turn) => this.#inTurn.run(turn, session, request, wait.shared)),
    );
    await wait.require(job);
    const { flight, resumed } = await job;
    return { flight, resumed: resumed || joined };
  }
}
