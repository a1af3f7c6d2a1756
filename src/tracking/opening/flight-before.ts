import type { Platform } from '../../platform/port.ts';
import type { FlightName, ReportRequest } from '../calls.ts';
import type { FlightFinder } from '../find-flight.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { Ending } from '../paperwork/ending.ts';
import { beginsAnew, isOfAnotherBid, mayBeOfAnother } from './begun-anew.ts';
import type { Stragglers } from './stragglers.ts';

/** What a report belongs to: an open flight, or the one that it begins, by this name. */
export type Belonging = { readonly live: LiveFlight } | { readonly live: null; readonly name: FlightName | null };

/** Which flight a report belongs to where the contract has no `start`: the one before, or a new one. */
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

  /** The open flight that the report belongs to without doubt; else nobody knows before `settle`. */
  find(pilotId: string, request: ReportRequest): LiveFlight | undefined {
    const known = this.#finder.underWay(pilotId, request.name);
    const isKnown = known !== undefined && !beginsAnew(known, request.positions) && !mayBeOfAnother(known, request);
    return isKnown ? known : undefined;
  }

  /**
   * What the report belongs to; when it begins a flight, that of before has ended.
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
    if (why === null) return { live };
    await this.#ending.end(live, 'abandoned', why);
    // Named by its id, it is the bid of that flight which is flown again.
    const { bidId } = live.flight;
    return { live: null, name: name === null || bidId === null ? name : { bidId } };
  }

  /** Why this report begins another flight than the open one; null when it belongs to it. */
  async #whyOver(live: LiveFlight, request: ReportRequest): Promise<string | null> {
    if (beginsAnew(live, request.positions)) return 'The same flight was begun again.';
    const isOther = mayBeOfAnother(live, request) && (await isOfAnotherBid(this.#platform, live, request));
    return isOther ? 'Its bid is gone, and another one was begun at its departure.' : null;
  }
}
