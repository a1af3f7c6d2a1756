import type { Instants } from '../instants.ts';
import type { SealedSummary } from '../journal.ts';

/** What is known of a flight's sealed reports without unpacking them. */
export interface SealedFlight {
  readonly summary: SealedSummary;
  readonly instants: Instants;
}

/** Number of flights that are not sealed any more and stay: those that ended last. */
const maxEnded = 256;

/** Sealed reports of the flights that the core has in memory. Answers at once, which a database cannot. */
export class SealedFlights {
  readonly #flights = new Map<number, SealedFlight>();
  /** Ended flights, oldest first. */
  readonly #ended = new Set<number>();

  get(flight: number): SealedFlight | null {
    return this.#flights.get(flight) ?? null;
  }

  set(flight: number, sealed: SealedFlight): void {
    this.#flights.set(flight, sealed);
  }

  delete(flight: number): void {
    this.#flights.delete(flight);
    this.#ended.delete(flight);
  }

  /** Reports of an ended flight are not sealed any more: only the newest of them stay. */
  end(flight: number): void {
    this.#ended.delete(flight);
    this.#ended.add(flight);
    for (const oldest of this.#ended) {
      if (this.#ended.size <= maxEnded) return;
      this.#ended.delete(oldest);
      this.#flights.delete(oldest);
    }
  }
}
