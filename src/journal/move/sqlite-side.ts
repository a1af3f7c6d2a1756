import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { numberOf, type Row, textOf } from '../../lib/row.ts';
import { inTransaction } from '../../lib/sqlite.ts';
import type { Report } from '../../tracking/model.ts';
import { unpackChunk } from '../chunk.ts';
import { bytesOf } from '../raw-report.ts';
import { rowSum } from '../row-sum.ts';
import { auditEntryOf, flightOf, loginFailureOf, sessionOf, toFlightRow } from '../rows.ts';
import { spanOf } from '../sealer.ts';
import { prepareInsert, type RowValues, type SummedTableName } from '../summed-tables.ts';
import { type FlightRecord, inOrder, type JournalSide, type Rest, rowOf } from './flight-record.ts';
import { readUnsealed } from './unsealed.ts';

const liveStates: readonly string[] = ['starting', 'open', 'suspended', 'filing'];

/** The journal of one machine, as an end of a move. Nothing else uses the file meanwhile. */
export class SqliteSide implements JournalSide {
  readonly #database: DatabaseSync;
  /** By flight: the file has no index for these. */
  readonly #unsealed: ReadonlyMap<number, readonly Report[]>;
  readonly #changes: ReadonlyMap<number, readonly number[]>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#unsealed = readUnsealed(database);
    const changes = database.prepare('SELECT number, flight FROM changes ORDER BY number').all();
    const byFlight = Map.groupBy(changes, (change) => numberOf(change, 'flight'));
    this.#changes = new Map(
      [...byFlight].map(([flight, rows]) => [flight, rows.map((each) => numberOf(each, 'number'))]),
    );
  }

  flights = async (): Promise<readonly number[]> =>
    this.#all('SELECT number FROM flights ORDER BY number').map((row) => numberOf(row, 'number'));

  async read(flight: number): Promise<FlightRecord | null> {
    const [found] = this.#all('SELECT document FROM flights WHERE number = ?', flight);
    if (found === undefined) return null;
    const [delivered] = this.#all('SELECT number FROM delivered WHERE flight = ?', flight);
    const [sealed] = this.#all('SELECT summary FROM sealed WHERE flight = ?', flight);
    const chunks = this.#all(
      'SELECT first_number, last_number, body FROM chunks WHERE flight = ? ORDER BY first_number',
      flight,
    );
    const changes = (this.#changes.get(flight) ?? []).flatMap((number) =>
      this.#all('SELECT number, at, kind, document FROM changes WHERE number = ?', number),
    );
    return {
      document: textOf(found, 'document'),
      delivered: delivered === undefined ? 0 : numberOf(delivered, 'number'),
      sealed: sealed === undefined ? null : textOf(sealed, 'summary'),
      chunks: chunks.map((row) => ({
        first: numberOf(row, 'first_number'),
        last: numberOf(row, 'last_number'),
        body: bytesOf(row.body as SQLOutputValue),
      })),
      unsealed: this.#unsealed.get(flight) ?? [],
      changes: changes.map((row) => ({
        number: numberOf(row, 'number'),
        at: numberOf(row, 'at'),
        kind: textOf(row, 'kind'),
        document: textOf(row, 'document'),
      })),
    };
  }

  async write(flight: number, record: FlightRecord): Promise<void> {
    inTransaction(this.#database, () => {
      this.#remove(flight);
      this.#insert(flight, record);
    });
  }

  async remove(flight: number): Promise<void> {
    inTransaction(this.#database, () => this.#remove(flight));
  }

  async readRest(): Promise<Rest> {
    const [sequence] = this.#all("SELECT seq AS number FROM sqlite_sequence WHERE name = 'changes'");
    return inOrder({
      sessions: this.#all('SELECT * FROM sessions').map(sessionOf),
      loginFailures: this.#all('SELECT * FROM login_failures ORDER BY rowid').map(loginFailureOf),
      notes: this.#all('SELECT name, text FROM notes').map((row) => [textOf(row, 'name'), textOf(row, 'text')]),
      audit: this.#all('SELECT * FROM audit ORDER BY id').map(auditEntryOf),
      cursors: this.#all('SELECT name, number FROM cursors').map((row) => [
        textOf(row, 'name'),
        numberOf(row, 'number'),
      ]),
      lastChange: sequence === undefined ? 0 : numberOf(sequence, 'number'),
    });
  }

  async writeRest(rest: Rest): Promise<void> {
    inTransaction(this.#database, () => {
      for (const table of ['sessions', 'login_failures', 'notes', 'audit', 'cursors'])
        this.#run(`DELETE FROM ${table}`);
      for (const { tokenHash, pilotId, pilotIdent, pilotName, credentialVersion, ...more } of rest.sessions) {
        const pilot = [tokenHash, pilotId, pilotIdent, pilotName, credentialVersion] as const;
        this.#insertInto('sessions', ...pilot, more.createdAt, more.expiresAt, more.lifetime);
      }
      for (const { at, loginHash, address, account } of rest.loginFailures)
        this.#insertInto('login_failures', at, loginHash, address, account);
      for (const [name, text] of rest.notes) this.#insertInto('notes', name, text);
      for (const { at, actor, action, subject, detail } of rest.audit)
        this.#insertInto('audit', at, actor, action, subject, detail);
      for (const [name, number] of rest.cursors) this.#insertInto('cursors', name, number);
      this.#run("DELETE FROM sqlite_sequence WHERE name = 'changes'");
      this.#run("INSERT INTO sqlite_sequence (name, seq) VALUES ('changes', ?)", rest.lastChange);
      this.#keepNumber();
    });
  }

  #insert(flight: number, { document, delivered, sealed, chunks, unsealed, changes }: FlightRecord): void {
    const row = toFlightRow(flightOf({ document }));
    const lastSealed = sealed === null ? 0 : Number((JSON.parse(sealed) as { lastNumber: number }).lastNumber);
    const isLive = liveStates.includes(row.state) || row.hasIntent || lastSealed > delivered;
    const { id, pilotId, state, hasIntent, endedAt } = row;
    this.#insertInto('flights', flight, id, pilotId, state, hasIntent ? 1 : 0, endedAt, document);
    if (!isLive) this.#run('UPDATE flights SET is_live = 0 WHERE number = ?', flight);
    for (const pirepId of new Set(row.pirepIds)) this.#insertInto('flight_pireps', pirepId, flight);
    if (delivered > 0) this.#insertInto('delivered', flight, delivered);
    if (sealed !== null) this.#insertInto('sealed', flight, lastSealed, sealed);
    for (const { first, last, body } of chunks) {
      const reports = unpackChunk(body);
      const positions = reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
      const events = reports.flatMap((report) => (report.kind === 'event' ? [report.event] : []));
      this.#insertInto('chunks', flight, first, last, ...spanOf(positions), ...spanOf(events), body);
    }
    for (const report of unsealed) this.#insertReport(flight, report);
    const change = 'INSERT INTO changes (number, at, kind, flight, document, sum) VALUES (?, ?, ?, ?, ?, ?)';
    for (const { number, at, kind, document: then } of changes)
      this.#run(change, number, at, kind, flight, then, rowSum(at, kind, flight, then));
  }

  #insertReport(flight: number, report: Report): void {
    const { isEvent, body } = rowOf(report);
    this.#insertInto('reports', report.number, flight, isEvent ? body.toString('utf8') : body);
  }

  /** The newest row is where numbers continue: without one, that of a sealed report takes its place. */
  #keepNumber(): void {
    const [newest] = this.#all('SELECT flight, last_number FROM sealed ORDER BY last_number DESC LIMIT 1');
    const [raw] = this.#all('SELECT coalesce(max(number), 0) AS number FROM reports');
    if (newest === undefined || raw === undefined) return;
    const number = numberOf(newest, 'last_number');
    if (numberOf(raw, 'number') >= number) return;
    const flight = numberOf(newest, 'flight');
    const [chunk] = this.#all('SELECT body FROM chunks WHERE flight = ? ORDER BY first_number DESC LIMIT 1', flight);
    const report = chunk === undefined ? undefined : unpackChunk(bytesOf(chunk.body as SQLOutputValue)).at(-1);
    if (report !== undefined) this.#insertReport(flight, { ...report, number });
  }

  #remove(flight: number): void {
    for (const table of ['flight_pireps', 'delivered', 'sealed', 'chunks', 'reports', 'changes'])
      this.#run(`DELETE FROM ${table} WHERE flight = ?`, flight);
    this.#run('DELETE FROM flights WHERE number = ?', flight);
  }

  #all(sql: string, ...values: readonly (string | number)[]): readonly Row[] {
    return this.#database.prepare(sql).all(...values);
  }

  #insertInto(table: SummedTableName, ...values: RowValues): void {
    prepareInsert(this.#database, table)(...values);
  }

  #run(sql: string, ...values: readonly (string | number | null | Uint8Array)[]): void {
    this.#database.prepare(sql).run(...values);
  }
}
