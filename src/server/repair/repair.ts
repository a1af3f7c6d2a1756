import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockDirectory } from '../../journal/directory.ts';
import { fileName as journalFile } from '../../journal/open.ts';
import { readDamage, writeDamage } from '../../lib/damage-file.ts';
import { type DamagedFile, openDamaged } from '../../lib/damaged-file.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { dataVersion } from '../../lib/migrations.ts';
import { type Copy, hasTables } from '../../lib/salvage.ts';
import { openSqlite, writeLogBack } from '../../lib/sqlite.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { databaseFilesOf, stamp } from '../backups/data-files.ts';
import { exchange, waitingFile } from '../backups/exchange.ts';
import { dataFormats } from '../data-formats.ts';
import { openCopies } from './copies.ts';
import { openEmptyDatabase } from './empty-database.ts';
import { findDamageIn } from './find-damage-in.ts';
import { type Mended, mendDatabase, mendJournal } from './mend.ts';

export interface RepairOrder {
  readonly dataDirectory: string;
  /** Folders of backups, from which what is lost is taken; the first that has it. */
  readonly folders: readonly string[];
  /** Only says what would be done: a server may be using the data. */
  readonly isDry: boolean;
  readonly now: Date;
}

/** A database that was read whole. */
export interface CheckedFile extends Mended {
  /** Its path below the data directory. */
  readonly file: string;
  /** What is damaged, a line each; empty for a whole one. */
  readonly damage: readonly string[];
}

export interface RepairReport {
  readonly files: readonly CheckedFile[];
  /** Where the damaged databases are now; null when nothing was changed. */
  readonly former: string | null;
}

const nothing: Mended = { kept: 0, taken: [], lost: [] };

/**
 * Reads every database of a data directory whole. For each that is damaged a new one is made of what can be read, and of backups;
 * the damaged ones are moved to a folder beside them.
 * @throws Refusal `data-damaged` where nothing can be read of one, and no backup has it
 */
export async function repairData({ dataDirectory, folders, isDry, now }: RepairOrder): Promise<RepairReport> {
  using _lock = isDry ? null : lockDirectory(dataDirectory);
  using unless = new DisposableStack();
  const names = databaseFilesOf(dataDirectory).filter((name) => name.endsWith('.sqlite'));
  const files: CheckedFile[] = [];
  for (const file of names) {
    const damage = findDamageIn(dataDirectory, file);
    if (damage.length === 0) files.push({ file, damage, ...nothing });
    else {
      const waiting = waitingFile(dataDirectory, file);
      unless.defer(() => remove(waiting));
      files.push({ file, damage, ...(await mend(dataDirectory, file, folders)) });
    }
  }
  const damaged = files.filter(({ damage }) => damage.length > 0).map(({ file }) => file);
  if (isDry) return { files, former: null };
  unless.move();
  const rest = readDamage(dataDirectory).filter(({ file }) => !names.includes(file));
  if (damaged.length === 0) {
    writeDamage(dataDirectory, rest);
    return { files, former: null };
  }
  const { former } = exchange(dataDirectory, {
    files: damaged,
    former: `before-repair-${stamp(now)}`,
    othersStay: true,
  });
  writeDamage(dataDirectory, rest);
  return { files, former };
}

/** Makes a whole database in the place where it waits. */
async function mend(dataDirectory: string, file: string, folders: readonly string[]): Promise<Mended> {
  const waiting = waitingFile(dataDirectory, file);
  remove(waiting);
  makeFolders(dirname(waiting));
  using copies = new DisposableStack();
  const opened = openCopies(folders, file).map((copy) => copies.use(copy));
  using from = openDamaged(join(dataDirectory, file), `${waiting}-header`);
  using to = openSqlite(waiting);
  const version = versionOf(from, opened, file);
  using empty = await openEmptyDatabase(file, version);
  const schemas = [...(empty === null ? [] : [empty]), ...opened.map(({ database }) => database), from.database];
  const needs = { from: from.database, to, schemas, copies: opened, version };
  const mended = await (file === journalFile ? mendJournal(needs) : mendDatabase(needs));
  writeLogBack(to);
  return mended;
}

/**
 * Returns the version of the data: the file's own, else that of the newest copy, else this program's.
 * @throws Refusal `data-damaged` where there is nothing to make a database of
 */
function versionOf(from: DamagedFile, copies: readonly Copy[], file: string): number {
  const candidates = [...(from.hasHeader ? [from.database] : []), ...copies.map(({ database }) => database)];
  const known = candidates.map(dataVersion).find((version) => version > 0);
  const newest = dataFormats.find((format) => format.file === file)?.newest;
  if (known !== undefined) return known;
  if (hasTables(from.database)) return newest ?? 0;
  throw new Refusal('data-damaged', {
    message: `Nothing of ${file} can be read, and no backup has it. Name the folder of a backup: tracker repair --from FOLDER`,
  });
}

function remove(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
}
