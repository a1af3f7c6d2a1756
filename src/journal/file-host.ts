import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { copyDatabase } from '../lib/database-copy.ts';
import { openSqlite, type SqliteOptions } from '../lib/sqlite.ts';
import { runTask } from '../lib/thread-task.ts';
import type { DamagedRow } from './damaged-row.ts';
import { sizeOf } from './directory.ts';
import type { WriterStart } from './operations.ts';
import { startWriterThread, type Writer } from './writer-thread.ts';

/** The disk on which the file of a journal lies, and the threads that work on it. A simulation has its own. */
export interface FileHost {
  /** Opens the file, configured as `openSqlite` does it. */
  open(file: string, options?: SqliteOptions): DatabaseSync;
  /** Returns what tells this file from another one in its place; null when it is gone. */
  identityOf(file: string): number | null;
  /** Size in bytes, 0 when it does not exist. */
  sizeOf(file: string): number;
  startWriter(start: WriterStart): Writer;
  /** Writes a consistent copy to `path`. Returns what is damaged in the file, a line each. */
  copy(file: string, path: string): Promise<readonly string[]>;
  findDamage(file: string): Promise<readonly DamagedRow[]>;
}

/** How a database is opened that one's own thread writes, and how its file is recognised. */
export type WritingHost = Pick<FileHost, 'open' | 'identityOf'>;

/** The file system, the SQLite of Node, and threads. */
export const writingHost: WritingHost = {
  open: openSqlite,
  identityOf: (file) => statSync(file, { throwIfNoEntry: false })?.ino ?? null,
};

export const thisHost: FileHost = {
  ...writingHost,
  sizeOf,
  startWriter: startWriterThread,
  copy: copyDatabase,
  findDamage: (file) => runTask('./find-damage-thread', import.meta.url, { file }),
};
