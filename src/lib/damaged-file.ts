import { closeSync, constants, copyFileSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isThere } from './is-there.ts';
import { hasTables } from './salvage.ts';

/** Length of a file's header: https://www.sqlite.org/fileformat.html#the_database_header */
const headerBytes = 100;

export interface DamagedFile extends Disposable {
  /** Only for reading. */
  readonly database: DatabaseSync;
  /** Whether its own header could be read: without it the version of the data is not known. */
  readonly hasHeader: boolean;
}

/**
 * Opens a damaged database for reading, also one whose list of tables has parts that are damaged, or whose header is: then a copy is
 * read that has a whole header.
 * @param scratch - path for that copy, which is removed again
 */
export function openDamaged(file: string, scratch: string): DamagedFile {
  const own = open(file);
  if (hasTables(own)) return { database: own, hasHeader: true, [Symbol.dispose]: () => own.close() };
  own.close();
  copyWithHeader(file, scratch);
  const database = open(scratch);
  return {
    database,
    hasHeader: false,
    [Symbol.dispose]() {
      database.close();
      removeScratch(scratch);
    },
  };
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, defensive: false });
  // SQLite continues where it cannot read how a table or an index was made.
  database.exec('PRAGMA writable_schema = ON');
  return database;
}

/** Copies a file with its log, and gives the copy the header of a new database. */
function copyWithHeader(file: string, scratch: string): void {
  removeScratch(scratch);
  const made = new DatabaseSync(scratch);
  made.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x); PRAGMA wal_checkpoint(TRUNCATE)');
  made.close();
  const header = Buffer.alloc(headerBytes);
  withFile(scratch, constants.O_RDONLY, (descriptor) => readSync(descriptor, header, 0, headerBytes, 0));
  removeScratch(scratch);
  copyFileSync(file, scratch);
  if (isThere(`${file}-wal`)) copyFileSync(`${file}-wal`, `${scratch}-wal`);
  const pages = Math.floor(statSync(file).size / header.readUInt16BE(16));
  header.writeUInt32BE(pages, 28);
  withFile(scratch, constants.O_RDWR, (descriptor) => writeSync(descriptor, header, 0, headerBytes, 0));
}

function withFile(path: string, flags: number, work: (descriptor: number) => void): void {
  const descriptor = openSync(path, flags);
  try {
    work(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function removeScratch(scratch: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${scratch}${ending}`, { force: true });
}
