import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import type { DeliveryHealth } from './health.ts';
import type { LiveRows } from './live-rows.ts';
import type { ProgressReporter } from './progress.ts';

/**
 * Delivers to the crew center each second: the newest position of every flight that moved and, independently, their
 * progress, so that slow progress reports do not delay its map.
 */
export class LiveDelivery {
  readonly #flights: LiveFlights;
  readonly #rows: LiveRows;
  readonly #progress: ProgressReporter;
  readonly #health: DeliveryHealth;
  /** Flights whose newest position is not delivered yet, by id. */
  readonly #moved = new Set<string>();
  #areRowsBusy = false;
  #isProgressBusy = false;

  constructor(flights: LiveFlights, rows: LiveRows, progress: ProgressReporter, health: DeliveryHealth) {
    this.#flights = flights;
    this.#rows = rows;
    this.#progress = progress;
    this.#health = health;
    flights.changes.listen((change) => {
      if (change.kind === 'moved') this.#moved.add(change.flight.id);
    });
  }

  async rowsRound(): Promise<void> {
    if (this.#areRowsBusy || this.#health.isWaiting) return;
    const flights = this.#takeMoved();
    if (flights.length === 0) return;
    this.#areRowsBusy = true;
    try {
      for (const live of await this.#rows.deliver(flights)) this.#moved.add(live.flight.id);
      for (const live of flights) this.#progress.markPending(live);
      this.#health.noteSuccess();
    } catch (error) {
      for (const live of flights) this.#moved.add(live.flight.id);
      this.#health.noteFailure(error);
    } finally {
      this.#areRowsBusy = false;
    }
  }

  #takeMoved(): readonly LiveFlight[] {
    const moved: LiveFlight[] = [];
    for (const id of this.#moved) {
      const live = this.#flights.byId(id);
      if (live?.flight.state === 'open') moved.push(live);
    }
    this.#moved.clear();
    return moved;
  }

  async progressRound(): Promise<void> {
    if (this.#isProgressBusy || this.#health.isWaiting) return;
    this.#isProgressBusy = true;
    try {
      await this.#progress.round();
    } catch (error) {
      this.#health.noteFailure(error);
    } finally {
      this.#isProgressBusy = false;
    }
  }
}
