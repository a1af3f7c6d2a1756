import type { Platform } from '../../platform/port.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { Ending } from './ending.ts';
import type { Renewal } from './renewal.ts';

/** Finds out what happened to a PIREP for which the host no longer accepts reports. */
export class Reconciliation {
  readonly #platform: Pick<Platform, 'findPirep'>;
  readonly #renewal: Renewal;
  readonly #ending: Ending;

  constructor(platform: Pick<Platform, 'findPirep'>, renewal: Renewal, ending: Ending) {
    this.#platform = platform;
    this.#renewal = renewal;
    this.#ending = ending;
  }

  /**
   * If it was cancelled there, the flight ends as cancelled; if it was lost, it is opened again. Returns whether the flight
   * continues. Concurrent calls share one run.
   */
  async run(live: LiveFlight): Promise<boolean> {
    return live.lane.run('reconcile', () => this.#findOut(live));
  }

  async #findOut(live: LiveFlight): Promise<boolean> {
    const found = await this.#platform.findPirep(live.hostFlight());
    if (!live.isUnderWay) return false;
    if (found === null) {
      await this.#renewal.prefileAgain(live);
      return true;
    }
    if (found.state === 'open') return true;
    const isCancelled = found.state === 'cancelled';
    await this.#ending.endAsCancelled(
      live,
      isCancelled ? 'The crew center cancelled the PIREP.' : 'The PIREP was filed at the crew center.',
    );
    return false;
  }
}
