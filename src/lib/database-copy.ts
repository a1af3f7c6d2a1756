import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseTask } from './database-thread.ts';
import { syncDirectory, syncFile } from './private-file.ts';
import { runTask } from './thread-task.ts';

/**
 * Copies an SQLite file, in use or not, to `path`, readable only by its owner; runs in a separate thread. An
 * existing copy is replaced once the new one is complete, and was opened and read. Returns what SQLite finds damaged in the file,
 * although it could be copied: an index, for one.
 */
export async function copyDatabase(file: string, path: string): Promise<readonly string[]> {
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  closeSync(openSync(unfinished, 'wx', 0o600));
  try {
    const task: DatabaseTask = { kind: 'copy', file, path: unfinished };
    const found = await runTask<readonly string[]>('./database-thread', import.meta.url, task);
    syncFile(unfinished);
    renameSync(unfinished, path);
    syncDirectory(dirname(path));
    return found;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Overwrites what deleted rows left in an SQLite file, in a separate thread. @throws an error that is unreachable while it is read */
export async function scrubFile(file: string): Promise<void> {
  await runTask('./database-thread', import.meta.url, { kind: 'scrub', file } satisfies DatabaseTask);
}
