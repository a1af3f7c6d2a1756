import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isThere } from '../../lib/is-there.ts';
import { type Copy, hasTables } from '../../lib/salvage.ts';
import { damagedName, listBackups } from '../backups/schedule.ts';

/** Returns the folders whose databases a repair takes rows from: the named one, then the daily ones, whole ones first, the newest first. */
export function sourceFolders(named: string | null, daily: string | null): readonly string[] {
  const ofSchedule = daily === null ? [] : [...listBackups(daily), ...listBackups(daily, damagedName)];
  return [...(named === null ? [] : [named]), ...ofSchedule.map(({ folder }) => folder)];
}

/** Opens the copies of a database in these folders; nothing is written to them. */
export function openCopies(folders: readonly string[], name: string): (Copy & Disposable)[] {
  return folders.flatMap((folder) => {
    const file = join(folder, name);
    if (!isThere(file)) return [];
    const place = pathToFileURL(file);
    // One without a log is opened as a file that nobody changes: SQLite makes no log beside it.
    if (!isThere(`${file}-wal`)) place.searchParams.set('immutable', '1');
    const database = new DatabaseSync(place, { readOnly: true });
    if (hasTables(database)) return [{ name: basename(folder), database, [Symbol.dispose]: () => database.close() }];
    database.close();
    return [];
  });
}
