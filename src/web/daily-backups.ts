/** A daily backup, as the page lists it. */
export interface ListedBackup {
  /** `tracker-2024-04-06`. */
  readonly name: string;
  readonly bytes: number;
}

/** The backups of this server. */
export interface DailyBackups {
  /** Folder of the daily backups; null while none are configured. */
  readonly folder: string | null;
  /** Newest first. */
  list(): readonly ListedBackup[];
  /** Makes today's backup now, replacing an earlier one of today. @throws Refusal `invalid` when it cannot be made */
  make(actor: string): Promise<void>;
  /** Name of the backup that the next start restores; null when none is asked for. */
  readRequest(): string | null;
  /** @param name - one of the list; null: none after all */
  saveRequest(name: string | null): void;
}
