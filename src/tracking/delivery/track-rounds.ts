import type { LiveFlights } from '../flight/live-flights.ts';
import { isPirepGone } from '../refusals.ts';
import type { DeliveryHealth, Reconcile } from './health.ts';
import type { TrackDelivery } from './track.ts';

/** Delivers all reports of flights under way to the crew center every minute, in order for each flight. */
export class TrackRounds {
  readonly #flights: LiveFlights;
  readonly #track: TrackDelivery;
  readonly #reconcile: Reconcile;
  readonly #health: DeliveryHealth;
  #isBusy = false;

  constructor(flights: LiveFlights, track: TrackDelivery, reconcile: Reconcile, health: DeliveryHealth) {
    this.#flights = flights;
    this.#track = track;
    this.#reconcile = reconcile;
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
          else await this.#reconcile(live).catch((again: unknown) => this.#health.noteFailureOfOne(again));
        }
      }
    } finally {
      this.#isBusy = false;
    }
  }
}
