export interface JournalStats {
  /** Number of writes that are not durable yet. */
  readonly queuedRows: number;
  /** Number of transactions, and of writes in them, since the opening. */
  readonly commits: number;
  readonly rows: number;
  /** Current size of the database and its log file. */
  readonly bytes: number;
  /** Transactions that could not be stored, since the opening. */
  readonly failures: number;
}
