import type { Promised } from './answers.ts';
import { type Marker, nameOf, type SentMarker } from './sortie.ts';

/** A position whose arrival a server confirmed. */
export interface Acknowledged {
  readonly marker: SentMarker;
  readonly pilotId: string;
  /** The flight that the answer named; null where the contract names none. */
  readonly flightId: string | null;
  /** False where the contract cannot tell a repeat from another report. */
  readonly isCounted: boolean;
}

/** A finish that a server confirmed. */
export interface FinishPromise {
  readonly pilotId: string;
  /** The flight, or where the contract does not name it what it names. */
  readonly name: string;
  readonly flightId: string | null;
  readonly at: number;
  /** The receipt as it was sent; null while the crew center did not have it. */
  receipt: string | null;
}

/** What was promised to anybody, kept outside of everything that can fail. */
export class Ledger {
  readonly #positions = new Map<string, Acknowledged>();
  readonly finishes = new Map<string, FinishPromise>();
  /** When flights were said to be cancelled, by id. */
  readonly cancelled = new Map<string, number>();

  /** Keeps a promise. Returns how many things it says that were not said before, and of which kind. */
  keep(promised: Promised, pilotId: string, at: number): { readonly kind: string; readonly count: number } {
    if (promised.kind === 'positions') {
      const { flightId, isCounted, markers } = promised;
      for (const marker of markers) this.acknowledge({ marker, pilotId, flightId, isCounted });
      return { kind: 'positions', count: markers.length };
    }
    const { name } = promised;
    if (promised.kind === 'cancel') {
      const isNew = !this.cancelled.has(name);
      if (isNew) this.cancelled.set(name, at);
      return { kind: 'cancels', count: isNew ? 1 : 0 };
    }
    const known = this.finishes.get(name);
    if (known === undefined) this.finishes.set(name, { ...promised, pilotId, at });
    else known.receipt ??= promised.receipt;
    return { kind: 'finishes', count: known === undefined ? 1 : 0 };
  }

  acknowledge(position: Acknowledged): void {
    const name = nameOf(position.marker);
    const known = this.#positions.get(name);
    if (known === undefined || (known.flightId === null && position.flightId !== null)) {
      this.#positions.set(name, position);
    }
  }

  get positions(): Iterable<Acknowledged> {
    return this.#positions.values();
  }

  get positionCount(): number {
    return this.#positions.size;
  }

  isAcknowledged(marker: Marker): boolean {
    return this.#positions.has(nameOf(marker));
  }
}
