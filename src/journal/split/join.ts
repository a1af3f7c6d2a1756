import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabaseFile } from '../../lib/database-file.ts';
import { numberOf } from '../../lib/row.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import { lockDirectory, makeDirectory } from '../directory.ts';
import { highestNumbers, writeNumbering } from '../numbering.ts';
import { fileName, type JournalLogger, prepareFile } from '../open.ts';
import { adoptDocuments } from './documents.ts';
import { FlightCopy } from './flight-copy.ts';
import { folderOf, readLayout, writeLayout } from './layout.ts';

/** Maximum number of flights that one transaction moves. */
const atOnce = 100;

/**
 * Joins the journals of a data directory that several processes of an earlier release shared: every flight and session moves
 * into the first one. A flight is compared with its copy before it is removed. What is interrupted is completed at the next start.
 * @throws DataDirectoryError when another process has one of the journals
 */
export async function joinSplitJournals(dataDirectory: string, logger: JournalLogger): Promise<void> {
  const layout = readLayout(dataDirectory);
  const count = Math.max(layout.count, layout.from ?? 1);
  if (count === 1) return;
  writeLayout(dataDirectory, { count: 1, from: count });
  const folders = Array.from({ length: count - 1 }, (_, index) => join(dataDirectory, folderOf(index + 2)));
  const moved = await moveAll(dataDirectory, folders);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  writeLayout(dataDirectory, { count: 1, from: null });
  logger.info({ journals: count, moved }, 'the journals of several processes are joined');
}

/** Returns how many flights were moved. */
async function moveAll(dataDirectory: string, folders: readonly string[]): Promise<number> {
  using opened = new DisposableStack();
  const first = await openOne(dataDirectory, opened);
  const others: DatabaseSync[] = [];
  for (const folder of folders) others.push(await openOne(folder, opened));
  setNumbering(first, [first, ...others]);
  let moved = 0;
  for (const [index, from] of others.entries()) {
    indexFlights(from);
    const flights = from
      .prepare('SELECT number FROM flights')
      .all()
      .map((row) => numberOf(row, 'number'));
    moveFlights(new FlightCopy(from, first), flights);
    moved += flights.length;
    adoptDocuments(from, first, index + 2);
  }
  return moved;
}

async function openOne(directory: string, opened: DisposableStack): Promise<DatabaseSync> {
  makeDirectory(directory);
  opened.use(lockDirectory(directory));
  const file = join(directory, fileName);
  await openDatabaseFile(file, () => prepareFile(file));
  const database = openSqlite(file);
  opened.defer(() => database.close());
  return database;
}

/** Numbers go on above all that there are, because a flight keeps its own. */
function setNumbering(first: DatabaseSync, journals: readonly DatabaseSync[]): void {
  const highest = journals.map(highestNumbers);
  writeNumbering(first, {
    report: Math.max(...highest.map(({ report }) => report)) + 1,
    flight: Math.max(...highest.map(({ flight }) => flight)) + 1,
  });
}

/** The reports of a flight are found without reading all of them. */
function indexFlights(journal: DatabaseSync): void {
  journal.exec('CREATE INDEX IF NOT EXISTS reports_moved ON reports (flight)');
}

function moveFlights(copy: FlightCopy, flights: readonly number[]): void {
  for (let first = 0; first < flights.length; first += atOnce) {
    const some = flights.slice(first, first + atOnce);
    copy.copy(some);
    copy.removeCopied(some);
  }
}
