import type { DeliveryCursors } from '../delivery/cursors.ts';
import type { DeliveryHealth } from '../delivery/health.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import type { OutboxEntry } from '../operator-calls.ts';
import type { Delay, Delays } from '../paperwork/delays.ts';
import { isAircraftPending } from '../paperwork/host-aircraft.ts';
import type { IntentSweep } from './intents.ts';

/** Reports are delivered each minute: a flight that is at most this far behind is not listed. */
const maxBehindMs = 180_000;

/**
 * Lists what has been waiting for the crew center for too long: paperwork of flights, or their reports; and starts that failed lately.
 */
export class Outbox {
  readonly #flights: LiveFlights;
  readonly #cursors: DeliveryCursors;
  readonly #sweep: IntentSweep;
  readonly #health: DeliveryHealth;
  readonly #delays: Delays;

  constructor(
    flights: LiveFlights,
    cursors: DeliveryCursors,
    sweep: IntentSweep,
    health: DeliveryHealth,
    delays: Delays,
  ) {
    this.#flights = flights;
    this.#cursors = cursors;
    this.#sweep = sweep;
    this.#health = health;
    this.#delays = delays;
  }

  async list(): Promise<readonly OutboxEntry[]> {
    const entries: OutboxEntry[] = [];
    for (const live of [...this.#flights].filter((each) => this.#isWaiting(each))) {
      entries.push(await this.#entry(live));
    }
    const dropped = this.#delays.failedStarts().filter(({ flight }) => this.#flights.byId(flight.id) === undefined);
    return [...entries, ...dropped.map(ofDropped)];
  }

  /** Makes this flight's waiting items due for the next `retry`. */
  async prepareRetry(live: LiveFlight): Promise<void> {
    if (live.flight.setAside !== null) await this.#flights.apply(live, { kind: 'retried' });
    this.#sweep.retryNow(live.flight.id);
    this.#health.retryNow();
  }

  async retry(): Promise<void> {
    await this.#sweep.intents();
  }

  async setAside(live: LiveFlight, reason: string): Promise<void> {
    await this.#flights.apply(live, { kind: 'set-aside', reason });
  }

  #isWaiting(live: LiveFlight): boolean {
    const { intent, setAside } = live.flight;
    if (intent !== null || setAside !== null || isAircraftPending(live)) return true;
    const isLate = this.#health.report().attempts > 0 || this.#cursors.isLate(live, maxBehindMs);
    return this.#cursors.isBehind(live) && isLate;
  }

  /** Returns what of a flight is waiting, and why. */
  async #entry(live: LiveFlight): Promise<OutboxEntry> {
    const { error } = this.#cursors.of(live);
    const undelivered = await this.#cursors.countUndelivered(live);
    const tries = this.#sweep.tries(live.flight.id);
    const health = this.#health.report();
    return {
      flight: live.flight,
      undelivered,
      attempts: tries?.backoff.failures ?? health.attempts,
      lastError:
        live.flight.setAside ?? tries?.error ?? this.#delays.reasonOf(live.flight.id) ?? error ?? health.lastError,
      nextTryAt: tries?.backoff.nextTryAt ?? health.nextTryAt,
    };
  }
}

/** Nothing of it is retried here: its client starts it again. */
function ofDropped({ flight, reason }: Delay): OutboxEntry {
  return { flight, undelivered: 0, attempts: 1, lastError: reason, nextTryAt: null };
}
