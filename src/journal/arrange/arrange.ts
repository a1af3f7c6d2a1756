import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabaseFile } from '../../lib/database-file.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import { lockDirectory, makeDirectory } from '../directory.ts';
import { highestNumbers, numberingsAbove, writeNumbering } from '../numbering.ts';
import { fileName, type JournalLogger, prepareFile } from '../open.ts';
import { FlightCopy } from './flight-copy.ts';
import { folderOf, readLayout, writeLayout } from './layout.ts';
import { adoptPapers } from './papers.ts';

export interface ArrangeOptions {
  readonly dataDirectory: string;
  /** Over how many journals the flights are to be spread. */
  readonly count: number;
  /** Returns which journal has the flights of a pilot, 1 to `count`. */
  readonly journalOf: (pilotId: string) => number;
  readonly logger: JournalLogger;
}

/** Maximum number of flights that one transaction moves. */
const atOnce = 100;

/**
 * Moves every flight and session into the journal where it belongs, if the number of journals is another one than before.
 * A flight is compared with its copy before it is removed. What is interrupted is completed at the next start.
 * @throws DataDirectoryError when another process has one of the journals
 */
export async function arrangeJournals(options: ArrangeOptions): Promise<void> {
  const { dataDirectory, count, logger } = options;
  const layout = readLayout(dataDirectory);
  if (layout.count === count && layout.from === null) return;
  makeDirectory(dataDirectory);
  const most = Math.max(layout.count, layout.from ?? 1, count);
  writeLayout(dataDirectory, { count, from: most });
  using opened = new DisposableStack();
  const journals: DatabaseSync[] = [];
  for (let process = 1; process <= most; process += 1)
    journals.push(await openOne(join(dataDirectory, folderOf(process) ?? ''), opened));
  const moved = moveAll(journals, options);
  writeLayout(dataDirectory, { count, from: null });
  logger.info({ journals: count, moved }, 'flights are spread over another number of journals');
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

/** Returns how many flights were moved. */
function moveAll(journals: readonly DatabaseSync[], { count, journalOf }: ArrangeOptions): number {
  setNumberings(journals, count);
  for (const journal of journals) indexFlights(journal);
  let moved = 0;
  for (const [index, from] of journals.entries()) {
    const wanted = flightsByJournal(from, journalOf);
    for (const [other, to] of journals.entries()) {
      if (to === from) continue;
      const flights = wanted.get(other + 1) ?? [];
      moveFlights(new FlightCopy(from, to), flights);
      moved += flights.length;
      adoptPapers(from, to, { from: index + 1, to: other + 1, count, journalOf });
    }
  }
  for (const journal of journals) journal.exec('DROP INDEX reports_arranged; DROP INDEX pireps_arranged');
  return moved;
}

/** Numbers go on above all that there are: so a flight keeps its own, wherever it is. */
function setNumberings(journals: readonly DatabaseSync[], count: number): void {
  const highest = journals.map(highestNumbers);
  const above = {
    report: Math.max(...highest.map(({ report }) => report)),
    flight: Math.max(...highest.map(({ flight }) => flight)),
  };
  for (const [index, numbering] of numberingsAbove(above, count).entries()) {
    const journal = journals[index];
    if (journal !== undefined) writeNumbering(journal, numbering);
  }
}

/** For the time of the move: the reports of a flight are found without reading all of them. */
function indexFlights(journal: DatabaseSync): void {
  journal.exec('CREATE INDEX IF NOT EXISTS reports_arranged ON reports (flight)');
  journal.exec('CREATE INDEX IF NOT EXISTS pireps_arranged ON flight_pireps (flight)');
}

function flightsByJournal(from: DatabaseSync, journalOf: (pilotId: string) => number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { number, pilot_id: pilotId } of from.prepare('SELECT number, pilot_id FROM flights').all()) {
    const journal = journalOf(String(pilotId));
    const flights = found.get(journal);
    if (flights === undefined) found.set(journal, [Number(number)]);
    else flights.push(Number(number));
  }
  return found;
}

function moveFlights(copy: FlightCopy, flights: readonly number[]): void {
  for (let first = 0; first < flights.length; first += atOnce) {
    const some = flights.slice(first, first + atOnce);
    copy.copy(some);
    copy.removeCopied(some);
  }
}
