import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../lib/clock.ts';
import type { DamagedRow } from './damaged-row.ts';
import type { BatchFailure, WriterFaults } from './operations.ts';

/** What a journal on disk works with. */
export interface DurableJournalParts {
  readonly file: string;
  /** A connection that only reads. */
  readonly reading: DatabaseSync;
  /** The lock of the data directory. */
  readonly lock: Disposable;
  readonly clock: Clock;
  readonly commitWindowMs: number;
  readonly queueRows: number;
  readonly faults: WriterFaults;
  onFailure(failure: BatchFailure): void;
  onCommit(): void;
  /** Hears of each row once that is not as it was written. */
  onDamage(row: DamagedRow): void;
}
