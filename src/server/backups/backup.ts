import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Journal } from '../../journal/journal.ts';
import { fileName as journalFile } from '../../journal/open.ts';
import { copyDatabase } from '../../lib/database-copy.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { isUnreachable } from '../../lib/sqlite.ts';
import { Refusal } from '../../tracking/refusals.ts';

/** Databases to copy, by their paths below the data directory. */
export interface BackedUp {
  readonly dataDirectory: string;
  readonly journal: Pick<Journal, 'backup'>;
  /** Of the crew center, in the order to copy them. */
  readonly databases: readonly string[];
}

/**
 * Copies every database, each one consistent, to the same path below `folder`; returns the files created. The journal is
 * first: reports that the others have beyond it are delivered again, and recognised as duplicates.
 * @throws Refusal `invalid` naming the file that cannot be read or written
 */
export async function backUp({ dataDirectory, journal, databases }: BackedUp, folder: string): Promise<string[]> {
  const copies = [journalFile, ...databases].map((name) => ({ name, to: join(folder, name) }));
  try {
    for (const { to } of copies) makeFolders(dirname(to));
    if (realpathSync(folder) === realpathSync(dataDirectory))
      throw new Refusal('invalid', { message: `${folder} is the data directory itself. Choose another folder.` });
    for (const { name, to } of copies) {
      if (name === journalFile) await journal.backup(to);
      else await copyDatabase(join(dataDirectory, name), to);
    }
  } catch (error) {
    throw asRefusal(error, folder);
  }
  return copies.map(({ to }) => to);
}

function asRefusal(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !(isUnreachable(error) || 'syscall' in error)) return error;
  return new Refusal('invalid', {
    message: `The backup in ${folder} is incomplete: ${error.message}. Use another folder, or free some space, and try again.`,
  });
}
