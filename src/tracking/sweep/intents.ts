import { Backoff } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import type { Delays, Errand } from '../paperwork/delays.ts';
import { isAircraftPending } from '../paperwork/host-aircraft.ts';
import { isRefusal } from '../refusals.ts';

/** How long a start without a result is left to the client's retry. */
const startGraceMs = 30_000;

/** How each kind is resolved at the crew center. */
export type Resolvers = Readonly<Record<Errand, (live: LiveFlight) => Promise<void>>>;

/** Attempts of an intent so far. */
export interface Tries {
  readonly backoff: Backoff;
  readonly error: string;
}

/** Resolves stored intents: after a crash, or after the crew center was unavailable. */
export class IntentSweep {
  readonly #flights: LiveFlights;
  readonly #resolve: Resolvers;
  readonly #delays: Delays;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #tries = new Map<string, Tries>();

  constructor(
    flights: LiveFlights,
    resolve: Resolvers,
    delays: Delays,
    clock: Clock,
    onError: (error: unknown) => void,
  ) {
    this.#flights = flights;
    this.#resolve = resolve;
    this.#delays = delays;
    this.#clock = clock;
    this.#onError = onError;
  }

  tries(flightId: string): Tries | undefined {
    return this.#tries.get(flightId);
  }

  retryNow(flightId: string): void {
    this.#tries.delete(flightId);
  }

  /** Resolves all intents that are due. */
  async intents(): Promise<void> {
    const now = this.#clock.now();
    for (const id of this.#tries.keys()) if (this.#flights.byId(id) === undefined) this.#tries.delete(id);
    for (const live of [...this.#flights]) {
      const { intent, id } = live.flight;
      const isWaiting = (this.#tries.get(id)?.backoff.waitMs ?? 0) > 0;
      const errand = intent?.kind ?? (isAircraftPending(live) ? 'aircraft' : null);
      if (errand === null || live.lane.busy !== null || live.flight.setAside !== null || isWaiting) continue;
      // One that a full disk may still refuse is not acted on.
      if (!this.#flights.isStored(live)) continue;
      if (intent?.kind === 'start' && now - intent.at < startGraceMs) continue;
      await this.#try(live, errand);
    }
  }

  async #try(live: LiveFlight, errand: Errand): Promise<void> {
    const { id } = live.flight;
    try {
      await this.#resolve[errand](live);
      this.#tries.delete(id);
      if (errand !== 'start') this.#delays.noteDone(live.flight, errand);
    } catch (error) {
      this.#delays.note(live.flight, errand, error);
      // A bug with one flight is logged, and does not delay the others.
      if (!isRefusal(error)) this.#onError(error);
      const backoff = this.#tries.get(id)?.backoff ?? new Backoff(this.#clock);
      backoff.noteFailure();
      this.#tries.set(id, { backoff, error: textOf(error) });
    }
  }
}

function textOf(error: unknown): string {
  return isRefusal(error) ? error.message : 'Internal server error; see the log.';
}
