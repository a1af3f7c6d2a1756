import type { Clock } from '../../lib/clock.ts';
import type { Platform } from '../../platform/port.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import { isPirepGone, isRefusal } from '../refusals.ts';
import type { Reconcile } from './health.ts';
import { progressOf } from './host-rows.ts';

const minIntervalMs = 60_000;
/** Maximum number of flights reported concurrently; an adapter may share a transaction among them. */
const batchSize = 32;
/** Maximum number of flights per round; the rest wait for the next one, so that a whole fleet is not reported at once. */
const minPerRound = 100;
const roundsPerFleet = 20;

interface Reported {
  readonly phase: string | null;
  readonly at: number;
}

/**
 * Reports the progress of flights to the crew center: a change of phase at once, everything else at most once a minute,
 * so that it knows that they are still active.
 */
export class ProgressReporter {
  readonly #flights: LiveFlights;
  readonly #platform: Pick<Platform, 'updatePirep'>;
  readonly #reconcile: Reconcile;
  readonly #clock: Clock;
  /** Flights that moved since they were last reported, by id. */
  readonly #pending = new Set<string>();
  /** What was last sent by `updatePirep`, by the flight's id. */
  readonly #reported = new Map<string, Reported>();

  constructor(flights: LiveFlights, platform: Pick<Platform, 'updatePirep'>, reconcile: Reconcile, clock: Clock) {
    this.#flights = flights;
    this.#platform = platform;
    this.#reconcile = reconcile;
    this.#clock = clock;
    flights.changes.listen(({ kind, flight }) => {
      // What was sent belonged to another PIREP, or was reverted when the flight was suspended.
      if (kind === 'resumed' || kind === 'renewed' || flight.endedAt !== null) this.#reported.delete(flight.id);
    });
  }

  markPending(live: LiveFlight): void {
    this.#pending.add(live.flight.id);
  }

  /** @throws Refusal when the crew center is unavailable; flights that were not reported stay pending */
  async round(): Promise<void> {
    const due = this.#takeDue();
    for (let at = 0; at < due.length; at += batchSize) {
      const results = await Promise.allSettled(due.slice(at, at + batchSize).map((live) => this.#report(live)));
      const failure = results.find((each) => each.status === 'rejected');
      if (failure === undefined) continue;
      for (const live of due.slice(at)) this.markPending(live);
      throw failure.reason;
    }
  }

  /** Phase changes first. */
  #takeDue(): readonly LiveFlight[] {
    const now = this.#clock.now();
    const changed: LiveFlight[] = [];
    const aged: LiveFlight[] = [];
    for (const id of this.#pending) {
      const live = this.#flights.byId(id);
      const reported = this.#reported.get(id);
      if (live?.flight.state !== 'open') this.#pending.delete(id);
      else if (reported?.phase !== live.phase) changed.push(live);
      else if (now - reported.at >= minIntervalMs) aged.push(live);
      else this.#pending.delete(id);
    }
    const maxPerRound = Math.max(minPerRound, Math.ceil((changed.length + aged.length) / roundsPerFleet));
    const due = [...changed, ...aged].slice(0, maxPerRound);
    for (const live of due) this.#pending.delete(live.flight.id);
    return due;
  }

  async #report(live: LiveFlight): Promise<void> {
    const { id } = live.flight;
    const before = this.#reported.get(id);
    this.#reported.set(id, { phase: live.phase, at: this.#clock.now() });
    try {
      await this.#platform.updatePirep(live.hostFlight(), progressOf(live));
    } catch (error) {
      if (isPirepGone(error)) await this.#reconcile(live);
      else if (!isRefusal(error, 'crew-center-refused')) {
        if (before === undefined) this.#reported.delete(id);
        else this.#reported.set(id, before);
        throw error;
      }
    }
  }
}
