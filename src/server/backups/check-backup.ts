import { join } from 'node:path';
import { nameOf } from '../../journal/damaged-row.ts';
import { findDamagedRows } from '../../journal/find-damage.ts';
import { fileName as journalFile } from '../../journal/open.ts';
import { findDamage, mergeLog } from '../../lib/database-check.ts';
import { isThere } from '../../lib/is-there.ts';
import { dataVersion } from '../../lib/migrations.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { dataFormats } from '../data-formats.ts';
import { databaseFilesOf } from './data-files.ts';

/**
 * Returns the databases of a backup, by their paths below its folder.
 * @throws Refusal `invalid` for a folder without a journal
 */
export function databasesOfBackup(folder: string): readonly string[] {
  const names = isThere(folder) ? databaseFilesOf(folder).filter((name) => name.endsWith('.sqlite')) : [];
  if (names.includes(journalFile)) return names.toSorted();
  throw new Refusal('invalid', {
    message: `${folder} is not a backup of Tracker: it has no ${journalFile}. Name the folder of a backup.`,
  });
}

function damageOfRows(journal: string): string | null {
  const rows = findDamagedRows(journal);
  return rows.length === 0 ? null : `${rows.slice(0, 3).map(nameOf).join(', ')}${rows.length > 3 ? ' …' : ''}`;
}

/**
 * Opens the copy of a database of a backup and reads it whole; its log, if it came with one, becomes part of it.
 * @param name path of the database below the folder of the backup
 * @throws Refusal `invalid` naming the database when it is damaged, empty, or of a newer version
 */
export function requireWhole(copy: string, { folder, name }: { readonly folder: string; readonly name: string }): void {
  const file = join(folder, name);
  const newest = dataFormats.find((format) => format.file === name)?.newest ?? null;
  const damage = mergeLog(copy) ?? findDamage(copy) ?? (name === journalFile ? damageOfRows(copy) : null);
  if (damage !== null)
    throw new Refusal('invalid', {
      message: `${file} is damaged: ${damage}. Restore another backup; what is whole in this one is taken by: tracker repair --from ${folder}`,
    });
  if (newest === null) return;
  using database = openSqlite(copy, { readOnly: true });
  const version = dataVersion(database);
  if (version === 0) throw new Refusal('invalid', { message: `${file} has no data of Tracker in it.` });
  if (version > newest)
    throw new Refusal('invalid', {
      message: `${file} is of a newer version of Tracker (data of version ${version}, this one knows ${newest}). Install that version first.`,
    });
}
