import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isThere } from '../../lib/is-there.ts';
import { migrate } from '../../lib/migrations.ts';
import type { Mysql } from '../../lib/mysql.ts';
import { syncDirectory } from '../../lib/private-file.ts';
import { numberOf, textOf } from '../../lib/row.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import { lockDirectory, makeDirectory } from '../directory.ts';
import { migrations } from '../migrations/list.ts';
import { checkNodes, type DatabaseOptions, openReading } from '../mysql/database.ts';
import { readMove, saveMove } from '../mysql/moves.ts';
import { prepareSchema } from '../mysql/schema.ts';
import { fileName, prepareFile } from '../open.ts';
import { type CopyCounts, copyJournal, MoveError } from './copy.ts';
import { holdsNoFlights, isElsewhere, noteElsewhere } from './elsewhere.ts';
import { MysqlSide, type TakenPartition } from './mysql-side.ts';
import { joinNumbers, ownNumbers } from './numbering.ts';
import { setAside } from './set-aside.ts';
import { SqliteSide } from './sqlite-side.ts';

export interface MoveOptions {
  /** The data directory, whose file is one end of the move. */
  readonly directory: string;
  /** The database, which is the other one. */
  readonly database: DatabaseOptions;
  /** What the file that is not used any more is called: its name, a dot and this, and a number where that name is in use. */
  readonly suffix: string;
  onFlight(done: number, all: number): void;
  /** How long a server is watched for signs of life, in milliseconds: longer than a few of its beats. */
  readonly watchMs: number;
}

/**
 * Moves the journal of one machine into a database, and keeps its file under another name, so that it is not used by mistake.
 * @returns what was copied, and the name of the kept file
 * @throws MoveError when a server runs, or the database has a journal of its own
 * @throws DataDirectoryError when another process has the directory
 */
export async function moveToMysql(
  options: MoveOptions,
): Promise<{ readonly counts: CopyCounts; readonly kept: string }> {
  const { directory, suffix, onFlight } = options;
  const file = join(directory, fileName);
  if (!isThere(file)) throw new MoveError(`There is no journal in ${directory}.`);
  using _lock = lockDirectory(directory);
  if (isElsewhere(file)) throw new MoveError(`The journal of ${directory} is in a database already.`);
  const database = await open(options.database);
  const source = openSqlite(file);
  try {
    await migrate(source, migrations, { file, what: 'journal' });
    await requireNoServer(database, options.watchMs);
    if ((await readMove(database)) === 'there' && (await hasJournal(database)))
      throw new MoveError('The database has a journal of its own. Use an empty one.');
    await saveMove(database, 'arriving');
    const taken = await take(database);
    const counts = await copyJournal(
      new SqliteSide(source),
      () => new MysqlSide(database, taken, ownNumbers),
      onFlight,
    );
    source.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    source.close();
    await saveMove(database, 'there');
    const own = `${file}.own`;
    await prepareFile(own);
    noteElsewhere(own);
    return { counts, kept: setAside(file, own, suffix) };
  } finally {
    if (source.isOpen) source.close();
    await database.close();
  }
}

/** Moves the journal out of a database into a file in the data directory. */
export async function moveToSqlite(options: MoveOptions): Promise<CopyCounts> {
  const { directory, onFlight } = options;
  makeDirectory(directory);
  using _lock = lockDirectory(directory);
  const file = join(directory, fileName);
  if (isThere(file) && !holdsNoFlights(file))
    throw new MoveError(`There is a journal in ${directory}. Move it away, or name another folder.`);
  const incoming = `${file}.incoming`;
  const database = await open(options.database);
  const destination = openSqlite(incoming);
  try {
    await migrate(destination, migrations, { file: incoming, what: 'journal' });
    await requireNoServer(database, options.watchMs);
    if ((await readMove(database)) === 'arriving')
      throw new MoveError('A journal is being moved into this database. Let that end first.');
    const source = new MysqlSide(database, await take(database), await joinNumbers(database));
    const counts = await copyJournal(source, () => new SqliteSide(destination), onFlight);
    destination.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    destination.close();
    await saveMove(database, 'left');
    renameSync(incoming, file);
    syncDirectory(directory);
    return counts;
  } finally {
    if (destination.isOpen) destination.close();
    await database.close();
  }
}

async function open(options: DatabaseOptions) {
  const database = openReading(options);
  try {
    await checkNodes(database, options.logger);
    await prepareSchema(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Raises the epoch of every partition: a server that still runs stores nothing from then on. */
async function take(database: Mysql): Promise<readonly TakenPartition[]> {
  await database.run('UPDATE partitions SET epoch = epoch + 1, owner = NULL');
  const rows = await database.rows('SELECT id, epoch FROM partitions ORDER BY id');
  return rows.map((row) => ({ partition: numberOf(row, 'id'), epoch: numberOf(row, 'epoch') }));
}

/** A server that was killed leaves its row; whether it lives shows only in whether its beat moves. */
async function requireNoServer(database: Mysql, watchMs: number): Promise<void> {
  const beats = async () => {
    const rows = await database.rows('SELECT id, address, beat FROM servers');
    return new Map(
      rows.map((row) => [textOf(row, 'id'), { address: textOf(row, 'address'), beat: numberOf(row, 'beat') }]),
    );
  };
  const before = await beats();
  if (before.size === 0) return;
  await wait(watchMs);
  for (const [id, { address, beat }] of await beats())
    if (before.get(id)?.beat !== beat)
      throw new MoveError(`The server at ${address} is running. Stop all servers first.`);
}

async function hasJournal(database: Mysql): Promise<boolean> {
  for (const table of ['flights', 'sessions', 'audit'])
    if ((await database.rows(`SELECT 1 AS one FROM ${table} LIMIT 1`)).length > 0) return true;
  return false;
}
