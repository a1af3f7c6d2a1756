import type { LiveFlights } from '../flight/live-flights.ts';
import type { Ending } from '../paperwork/ending.ts';
import type { Suspension } from './suspension.ts';

export interface SilenceLimits {
  /** Time without a report after which a flight is suspended, in minutes. */
  readonly suspendAfterMin: number;
  /** Time without a report after which a flight is abandoned, in hours. */
  readonly abandonAfterH: number;
}

/** Suspends silent flights, and abandons those that remain silent. */
export class Silence {
  readonly #flights: LiveFlights;
  readonly #suspension: Suspension;
  readonly #ending: Ending;
  readonly #limits: SilenceLimits;

  constructor(flights: LiveFlights, suspension: Suspension, ending: Ending, limits: SilenceLimits) {
    this.#flights = flights;
    this.#suspension = suspension;
    this.#ending = ending;
    this.#limits = limits;
  }

  async round(now: number): Promise<void> {
    const { suspendAfterMin, abandonAfterH } = this.#limits;
    this.#suspension.forgetOthers();
    for (const live of [...this.#flights]) {
      const silentMs = now - live.lastReportAt;
      if (live.flight.state === 'open' && silentMs >= suspendAfterMin * 60_000) await this.#suspension.suspend(live);
      else if (live.flight.state === 'suspended' && silentMs >= abandonAfterH * 3_600_000) {
        await this.#ending.end(live, 'abandoned', `No report for ${abandonAfterH} hours.`);
      } else if (live.flight.state === 'suspended') await this.#suspension.retryAtHost(live);
    }
  }
}
