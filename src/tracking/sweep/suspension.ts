import type { Platform } from '../../platform/port.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import type { Reconciliation } from '../paperwork/reconciliation.ts';
import { isPirepGone, isRefusal } from '../refusals.ts';

/** Suspends flights in Tracker and at the crew center. */
export class Suspension {
  readonly #flights: LiveFlights;
  readonly #platform: Pick<Platform, 'suspendPirep'>;
  readonly #reconciliation: Reconciliation;
  /** Flights suspended in Tracker but not yet at the crew center, which was unavailable. */
  readonly #openAtHost = new Set<LiveFlight>();

  constructor(flights: LiveFlights, platform: Pick<Platform, 'suspendPirep'>, reconciliation: Reconciliation) {
    this.#flights = flights;
    this.#platform = platform;
    this.#reconciliation = reconciliation;
  }

  async suspend(live: LiveFlight): Promise<void> {
    await this.#flights.apply(live, { kind: 'suspended', lastReportAt: live.lastReportAt });
    await this.#suspendAtHost(live);
  }

  /** Suspends the flight of a pilot who may no longer fly. */
  async ground(pilotId: string): Promise<void> {
    const live = this.#flights.openOf(pilotId);
    if (live?.flight.state === 'open') await this.suspend(live);
  }

  /** Retries flights that could not be suspended in the crew center. */
  async retryAtHost(live: LiveFlight): Promise<void> {
    if (this.#openAtHost.has(live)) await this.#suspendAtHost(live);
  }

  /** Drops flights that have been resumed or have ended since. */
  forgetOthers(): void {
    for (const live of this.#openAtHost) if (!live.isSuspended) this.#openAtHost.delete(live);
  }

  async #suspendAtHost(live: LiveFlight): Promise<void> {
    this.#openAtHost.add(live);
    try {
      await this.#platform.suspendPirep(live.hostFlight());
      this.#openAtHost.delete(live);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (!isPirepGone(error)) return;
      this.#openAtHost.delete(live);
      await this.#reconciliation.run(live).catch((again: unknown) => {
        if (!isRefusal(again)) throw again;
      });
    }
  }
}
