import type { Journal } from '../../../src/journal/journal.ts';

/** What the test of an implementation provides to the suite: an empty journal for every case. */
export interface JournalWorld {
  /** The clock of the journals; begins at `noon` of the samples, and stands still until it is set. */
  readonly clock: { now(): number; set(now: number): void };
  /** Opens the journal, which the case has closed or killed before if it is open. The world closes what a case leaves open. */
  open(options?: OpenOptions): Promise<Journal>;
  /** Ends the open journal as a power cut does, at this instant: nothing that was not stored survives. Its promises may never settle. */
  kill(): Promise<void>;
  /** Makes storing fail, or no longer fail; null where that cannot be done. */
  readonly storage: { fail(): Promise<void> | void; heal(): Promise<void> | void } | null;
  dispose(): Promise<void>;
}

export interface OpenOptions {
  /** Maximum number of waiting writes. */
  readonly queueRows?: number;
  /** True when nothing is written before 32 writes are waiting, or the journal is closed. */
  readonly isPatient?: boolean;
}

/** A case that every implementation must pass. It awaits every answer, also those that are there at once. */
export interface JournalCase {
  readonly name: string;
  run(world: JournalWorld): Promise<void>;
}
