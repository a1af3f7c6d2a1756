import type { FinishRequest, Opening, ReportRequest, Session } from '../calls.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { LiveFlights } from '../live-flights.ts';
import type { Flight, Network } from '../model.ts';
import type { PilotTurns } from '../pilot-turns.ts';
import { Refusal } from '../refusals.ts';
import type { Wait } from '../waiting.ts';
import type { BidFlight } from './bid-flight.ts';
import type { FlightBefore } from './flight-before.ts';

/** Where the contract has no `start`, a report or `finish` opens the flight of its bid. */
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
  async ofReport(session: Session, request: ReportRequest, opening: Opening): Promise<LiveFlight> {
    const pilotId = session.pilot.id;
    const known = this.#before.find(pilotId, request);
    if (known !== undefined) {
      const network = networkToName(known, opening.network);
      if (network !== null) await this.#flights.apply(known, { kind: 'network-named', network });
      return known;
    }
    using wait = this.#turns.begin(request.holdsWorker);
    const job = this.#turns.run(pilotId, wait.shared, async () => {
      const belonging = await this.#before.settle(pilotId, request);
      return belonging.live ?? this.#bidFlight.open(session, belonging.name, opening, wait.shared);
    });
    await wait.require(job);
    return await job;
  }

  /** For `finish` without a flight: opens the bid's flight so that the client's figures are filed. */
  async ofFinish(session: Session, request: FinishRequest, opening: Opening, wait: Wait): Promise<LiveFlight> {
    const job = this.#turns.run(session.pilot.id, wait.shared, async () => {
      requireFlightTime(request);
      return this.#bidFlight.open(session, request.name, opening, wait.shared);
    });
    await wait.require(job);
    return await job;
  }

  /** An unnamed `finish` after the last flight was filed is a repeat, unless the platform's latest bid is not that flight's. */
  isNewBid(pilotId: string, ended: Flight): Promise<boolean> {
    return this.#bidFlight.isNewBid(pilotId, ended);
  }
}

/** The network of a flight whose `start` could not carry it; null when there is nothing to change. */
function networkToName({ flight, isUnderWay }: LiveFlight, network: Network | null | undefined): Network | null {
  return flight.network === null && isUnderWay ? (network ?? null) : null;
}

function requireFlightTime({ figures }: FinishRequest): void {
  if (figures.flightTimeMin !== null) return;
  const message = 'No position of this flight was received, so this call must contain its figures.';
  throw new Refusal('invalid', {
    message,
    fields: { flightTimeMin: 'is required when no position was sent before' },
  });
}
