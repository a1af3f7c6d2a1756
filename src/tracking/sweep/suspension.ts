import type { LiveFlight } from '../flight/live-flight.ts';
import type { PaperworkCore } from '../paperwork/core.ts';
import { reconcile } from '../paperwork/reconciliation.ts';
import { isPirepGone, isRefusal } from '../refusals.ts';

/** Suspends flights in Tracker and at the crew center. */
export class Suspension {
  readonly #core: PaperworkCore;
  /** Flights suspended in Tracker but not yet at the crew center, which was unavailable; those that go on are left here. */
  readonly #openAtHost = new WeakSet<LiveFlight>();

  constructor(core: PaperworkCore) {
    this.#core = core;
  }

  async suspend(live: LiveFlight): Promise<void> {
    await this.#core.flights.apply(live, { kind: 'suspended', lastReportAt: live.lastReportAt });
    await this.#suspendAtHost(live);
  }

  /** Suspends the flight of a pilot who may no longer fly. */
  async ground(pilotId: string): Promise<void> {
    const live = this.#core.flights.openOf(pilotId);
    if (live?.flight.state === 'open') await this.suspend(live);
  }

  /** Suspends a suspended flight in the crew center if it could not be done before. */
  async retryAtHost(live: LiveFlight): Promise<void> {
    if (this.#openAtHost.has(live)) await this.#suspendAtHost(live);
  }

  async #suspendAtHost(live: LiveFlight): Promise<void> {
    this.#openAtHost.add(live);
    try {
      await this.#core.platform.suspendPirep(live.hostFlight());
      this.#openAtHost.delete(live);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (!isPirepGone(error)) return;
      this.#openAtHost.delete(live);
      await reconcile(this.#core, live).catch((again: unknown) => {
        if (!isRefusal(again)) throw again;
      });
    }
  }
}
