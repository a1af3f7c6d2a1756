import type { Opening, ReportRequest, Session } from '../calls.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import { decide } from '../flight/state.ts';
import type { Network } from '../model.ts';
import type { PilotTurns, Turn } from '../sessions/pilot-turns.ts';
import type { Patience } from '../sessions/waiting.ts';
import type { BidFlight } from './bid-flight.ts';
import type { FlightBefore } from './flight-before.ts';

/** Where the contract has no `start`, a report opens the flight of its bid. */
export class FlightOfReport {
  readonly #flights: Pick<LiveFlights, 'apply'>;
  readonly #turns: PilotTurns;
  readonly #before: FlightBefore;
  readonly #bidFlight: BidFlight;

  constructor(flights: Pick<LiveFlights, 'apply'>, turns: PilotTurns, before: FlightBefore, bidFlight: BidFlight) {
    this.#flights = flights;
    this.#turns = turns;
    this.#before = before;
    this.#bidFlight = bidFlight;
  }

  /** Returns the flight of the report if it is known and nothing is to be done with it first. */
  known(session: Session, request: ReportRequest, opening: Opening): LiveFlight | undefined {
    const known = this.#before.find(session.pilot.id, request);
    return known === undefined || networkToName(known, opening.network) !== null ? undefined : known;
  }

  /** Returns the flight of the report; its first position opens it. Late reports and repeats of an ended flight never open one. */
  async find(session: Session, request: ReportRequest, opening: Opening): Promise<LiveFlight> {
    const pilotId = session.pilot.id;
    const known = this.#before.find(pilotId, request);
    if (known !== undefined) {
      const network = networkToName(known, opening.network);
      if (network !== null) await this.#flights.apply(known, { kind: 'network-named', network });
      return known;
    }
    using wait = this.#turns.begin(request.holdsWorker);
    const job = this.#turns.run(pilotId, wait.shared, (turn) =>
      this.#inTurn(turn, session, { request, opening }, wait.shared),
    );
    await wait.require(job);
    return await job;
  }

  /** @throws Refusal for a report of a flight that has ended */
  async #inTurn(
    turn: Turn,
    session: Session,
    { request, opening }: { readonly request: ReportRequest; readonly opening: Opening },
    patience: Patience,
  ): Promise<LiveFlight> {
    const belonging = await this.#before.settle(turn.pilotId, request);
    if (belonging.live !== null) return belonging.live;
    const { name } = belonging;
    const meant = await this.#bidFlight.find(turn, name, patience);
    const { live, flight } = await this.#bidFlight.open(session, meant, { name, opening }, patience);
    decide('report', flight);
    if (live === null) throw new Error('a report for an ended flight');
    return live;
  }
}

/** The network of a flight whose `start` could not carry it; null when there is nothing to change. */
function networkToName({ flight, isUnderWay }: LiveFlight, network: Network | null | undefined): Network | null {
  return flight.network === null && isUnderWay ? (network ?? null) : null;
}
