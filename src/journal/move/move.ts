import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
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
import { type CopyCounts, compare, copyJournal, MoveError } from './copy.ts';
import { isCopyOf, markCopy } from './copy-mark.ts';
import { holdsNoFlights, isElsewhere, noteElsewhere } from './elsewhere.ts';
import { MysqlSide, type TakenPartition } from './mysql-side.ts';
import { joinNumbers, ownNumbers } from './numbering.ts';
import { putAway, setAside } from './set-aside.ts';
import { SqliteSide } from './sqlite-side.ts';
import { moveWebhooksIn, moveWebhooksOut, type WebhookFile } from './webhook-file.ts';

export interface MoveOptions {
  /** The data directory, whose file is one end of the move. */
  readonly directory: string;
  /** The database, which is the other one. */
  readonly database: DatabaseOptions;
  /** What the file that is not used any more is called: its name, a dot and this, and a number where that name is in use. */
  readonly suffix: string;
  readonly webhooks: WebhookFile;
  onFlight(done: number, all: number): void;
  /** How long a server is watched for signs of life, in milliseconds: longer than a few of its beats. */
  readonly watchMs: number;
}

/**
 * Moves the journal of one machine into a database, and keeps its file under another name, so that it is not used by mistake. What an
 * earlier move out of this database left there is replaced: it is the same journal, as it was then.
 * @returns what was copied, and the name of the kept file
 * @throws MoveError when a server runs, or the database has a journal of its own
 * @throws DataDirectoryError when another process has the directory
 */
export async function moveToMysql(
  options: MoveOptions,
): Promise<{ readonly counts: CopyCounts; readonly kept: string }> {
  const { directory, suffix, onFlight, webhooks } = options;
  const file = join(directory, fileName);
  if (!isThere(file)) throw new MoveError(`There is no journal in ${directory}.`);
  using _lock = lockDirectory(directory);
  if (isElsewhere(file)) throw new MoveError(`The journal of ${directory} is in a database already.`);
  const database = await open(options.database);
  const source = openSqlite(file);
  try {
    await migrate(source, migrations, { file, what: 'journal' });
    await requireNoServer(database, options.watchMs);
    const counts = (await findMoved(database, source)) ?? (await copyIn());
    source.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    source.close();
    await saveMove(database, 'there');
    const own = `${file}.own`;
    await prepareFile(own);
    noteElsewhere(own);
    const kept = setAside(file, own, suffix);
    putAway(join(directory, webhooks.fileName), suffix);
    return { counts, kept };
  } finally {
    if (source.isOpen) source.close();
    await database.close();
  }

  async function copyIn(): Promise<CopyCounts> {
    await saveMove(database, 'arriving');
    const taken = await take(database);
    const to = () => new MysqlSide(database, taken, ownNumbers);
    const counts = await copyJournal(new SqliteSide(source), to, onFlight);
    await moveWebhooksIn(webhooks, directory, database, taken);
    return counts;
  }
}

/** Moves the journal out of a database into a file in the data directory. A copy stays, which no server uses. */
export async function moveToSqlite(options: MoveOptions): Promise<CopyCounts> {
  const { directory, suffix, onFlight, webhooks } = options;
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
    const state = await readMove(database);
    if (state === 'arriving') throw new MoveError('A journal is being moved into this database. Let that end first.');
    const taken = await take(database);
    await markCopy(database, state === 'left');
    const numbers = await joinNumbers(database);
    const source = new MysqlSide(database, taken, numbers);
    const counts = await copyJournal(source, () => new SqliteSide(destination), onFlight);
    destination.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    destination.close();
    const replaceWebhooks = await moveWebhooksOut(webhooks, directory, database, taken, numbers.heardByWebhooks);
    await saveMove(database, 'left');
    // The journal is last: until it is there, the move can be repeated.
    replaceWebhooks(suffix);
    renameSync(incoming, file);
    syncDirectory(directory);
    return counts;
  } finally {
    if (destination.isOpen) destination.close();
    await database.close();
  }
}

/**
 * What a move that was stopped before its last step has copied: then this very journal is in the database. Null when there is nothing
 * in it, or what may be replaced.
 * @throws MoveError when another journal is there
 */
async function findMoved(database: Mysql, file: DatabaseSync): Promise<CopyCounts | null> {
  const state = await readMove(database);
  if (state === 'arriving' || !(await hasJournal(database))) return null;
  if (state === 'left') {
    if (await isCopyOf(database, file)) return null;
    throw new MoveError(
      'The database keeps the copy of a journal that was moved out of it, and this one does not continue that. Use an empty database.',
    );
  }
  const source = new SqliteSide(file);
  const { difference, reports } = await compare(source, new MysqlSide(database, [], ownNumbers));
  if (difference !== null) throw new MoveError('The database has a journal of its own. Use an empty one.');
  const { length } = await source.flights();
  return { flights: length, there: length, reports };
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
