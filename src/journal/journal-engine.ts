import type { NamesWith } from '../lib/table.ts';
import type { Committer } from './committer.ts';
import type { ChangeRecords, Journal, JournalContents } from './journal.ts';
import type { journalTable } from './journal-table.ts';
import type { Tails } from './tails.ts';

/** Takes writes in order: those that are added in one turn of the event loop are stored in one transaction. */
export type WriteQueue = Pick<
  Committer,
  'requireRoom' | 'filling' | 'add' | 'added' | 'barrier' | 'waiting' | 'counts'
>;

/** What an engine answers by itself: what is read, and the numbers of flights. */
export type EngineCalls = Pick<Journal, NamesWith<typeof journalTable, 'by', 'engine'>>;

/** Where the rows of a journal are: a file, or one partition in a database. */
export interface JournalEngine {
  readonly contents: JournalContents;
  readonly queue: WriteQueue;
  /** The numbers of each flight's unsealed reports; the engine takes out what was sealed, or could not be stored. */
  readonly tails: Tails;
  /** Number of the next report. */
  readonly nextReport: number;
  readonly calls: EngineCalls;
  readonly changes: Omit<ChangeRecords, 'saveCursor'>;
  /** Size of everything, in bytes. */
  readBytes(): number;
  /** Stores what is waiting, then lets everything go. */
  close(): Promise<void>;
}
