import type { CancelRequest, CancelResult, Session } from '../calls.ts';
import type { FlightFinder } from '../flight/find-flight.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import { decide } from '../flight/state.ts';
import type { Flight } from '../model.ts';
import type { StartBids } from '../opening/start-bids.ts';
import type { Ending } from '../paperwork/ending.ts';
import { isRefusal } from '../refusals.ts';
import type { PilotTurns } from '../sessions/pilot-turns.ts';
import type { Patience } from '../sessions/waiting.ts';

/** Cancels the flight. It has ended when this returns; an unavailable crew center is notified later. */
export class Cancel {
  readonly #finder: FlightFinder;
  readonly #turns: PilotTurns;
  readonly #ending: Ending;
  readonly #bids: Pick<StartBids, 'remove'>;

  constructor(finder: FlightFinder, turns: PilotTurns, ending: Ending, bids: Pick<StartBids, 'remove'>) {
    this.#finder = finder;
    this.#turns = turns;
    this.#ending = ending;
    this.#bids = bids;
  }

  async run(session: Session, request: CancelRequest): Promise<CancelResult> {
    using wait = this.#turns.begin(request.holdsWorker);
    return await this.#turns.run(session.pilot.id, wait, async (turn) => {
      const result = await this.#cancel(session, request, wait);
      const { said, bidId } = result.flight;
      if (said?.isOwnBid !== true || bidId === null) return result;
      // In the same turn: a start after it must not fly this bid.
      const job = this.#bids.remove(turn, session, bidId);
      if (!(await wait.settles(job))) wait.letGo(job);
      return result;
    });
  }

  async #cancel(session: Session, request: CancelRequest, wait: Patience): Promise<CancelResult> {
    const found = await this.#finder.forPaperwork(session.pilot.id, request.name);
    const verdict = decide('cancel', found?.flight ?? null);
    if (found === null) throw new Error('no flight to cancel');
    if (verdict === 'repeat' || found.live === null) return { flight: found.flight, repeated: true };
    const flight = await this.#end(found.live, 'cancelled', request.reason, wait);
    return { flight, repeated: false };
  }

  /** For the operator: ends this flight. */
  async end(live: LiveFlight, to: 'cancelled' | 'abandoned', reason: string): Promise<Flight> {
    using wait = this.#turns.begin(false);
    return await this.#turns.run(live.flight.pilot.id, wait, () => this.#end(live, to, reason, wait));
  }

  /** Ends the flight, then waits for the crew center, up to the timeout. */
  async #end(live: LiveFlight, to: 'cancelled' | 'abandoned', reason: string | null, wait: Patience): Promise<Flight> {
    // If its PIREP is being opened there, wait for the result; otherwise end the flight, and cancel its PIREP once it exists.
    const before = live.lane.pending('start');
    const isFree = before === null || (await wait.settles(before.catch(() => undefined)));
    if (decide('cancel', live.flight) === 'repeat') return live.flight;
    await this.#ending.end(live, to, reason);
    const job = this.#ending.cancelAtPlatform(live).catch((error: unknown) => {
      // The intent is durable: the sweep informs the crew center later.
      if (!isRefusal(error)) throw error;
    });
    if (!isFree || !(await wait.settles(job))) wait.letGo(job);
    return live.flight;
  }
}
