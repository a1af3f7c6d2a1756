import { join } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { openDatabaseFile } from '../lib/database-file.ts';
import { migrate } from '../lib/migrations.ts';
import { type DamagedRow, wholeFile } from './damaged-row.ts';
import { lockDirectory, makeDirectory } from './directory.ts';
import { openFileEngine } from './file-engine.ts';
import { type FileHost, thisHost } from './file-host.ts';
import type { Journal } from './journal.ts';
import { migrations } from './migrations/list.ts';
import type { BatchFailure, WriterFaults } from './operations.ts';
import { journalOver } from './stored-journal.ts';

/** Name of the database file in the data directory. */
export const fileName = 'journal.sqlite';

export interface JournalOptions {
  /** The data directory, created if it is missing. Only one process can use it. */
  readonly directory: string;
  readonly clock: Clock;
  readonly logger?: JournalLogger;
  /** How long the first report of a commit waits for others, in milliseconds; ends early at 32 waiting reports. */
  readonly commitWindowMs?: number;
  /** Maximum number of reports waiting for the disk; more are refused with `journal-full`. */
  readonly queueRows?: number;
  /** For proofs and tests only. */
  readonly faults?: WriterFaults;
  /** Starts what writes to the file; by default a thread. */
  readonly startWriter?: FileHost['startWriter'] | undefined;
  /** Hears of each row once that is not as it was written, and of damage of the file itself. */
  readonly onDamage?: (row: DamagedRow) => void;
}

export interface JournalLogger {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * Opens the journal of a data directory and migrates an older one, after a backup next to it.
 * @throws DataDirectoryError when the directory cannot be used, or another process has it
 * @throws DatabaseFileError when its file is corrupt or of another program, NewerDataError when a newer version wrote it
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { directory, clock, commitWindowMs = 5, queueRows = 20_000, faults = {} } = options;
  const { startWriter = thisHost.startWriter } = options;
  makeDirectory(directory);
  const lock = lockDirectory(directory);
  try {
    const file = join(directory, fileName);
    return await openDatabaseFile(file, async () => {
      await prepareFile(file);
      const engine = await openFileEngine({
        file,
        host: { ...thisHost, startWriter },
        reading: thisHost.open(file, { readOnly: true }),
        lock,
        clock,
        commitWindowMs,
        queueRows,
        faults,
        ...reportFailures(options.logger, options.onDamage ?? (() => undefined)),
      });
      return journalOver(engine, clock);
    });
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

/** Brings the tables of this file up to date. */
export async function prepareFile(file: string, host: Pick<FileHost, 'open'> = thisHost): Promise<void> {
  const database = host.open(file);
  try {
    await migrate(database, migrations, { file, what: 'journal' });
  } finally {
    database.close();
  }
}

/** Logs one line when storing starts to fail, and one when it works again. */
function reportFailures(logger: JournalLogger | undefined, onDamage: (row: DamagedRow) => void) {
  let isFailing = false;
  return {
    onDamage,
    onFailure({ message, kind }: BatchFailure) {
      if (kind === 'damage') onDamage(wholeFile(message));
      if (!isFailing)
        logger?.error({ reason: message }, 'reports cannot be stored; clients are asked to send them again');
      isFailing = true;
    },
    onCommit() {
      if (isFailing) logger?.info({}, 'reports can be stored again');
      isFailing = false;
    },
  };
}
