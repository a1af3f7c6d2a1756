import type { DatabaseSync } from 'node:sqlite';
import { numberOf, type Row } from '../lib/row.ts';
import type { Replacement } from '../lib/whole-words.ts';
import { anonymousFlight, anonymousReports, inDocuments, inTexts } from './anonymous.ts';
import { CheckedRows } from './checked-rows.ts';
import { packChunk } from './chunk.ts';
import type { NoteDamage } from './damaged-row.ts';
import { eventText } from './event-row.ts';
import type { PilotTraces } from './journal.ts';
import type { Operation } from './operations.ts';
import { rowSum, type Stored } from './row-sum.ts';
import { isWholeRow, type SummedTableName, summedTables } from './summed-tables.ts';

type Changed = Readonly<Record<string, Exclude<Stored, bigint>>>;

/** Deletes what the journal keeps of people, inside the caller's transaction. */
export class Eraser {
  readonly #database: DatabaseSync;
  readonly #rows: CheckedRows;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, onDamage: NoteDamage) {
    this.#database = database;
    this.#rows = new CheckedRows(database, onDamage);
    this.#statements = prepare(database);
  }

  run(operation: Operation & { readonly kind: 'erase-pilot' | 'forget' }): void {
    if (operation.kind === 'erase-pilot') {
      this.#erasePilot(operation.pilot);
      return;
    }
    const { flightsEndedBefore, keepUnreadSince } = operation;
    if (flightsEndedBefore !== null) this.#forgetFlights(flightsEndedBefore, keepUnreadSince);
    if (operation.auditBefore !== null) this.#statements.oldAudit.run(operation.auditBefore);
  }

  /** Removes the pilot from flights, changes, what events say, and the audit log, and ends what identifies them. Figures and tracks stay. */
  #erasePilot(pilot: PilotTraces): void {
    const { pilotId, loginHashes } = pilot;
    const { flights, changes, sessions, failures, failuresByLogin, audit } = this.#statements;
    const texts = inTexts(pilot);
    this.#eraseReports(pilotId, texts);
    const documents = inDocuments(pilot);
    const anonymous = ({ document }: Row) => ({ document: anonymousFlight(String(document), documents) });
    this.#rewrite('flights', 'number', flights.all(pilotId), anonymous, documents);
    // Also those of other journals, whose flights are not here.
    this.#rewrite('changes', 'number', changes.all(pilotId, pilotId), anonymous, documents);
    sessions.run(pilotId);
    failures.run(pilotId);
    for (const hash of loginHashes) failuresByLogin.run(hash);
    const entry = (row: Row) => withTexts('audit', row, texts);
    this.#rewrite('audit', 'id', audit.all(), entry, texts);
  }

  /** Replaces the pilot in what events of their flights say. */
  #eraseReports(pilotId: string, replace: Replacement): void {
    const { rawEvents } = this.#statements;
    const chunk = (row: Row) => {
      const reports = this.#rows.chunk(row);
      const anonymous = reports && anonymousReports(reports, replace);
      return anonymous && { body: packChunk(anonymous) };
    };
    const event = (row: Row) => {
      const report = this.#rows.report(row);
      const [anonymous] = (report && anonymousReports([report], replace)) ?? [];
      return anonymous?.kind === 'event' ? { body: eventText(anonymous.event) } : null;
    };
    this.#rewrite('chunks', 'rowid', this.#chunksOf(pilotId), chunk, replace);
    this.#rewrite('reports', 'number', rawEvents.all(pilotId), event, replace);
  }

  /** One at a time: those of all flights may be more than fits into memory. */
  *#chunksOf(pilotId: string): Generator<Row> {
    const { chunkIds, chunk } = this.#statements;
    for (const { rowid } of chunkIds.all(pilotId)) yield* chunk.all(rowid ?? 0);
  }

  /**
   * Stores rows that became others, with their sums. A damaged row loses its words too, and stays damaged.
   * @param change - returns the columns that changed; null leaves the row as it is
   */
  #rewrite(
    table: SummedTableName,
    key: string,
    rows: Iterable<Row>,
    change: (row: Row) => Changed | null,
    replace: Replacement,
  ): void {
    const { columns }: { readonly columns: readonly string[] } = summedTables[table];
    for (const row of rows) {
      const isWhole = isWholeRow(table, row);
      const changed = isWhole ? change(row) : withTexts(table, row, replace);
      if (changed === null || Object.entries(changed).every(([column, value]) => row[column] === value)) continue;
      const now: Row = { ...row, ...changed };
      const sum = isWhole ? rowSum(...columns.map((column) => now[column] as Stored)) : Number(row.sum);
      const assigned = Object.keys(changed).map((column) => `${column} = ?`);
      const update = this.#database.prepare(`UPDATE ${table} SET ${assigned.join(', ')}, sum = ? WHERE ${key} = ?`);
      update.run(...Object.values(changed), sum, Number(row[key]));
    }
  }

  /**
   * Deletes ended flights with their reports, the oldest first, a hundred at a time. The flight with the highest number
   * stays, so that no number is given out twice; so does each whose delivery has not
   * ended, or with a change that a durable listener has yet to receive and that is not older than `keepUnreadSince`.
   */
  #forgetFlights(endedBefore: number, keepUnreadSince: number): void {
    const { oldFlights, ...statements } = this.#statements;
    const { chunksOf, sealed, delivered, pireps, changesOf, flight } = statements;
    for (const row of oldFlights.all(endedBefore, keepUnreadSince))
      for (const statement of [chunksOf, sealed, delivered, pireps, changesOf, flight])
        statement.run(numberOf(row, 'number'));
  }
}

/** Returns the columns with texts, with these words replaced. */
function withTexts(table: SummedTableName, row: Row, replace: Replacement): Changed {
  const texts = summedTables[table].columns.flatMap((column) => {
    const value = row[column];
    return typeof value === 'string' ? [[column, replace(value)] as const] : [];
  });
  return Object.fromEntries(texts);
}

function prepare(database: DatabaseSync) {
  const flightsOf = 'SELECT number FROM flights WHERE pilot_id = ?';
  return {
    flights: database.prepare('SELECT * FROM flights WHERE pilot_id = ?'),
    // What is damaged may be no JSON.
    changes: database.prepare(
      `SELECT * FROM changes WHERE iif(json_valid(document), document ->> '$.pilot.id', NULL) = ?
         OR flight IN (${flightsOf})`,
    ),
    chunkIds: database.prepare(
      `SELECT rowid FROM chunks WHERE flight IN (${flightsOf}) AND flight IN
         (SELECT flight FROM sealed WHERE iif(json_valid(summary), summary ->> '$.eventCount', 1) > 0)`,
    ),
    chunk: database.prepare('SELECT rowid, * FROM chunks WHERE rowid = ?'),
    rawEvents: database.prepare(`SELECT * FROM reports WHERE typeof(body) = 'text' AND flight IN (${flightsOf})`),
    sessions: database.prepare('DELETE FROM sessions WHERE pilot_id = ?'),
    failures: database.prepare('DELETE FROM login_failures WHERE account = ?'),
    failuresByLogin: database.prepare('DELETE FROM login_failures WHERE login_hash = ?'),
    audit: database.prepare('SELECT * FROM audit'),
    oldFlights: database.prepare(
      `SELECT number FROM flights WHERE ended_at < ? AND is_live = 0 AND number < (SELECT max(number) FROM flights)
         AND NOT EXISTS (SELECT 1 FROM changes c WHERE c.flight = flights.number
           AND c.number > (SELECT min(number) FROM cursors) AND c.at >= ?)
       ORDER BY number LIMIT 100`,
    ),
    chunksOf: database.prepare('DELETE FROM chunks WHERE flight = ?'),
    sealed: database.prepare('DELETE FROM sealed WHERE flight = ?'),
    delivered: database.prepare('DELETE FROM delivered WHERE flight = ?'),
    pireps: database.prepare('DELETE FROM flight_pireps WHERE flight = ?'),
    changesOf: database.prepare('DELETE FROM changes WHERE flight = ?'),
    flight: database.prepare('DELETE FROM flights WHERE number = ?'),
    oldAudit: database.prepare('DELETE FROM audit WHERE at < ?'),
  };
}
