import type { Journal } from '../../src/journal/journal.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { Tables } from './model-journal/tables.ts';

/** What a journal is kept on, and what is left of it when its process ends. One journal is open at a time. */
export interface JournalDisk {
  /** What would be found if everything ended now. */
  readonly tables: Tables;
  /** Number of writes that are not durable yet. */
  readonly waiting: number;
  /** What was found that is not as it was written; null as long as nothing was. */
  readonly damage: string | null;
  open(clock: Clock): Promise<Journal>;
  /** Makes a backup of the open journal, and compares it. Returns false where there is none. */
  backUp(): Promise<boolean>;
  /** The process ends, or its machine. @param isWritten - whether what was being written is on the disk, as far as the disk goes */
  crash(isPowerCut: boolean, isWritten: boolean): void;
  /** Lets everything go: the world is over. */
  dispose(): void;
}
