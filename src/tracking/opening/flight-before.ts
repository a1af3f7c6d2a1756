import type { Platform } from '../../platform/port.ts';
import type { ReportRequest } from '../calls.ts';
import type { FlightFinder } from '../find-flight.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { Ending } from '../paperwork/ending.ts';
import { beginsAnew, isOfAnotherBid, mayBeOfAnother } from './begun-anew.ts';
import type { Stragglers } from './stragglers.ts';

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
   * The open flight that the report belongs to; null when it begins one: that of before has ended then.
   * @throws Refusal for a straggler or repeat of a flight that has ended
   */
  async settle(pilotId: string, request: ReportRequest): Promise<LiveFlight | null> {
    const live = this.#finder.underWay(pilotId, request.name);
    if (live === undefined) {
      await this.#stragglers.refuse(pilotId, request);
      return null;
    }
    const why = await this.#whyOver(live, request);
    if (why === null) return live;
    await this.#ending.end(live, 'abandoned', why);
    return null;
  }

  /** Why this report begins another flight than the open one; null when it belongs to it. */
  async #whyOver(live: LiveFlight, request: ReportRequest): Promise<string | null> {
    if (beginsAnew(live, request.positions)) return 'The same flight was begun again.';
    const isOther = mayBeOfAnother(live, request) && (await isOfAnotherBid(this.#platform, live, request));
    return isOther ? 'Its bid is gone, and another one was begun at its departure.' : null;
  }
}
