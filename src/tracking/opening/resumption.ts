import type { Journal } from '../../journal/journal.ts';
import type { StartRequest, StartResult } from '../calls.ts';
import type { LiveFlights } from '../live-flights.ts';
import { decide, hasEnded } from '../state.ts';
import type { Patience } from '../waiting.ts';
import type { FlightOpener } from './flight-opener.ts';
import { findSameFlight } from './same-flight.ts';

/** Resumes the flight that a start refers to, if there is one. */
export class Resumption {
  readonly #flights: LiveFlights;
  readonly #journal: Pick<Journal, 'listFlights' | 'barrier'>;
  readonly #opener: FlightOpener;

  constructor(flights: LiveFlights, journal: Pick<Journal, 'listFlights' | 'barrier'>, opener: FlightOpener) {
    this.#flights = flights;
    this.#journal = journal;
    this.#opener = opener;
  }

  /** Returns the flight that is already under way for the same bid, or whose start still waits for the crew center. */
  async resume(pilotId: string, request: StartRequest, patience: Patience): Promise<StartResult | null> {
    const live = findSameFlight(this.#flights.ofPilot(pilotId), request);
    if (live === undefined) {
      if (request.bidId !== null) await this.#requireUnflown(pilotId, request.bidId);
      return null;
    }
    if (!this.#flights.isStored(live)) await patience.require(this.#journal.barrier());
    const verdict = decide('startSameBid', live.flight);
    if (verdict === 'begin') return null;
    if (verdict === 'await') {
      await this.#opener.waitFor(live, patience);
      // Abandoned meanwhile, because the crew center never received it.
      if (hasEnded(live.flight)) return null;
    } else if (live.flight.state === 'suspended') {
      await this.#flights.apply(live, { kind: 'resumed' });
    }
    return { flight: live.view(), resumed: true };
  }

  /** Treats a flown bid as gone, even if the crew center still lists it. */
  async #requireUnflown(pilotId: string, bidId: string): Promise<void> {
    const flights = await this.#journal.listFlights({ pilotId, limit: 200 });
    const flown = flights.find((flight) => flight.bidId === bidId);
    if (flown !== undefined) decide('startSameBid', flown);
  }
}
