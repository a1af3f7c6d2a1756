import type { LiveFlight } from './live-flight.ts';
import type { Parts } from './parts.ts';

/** Tells the operator which flights the crew center's map takes no row of; once a flight, for the next row may fare the same. */
export class RefusedRows {
  readonly #parts: Parts;
  readonly #told = new WeakSet<LiveFlight>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async note(flightId: string, detail: string): Promise<void> {
    const { flights, journal, clock } = this.#parts;
    const live = flights.byId(flightId);
    if (live === undefined || this.#told.has(live)) return;
    this.#told.add(live);
    const entry = { actor: 'server', action: 'live-row-refused', subject: flightId, detail };
    await journal.saveAudit({ at: clock.now(), ...entry });
  }
}
