import type { Journal } from '../../journal/journal.ts';
import type { StartRequest } from '../calls.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import { decide, hasEnded, stateRefusal } from '../flight/state.ts';
import type { Turn } from '../sessions/pilot-turns.ts';
import type { Patience } from '../sessions/waiting.ts';
import type { Clearance, Clearances } from './clearances.ts';
import type { FlightOpener } from './flight-opener.ts';
import { findSameFlight } from './same-flight.ts';

/** Resumes the flight that a start refers to, if there is one. */
export class Resumption {
  readonly #flights: LiveFlights;
  readonly #journal: Pick<Journal, 'barrier'>;
  readonly #clearances: Clearances;
  readonly #opener: FlightOpener;

  constructor(flights: LiveFlights, journal: Pick<Journal, 'barrier'>, clearances: Clearances, opener: FlightOpener) {
    this.#flights = flights;
    this.#journal = journal;
    this.#clearances = clearances;
    this.#opener = opener;
  }

  /** Returns the flight that is already under way for the same bid, or whose start still waits for the crew center. */
  async resume(turn: Turn, request: StartRequest, patience: Patience): Promise<LiveFlight | null> {
    const live = findSameFlight(this.#flights.ofPilot(turn.pilotId), request);
    if (live === undefined) return null;
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
    return live;
  }

  /** Clears the bid. One that was flown counts as gone, even if the crew center still lists it. */
  async clear(turn: Turn, bidId: string | null): Promise<Clearance> {
    const bid = bidId === null ? null : { id: bidId, scheduleId: null };
    const { clearance, taken } = await this.#clearances.of(turn, bid);
    if (clearance !== null) return clearance;
    decide('startSameBid', taken.flight);
    throw stateRefusal('flight-open', taken.flight);
  }
}
