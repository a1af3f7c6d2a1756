import { Backoff } from '../../../lib/backoff.ts';
import type { Clock } from '../../../lib/clock.ts';
import { ShortCache } from '../../../lib/short-cache.ts';
import type { HostApiCall, OwnApi, OwnApiAnswer, OwnApiCall, OwnedPirep } from '../../../platform/own-api.ts';
import type { Platform } from '../../../platform/port.ts';
import type { Changes } from '../../flight/changes.ts';
import { isRefusal, Refusal } from '../../refusals.ts';
import type { Waits } from '../../sessions/waiting.ts';

/** Clients ask the same again and again: bids and profile at each screen, lists at every start. */
const keptMs = 5_000;
const maxKept = 200;
/** Longer texts are lists of a whole fleet: they are passed on and not kept. */
const maxKeptCharacters = 200_000;

/** The crew center's own API as contracts use it: cached for a moment, given up while the crew center is down. */
export class HostApi {
  readonly #platform: Pick<Platform, 'ownApi'>;
  readonly #clock: Clock;
  readonly #waits: Waits;
  readonly #backoff: Backoff;
  #kept: ShortCache<OwnApiAnswer>;

  /** @param changes - bids and figures of a pilot are others when a flight is filed */
  constructor(platform: Pick<Platform, 'ownApi'>, clock: Clock, waits: Waits, changes: Changes) {
    this.#platform = platform;
    this.#clock = clock;
    this.#waits = waits;
    this.#backoff = new Backoff(clock);
    this.#kept = new ShortCache(clock, keptMs, maxKept);
    changes.listen(({ kind }) => {
      if (kind !== 'moved') this.#forget();
    });
  }

  /**
   * Asks the crew center as this pilot, or as nobody. A change makes what was read before it forgotten.
   * @returns null where the crew center has no API that speaks this contract
   * @throws Refusal as `OwnApi.ask`; `crew-center-unavailable` at once while it did not respond lately
   */
  async ask(contract: string, pilotId: string | null, call: HostApiCall): Promise<OwnApiAnswer | null> {
    const { ownApi } = this.#platform;
    if (ownApi === undefined || ownApi.contract !== contract) return null;
    if (call.method !== 'GET') {
      return this.#wait(call, this.#send(ownApi, pilotId, call)).finally(() => this.#forget());
    }
    const key = JSON.stringify([pilotId, call.path]);
    const kept = this.#kept;
    const answer = await this.#wait(
      call,
      kept.get(key, () => this.#send(ownApi, pilotId, call)),
    );
    if (answer.body.length > maxKeptCharacters) kept.forget(key);
    return answer;
  }

  /**
   * The PIREP that the crew center takes this id for, and whose it is; null for none.
   * @throws Refusal `crew-center-unavailable`; `not-offered` where it has no API that speaks this contract
   */
  async findPirep(contract: string, id: string): Promise<OwnedPirep | null> {
    const { ownApi } = this.#platform;
    if (ownApi?.contract === contract) return ownApi.findPirep(id);
    throw new Refusal('not-offered', { message: 'This crew center has no API of its own.' });
  }

  /** What was read so far may have changed. */
  #forget(): void {
    this.#kept = new ShortCache(this.#clock, keptMs, maxKept);
  }

  async #wait(call: HostApiCall, answer: Promise<OwnApiAnswer>): Promise<OwnApiAnswer> {
    using wait = this.#waits.begin(call.holdsWorker);
    await wait.require(answer);
    return answer;
  }

  async #send(ownApi: OwnApi, pilotId: string | null, call: OwnApiCall): Promise<OwnApiAnswer> {
    const { waitMs } = this.#backoff;
    if (waitMs > 0) throw notNow(waitMs);
    try {
      const { method, path, body } = call;
      const answer = await ownApi.ask(pilotId, { method, path, body });
      this.#backoff.noteSuccess();
      return answer;
    } catch (error) {
      if (isRefusal(error, 'crew-center-unavailable')) this.#backoff.noteFailure();
      else this.#backoff.noteSuccess();
      throw error;
    }
  }
}

function notNow(waitMs: number): Refusal {
  return new Refusal('crew-center-unavailable', {
    message: 'The crew center did not respond a moment ago; repeat the request soon.',
    retryAfterS: Math.ceil(waitMs / 1_000),
  });
}
