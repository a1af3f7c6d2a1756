import type { Replaceable } from '../calls.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import { decide, stateRefusal } from '../flight/state.ts';
import type { Ending } from '../paperwork/ending.ts';
import type { Patience } from '../sessions/waiting.ts';

/** Ensures that a pilot has no other flight when one is opened. */
export class OtherFlights {
  readonly #flights: LiveFlights;
  readonly #ending: Ending;

  constructor(flights: LiveFlights, ending: Ending) {
    this.#flights = flights;
    this.#ending = ending;
  }

  /**
   * Ends the pilot's flights of other bids, and waits until every cancellation has reached the crew center (otherwise the new
   * flight would adopt the open PIREP, which is then cancelled).
   * @param replace which of them may be ended
   */
  async end(pilotId: string, bidId: string | null, replace: Replaceable, patience: Patience): Promise<void> {
    for (const live of [...this.#flights.ofPilot(pilotId)]) {
      const isOther = bidId === null || live.flight.bidId !== bidId;
      if (isOther && decide('startOtherBid', live.flight) === 'replace') {
        if (replace === 'never-airborne' && live.fold.takeoff !== null) throw stateRefusal('flight-open', live.flight);
        await this.#ending.end(live, 'abandoned', 'Another flight was started instead.');
      }
    }
    const cancelled = this.#flights.ofPilot(pilotId).filter((live) => live.flight.intent?.kind === 'cancel');
    if (cancelled.length === 0) return;
    await patience.require(Promise.all(cancelled.map((live) => this.#ending.cancelAtPlatform(live))));
  }
}
