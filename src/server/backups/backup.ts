import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Journal } from '../../journal/journal.ts';
import { fileName as journalFile } from '../../journal/open.ts';
import { copyDatabase } from '../../lib/database-copy.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { damageIn, isUnreachable } from '../../lib/sqlite.ts';
import { Refusal } from '../../tracking/refusals.ts';

/** Databases to copy, by their paths below the data directory. */
export interface BackedUp {
  readonly dataDirectory: string;
  readonly journal: Pick<Journal, 'backup'>;
  /** Of the crew center, in the order to copy them. */
  readonly databases: readonly string[];
  /** Hears of each database that was read whole what is damaged in it. */
  readonly damage: { settle(file: string, whats: readonly string[]): void };
}

/**
 * Copies every database, each one consistent, to the same path below `folder`; returns the files created. The journal is
 * first: reports that the others have beyond it are delivered again, and recognised as duplicates. What is damaged does not keep
 * the others from being copied.
 * @throws Refusal `invalid` naming the file that cannot be read or written; `data-damaged` once everything else is copied
 */
export async function backUp(
  { dataDirectory, journal, databases, damage }: BackedUp,
  folder: string,
): Promise<string[]> {
  const copies = [journalFile, ...databases].map((name) => ({ name, to: join(folder, name) }));
  const damaged: string[] = [];
  try {
    for (const { to } of copies) makeFolders(dirname(to));
    if (realpathSync(folder) === realpathSync(dataDirectory))
      throw new Refusal('invalid', { message: `${folder} is the data directory itself. Choose another folder.` });
    for (const { name, to } of copies) {
      const copy = () => (name === journalFile ? journal.backup(to) : copyDatabase(join(dataDirectory, name), to));
      const [found, isCopied] = await tryCopy(copy);
      damage.settle(name, found);
      if (found.length > 0) damaged.push(`${name} ${isCopied ? 'has damage in it' : 'cannot be read'}: ${found[0]}`);
    }
  } catch (error) {
    throw asRefusal(error, folder);
  }
  if (damaged.length === 0) return copies.map(({ to }) => to);
  throw new Refusal('data-damaged', {
    message: `The backup in ${folder} is not whole (${damaged.join('; ')}). Keep the earlier ones, and see what is lost: tracker repair --dry-run`,
  });
}

/** Returns what is damaged, and whether there is a copy all the same. */
async function tryCopy(
  copy: () => Promise<readonly string[]>,
): Promise<readonly [found: readonly string[], isCopied: boolean]> {
  try {
    return [await copy(), true];
  } catch (error) {
    const found = damageIn(error);
    if (found === null) throw error;
    return [[found], false];
  }
}

function asRefusal(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !(isUnreachable(error) || 'syscall' in error)) return error;
  return new Refusal('invalid', {
    message: `The backup in ${folder} is incomplete: ${error.message}. Use another folder, or free some space, and try again.`,
  });
}
