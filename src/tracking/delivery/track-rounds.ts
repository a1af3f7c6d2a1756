import type { LiveFlights } from '../flight/live-flights.ts';
import { isPirepGone, type Reconciliation } from '../paperwork/reconciliation.ts';
import type { DeliveryHealth } from './health.ts';
import type { TrackDelivery } from './track.ts';

/** Delivers all reports of flights under way to the crew center every minute, in order for each flight. */
export class TrackRounds {
  readonly #flights: LiveFlights;
  readonly #track: TrackDelivery;
  readonly #reconciliation: Reconciliation;
  readonly #health: DeliveryHealth;
  #isBusy = false;

  constructor(flights: LiveFlights, track: TrackDelivery, reconciliation: Reconciliation, health: DeliveryHealth) {
    this.#flights = flights;
    this.#track = track;
    this.#reconciliation = reconciliation;
    this.#health = health;
  }

  async round(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (const live of [...this.#flights]) {
        if (this.#health.isWaiting) return;
        if (!live.isUnderWay || this.#track.passOver(live)) continue;
        try {
          await this.#track.catchUp(live);
          this.#health.noteSuccess();
        } catch (error) {
          if (!isPirepGone(error)) this.#health.noteFailureOfOne(error);
          else await this.#reconciliation.run(live).catch((again: unknown) => this.#health.noteFailureOfOne(again));
        }
      }
    } finally {
      this.#isBusy = false;
    }
  }
}
