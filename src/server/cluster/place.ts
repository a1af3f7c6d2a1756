import type { PeerClocks } from '../../cluster/peer-clocks.ts';
import type { WatchedTable } from '../../cluster/watched-table.ts';

/** What tells whether requests should be sent to a server of a cluster. */
export interface PlaceInCluster {
  /** How long the journal's database has not answered, in milliseconds; infinite before it did. */
  silentMs(): number;
  /** Number of partitions that it answers for at this moment. */
  held(): number;
  /** How long it takes part, in milliseconds; null before, and once it leaves. */
  joinedMs(): number | null;
  /** Whether its clock is further from those of the others than synchronized clocks are. */
  isClockWrong(): boolean;
}

/** That of a server whose lease never ends. */
export const endlessPlace: PlaceInCluster = {
  silentMs: () => 0,
  held: () => 1,
  joinedMs: () => 0,
  isClockWrong: () => false,
};

interface PlaceParts {
  readonly watched: Pick<WatchedTable, 'silentMs'>;
  readonly monotonic: () => number;
  readonly held: () => number;
}

/** The place of this server, from its joining to its leaving. */
export class ServerPlace implements PlaceInCluster {
  readonly #parts: PlaceParts;
  #joinedAt: number | null = null;
  #clocks: Pick<PeerClocks, 'isWrong'> | null = null;

  constructor(parts: PlaceParts) {
    this.#parts = parts;
  }

  /** To be called before it joins. */
  watchClocks(clocks: Pick<PeerClocks, 'isWrong'>): void {
    this.#clocks = clocks;
  }

  isClockWrong(): boolean {
    return this.#clocks?.isWrong === true;
  }

  join(): void {
    this.#joinedAt = this.#parts.monotonic();
  }

  leave(): void {
    this.#joinedAt = null;
  }

  silentMs(): number {
    return this.#parts.watched.silentMs;
  }

  held(): number {
    return this.#parts.held();
  }

  joinedMs(): number | null {
    return this.#joinedAt === null ? null : this.#parts.monotonic() - this.#joinedAt;
  }
}
