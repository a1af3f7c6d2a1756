import type { FinishRequest, FinishResult, Session } from '../calls.ts';
import type { FlightFinder, Found } from '../flight/find-flight.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import { decide } from '../flight/state.ts';
import type { Flight, ReportedFigures } from '../model.ts';
import type { FlightOfFinish } from '../opening/flight-of-finish.ts';
import type { Filing } from '../paperwork/filing.ts';
import { isRefusal, Refusal } from '../refusals.ts';
import type { PilotTurns } from '../sessions/pilot-turns.ts';
import type { Patience, Wait } from '../sessions/waiting.ts';

/** Files the flight. Returns its receipt, or `filing` after the timeout or while the crew center is unavailable. */
export class Finish {
  readonly #finder: FlightFinder;
  readonly #turns: PilotTurns;
  readonly #flightOf: FlightOfFinish;
  readonly #filing: Filing;

  constructor(finder: FlightFinder, turns: PilotTurns, flightOf: FlightOfFinish, filing: Filing) {
    this.#finder = finder;
    this.#turns = turns;
    this.#flightOf = flightOf;
    this.#filing = filing;
  }

  async run(session: Session, request: FinishRequest): Promise<FinishResult> {
    using wait = this.#turns.begin(request.holdsWorker);
    const found = await this.#find(session, request, wait);
    if (found.live === null) return repeat(found.flight);
    return await this.#file(found.live, request.figures, wait);
  }

  /** For the operator: files this flight. */
  async file(live: LiveFlight, figures: ReportedFigures): Promise<FinishResult> {
    using wait = this.#turns.begin(false);
    return await this.#file(live, figures, wait);
  }

  /** @throws Refusal as the table of states says */
  async #file(live: LiveFlight, figures: ReportedFigures, wait: Patience): Promise<FinishResult> {
    const isFirst = decide('finish', live.flight) === 'file';
    if (isFirst) await this.#filing.intendToFile(live, figures);
    else await this.#filing.whenIntended(live);
    await this.#waitForFiling(live, wait);
    const flight = this.#filing.storedOf(live);
    if (flight.receipt !== null) return { state: 'filed', receipt: flight.receipt, flight, repeated: !isFirst };
    if (flight.state === 'filing') return { state: 'filing', flight };
    decide('finish', flight);
    // The first call could not be stored.
    throw new Refusal('journal-full', {
      message: 'The server cannot store reports at the moment. Send it again in a few seconds.',
      retryAfterS: 5,
    });
  }

  /** The intent is durable: the sweep retries, whatever the crew center returned. */
  async #waitForFiling(live: LiveFlight, wait: Patience): Promise<void> {
    const job = this.#filing.fileAtPlatform(live);
    try {
      if (!(await wait.settles(job))) wait.letGo(job);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }

  async #find(session: Session, request: FinishRequest, wait: Wait): Promise<Found> {
    const { opening } = request;
    if (opening !== null) return this.#flightOf.find(session, { ...request, opening }, wait);
    const found = await this.#finder.forPaperwork(session.pilot.id, request.name);
    decide('finish', found?.flight ?? null);
    return found as Found;
  }
}

function repeat(flight: Flight): FinishResult {
  decide('finish', flight);
  if (flight.receipt === null) throw new Error('a filed flight without receipt');
  return { state: 'filed', receipt: flight.receipt, flight, repeated: true };
}
