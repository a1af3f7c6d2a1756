import type { Platform } from '../../platform/port.ts';
import type { ReportRequest } from '../calls.ts';
import type { FlightFinder } from '../flight/find-flight.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { FlightName } from '../model.ts';
import type { Ending } from '../paperwork/ending.ts';
import { beginsAgain, isOfAnotherBid, mayBeOfAnother } from './begun-again.ts';
import type { Stragglers } from './stragglers.ts';

/** What a report belongs to: an open flight, or a new one with this name. */
export type Belonging = { readonly live: LiveFlight } | { readonly live: null; readonly name: FlightName | null };

/** Determines which flight a report belongs to in a contract without `start`: the previous one or a new one. */
export class FlightBefore {
  readonly #finder: FlightFinder;
  readonly #platform: Pick<Platform, 'listBids' | 'latestBid'>;
  readonly #stragglers: Stragglers;
  readonly #ending: Ending;

  constructor(
    finder: FlightFinder,
    platform: Pick<Platform, 'listBids' | 'latestBid'>,
    stragglers: Stragglers,
    ending: Ending,
  ) {
    this.#finder = finder;
    this.#platform = platform;
    this.#stragglers = stragglers;
    this.#ending = ending;
  }

  /** Returns the open flight to which the report certainly belongs; null when `settle` has to decide. */
  find(pilotId: string, request: ReportRequest): LiveFlight | undefined {
    const known = this.#finder.underWay(pilotId, request.name);
    const isKnown = known !== undefined && !beginsAgain(known, request.positions) && !mayBeOfAnother(known, request);
    return isKnown ? known : undefined;
  }

  /**
   * Returns what the report belongs to. When it begins a new flight, the previous one is ended first.
   * @throws Refusal for a straggler or repeat of a flight that has ended
   */
  async settle(pilotId: string, request: ReportRequest): Promise<Belonging> {
    const { name } = request;
    const live = this.#finder.underWay(pilotId, name);
    if (live === undefined) {
      await this.#stragglers.refuse(pilotId, request);
      return { live: null, name };
    }
    const why = await this.#whyOver(live, request);
    // It may have been finished while the crew center was asked: then that is why its bid is gone.
    if (!live.isUnderWay) return this.settle(pilotId, request);
    if (why === null) return { live };
    await this.#ending.end(live, 'abandoned', why);
    // When named by its id, the bid of that flight is flown again.
    const { bidId } = live.flight;
    return { live: null, name: name === null || bidId === null ? name : { bidId } };
  }

  /** Returns why this report begins a new flight; null when it belongs to the open one. */
  async #whyOver(live: LiveFlight, request: ReportRequest): Promise<string | null> {
    if (beginsAgain(live, request.positions)) return 'The same flight was begun again.';
    const isOther = mayBeOfAnother(live, request) && (await isOfAnotherBid(this.#platform, live, request));
    return isOther ? 'Its bid is gone, and another one was begun at its departure.' : null;
  }
}
