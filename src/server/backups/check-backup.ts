import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileName as journalFile } from '../../journal/open.ts';
import { findDamage } from '../../lib/database-check.ts';
import { Refusal } from '../../tracking/refusals.ts';

/** A database of a backup that was opened and read. */
export interface CheckedFile {
  /** Path below the backup's folder. */
  readonly name: string;
  readonly bytes: number;
}

/**
 * Opens every database below `folder` and reads it whole.
 * @throws Refusal `invalid` naming the file that is damaged, or the journal when it is missing
 */
export function checkBackup(folder: string): readonly CheckedFile[] {
  if (!existsSync(join(folder, journalFile)))
    throw new Refusal('invalid', {
      message: `${folder} is not a backup of Tracker: it has no ${journalFile}. Name the folder of a backup.`,
    });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sqlite'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  return files.map((name) => ({ name, bytes: readWhole(join(folder, name)) }));
}

function readWhole(file: string): number {
  const damage = findDamage(file);
  if (damage !== null) throw new Refusal('invalid', { message: `${file} is damaged: ${damage}` });
  return statSync(file).size;
}
