import { progressOf } from './host-rows.ts';
import type { LiveFlight } from './live-flight.ts';
import { isPirepGone, reconcile } from './paperwork/renewal.ts';
import type { Parts } from './parts.ts';
import { isRefusal } from './refusals.ts';

const tellEveryMs = 60_000;
/** So many flights are told of together; an adapter may share a transaction among them. */
const together = 32;
/** Flights that a round tells of; the rest waits for the next one, so that a whole fleet is not told of at once. */
const leastPerRound = 100;
const roundsPerFleet = 20;

/** Tells the crew center of flights that report: of a change of phase at once, else at most once a minute, so that it knows they still fly. */
export class Telling {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws Refusal when the crew center is out of reach; who was not told stays marked */
  async round(): Promise<void> {
    const due = this.#takeDue();
    for (let at = 0; at < due.length; at += together) {
      const told = await Promise.allSettled(due.slice(at, at + together).map((live) => this.#tell(live)));
      const failure = told.find((each) => each.status === 'rejected');
      if (failure === undefined) continue;
      for (const live of due.slice(at)) live.isUntold = true;
      throw failure.reason;
    }
  }

  /** Changes of phase first. */
  #takeDue(): readonly LiveFlight[] {
    const now = this.#parts.clock.now();
    const changed: LiveFlight[] = [];
    const aged: LiveFlight[] = [];
    for (const live of this.#parts.flights) {
      if (!live.isUntold) continue;
      if (live.flight.state === 'open' && live.told?.phase !== live.phase) changed.push(live);
      else if (live.flight.state === 'open' && live.told !== null && now - live.told.at >= tellEveryMs) aged.push(live);
      else live.isUntold = false;
    }
    const most = Math.max(leastPerRound, Math.ceil((changed.length + aged.length) / roundsPerFleet));
    const due = [...changed, ...aged].slice(0, most);
    for (const live of due) live.isUntold = false;
    return due;
  }

  async #tell(live: LiveFlight): Promise<void> {
    const before = live.told;
    live.told = { phase: live.phase, at: this.#parts.clock.now() };
    try {
      await this.#parts.platform.updatePirep(live.hostFlight(), progressOf(live));
    } catch (error) {
      if (isPirepGone(error)) await reconcile(this.#parts, live);
      else if (!isRefusal(error, 'crew-center-refused')) {
        live.told = before;
        throw error;
      }
    }
  }
}
