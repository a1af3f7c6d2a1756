import type { DatabaseSync } from 'node:sqlite';
import { CheckedRows } from '../../../src/journal/checked-rows.ts';
import type { FlightRow } from '../../../src/journal/operations.ts';
import { auditEntryOf, flightOf, toFlightRow } from '../../../src/journal/rows.ts';
import { numberOf, type Row, textOf } from '../../../src/lib/row.ts';
import type { Report } from '../../../src/tracking/model.ts';
import { type ChangeOnDisk, type FlightReports, Tables } from '../model-journal/tables.ts';

/** Decoded once: a row whose key and sum are the same is the same. */
type Known<T> = Map<string, T>;

/** What lies in the file of a journal, read by a connection of its own after each transaction. */
export class StoredTables {
  readonly #database: DatabaseSync;
  readonly #rows: CheckedRows;
  readonly #statements: ReturnType<typeof prepare>;
  /** Rows that are not as they were written, by table and key. */
  readonly damaged: string[] = [];
  #tables: Tables | null = null;
  #flights: Known<FlightRow> = new Map();
  #reports: Known<Report | null> = new Map();
  #chunks: Known<readonly Report[] | null> = new Map();
  #changes: Known<ChangeOnDisk | null> = new Map();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#rows = new CheckedRows(database, ({ table, key }) => void this.damaged.push(`${table} ${key}`));
    this.#statements = prepare(database);
  }

  /** Something was written. */
  changed(): void {
    this.#tables = null;
  }

  /** Reads what was written last, and closes the connection. */
  close(): void {
    this.read();
    this.#database.close();
  }

  read(): Tables {
    this.#tables ??= this.#read();
    return this.#tables;
  }

  #read(): Tables {
    const { flights, reports, chunks, delivered, audit, changes } = this.#statements;
    const tables = new Tables();
    this.#flights = renew(flights.keys.all(), this.#flights, (key) =>
      this.#flight(flights.row.get(Number(key.number))),
    );
    for (const row of this.#flights.values()) tables.flights.set(row.number, row);
    this.#chunks = renew(chunks.keys.all(), this.#chunks, (key) => this.#chunk(chunks.row.get(Number(key.rowid))));
    for (const [key, found] of this.#chunks) reportsOf(tables, flightIn(key)).sealed.push(...(found ?? []));
    this.#reports = renew(reports.keys.all(), this.#reports, (key) =>
      this.#report(reports.row.get(Number(key.number))),
    );
    for (const [key, report] of this.#reports) addRaw(reportsOf(tables, flightIn(key)), report);
    for (const row of delivered.all()) tables.delivered.set(numberOf(row, 'flight'), numberOf(row, 'number'));
    this.#changes = renew(changes.keys.all(), this.#changes, (key) =>
      this.#change(changes.row.get(Number(key.number))),
    );
    tables.changes = [...this.#changes.values()].flatMap((change) => change ?? []);
    tables.audit = audit.all().map(auditEntryOf);
    return tables;
  }

  #flight(row: Row | undefined): FlightRow {
    const flight = this.#rows.read('flights', row ?? {}, flightOf);
    if (flight === null) throw new Error(`a flight is damaged: ${JSON.stringify(row)}`);
    return { ...toFlightRow(flight), document: textOf(row ?? {}, 'document') };
  }

  #report = (row: Row | undefined): Report | null => this.#rows.report(row ?? {});
  #change = (row: Row | undefined): ChangeOnDisk | null => this.#rows.read('changes', row ?? {}, changeOf);
  #chunk = (row: Row | undefined): readonly Report[] | null => this.#rows.chunk(row ?? {});
}

function changeOf(row: Row): ChangeOnDisk {
  const [number, at, flight] = [numberOf(row, 'number'), numberOf(row, 'at'), numberOf(row, 'flight')];
  return { number, at, flight, kind: textOf(row, 'kind'), document: textOf(row, 'document') };
}

/** A raw report that is sealed too waits to be cut off. */
function addRaw({ sealed, raw }: FlightReports, report: Report | null): void {
  if (report !== null && report.number > (sealed.at(-1)?.number ?? 0)) raw.push(report);
}

/** Keeps what is still there, and reads what is new. The key begins with the flight's number. */
function renew<T>(keys: readonly Row[], known: Known<T>, read: (key: Row) => T): Known<T> {
  return new Map(
    keys.map((key) => {
      const name = Object.values(key).join(' ');
      const there = known.get(name);
      return [name, there === undefined ? read(key) : there];
    }),
  );
}

const flightIn = (key: string): number => Number.parseInt(key, 10);

function reportsOf(tables: Tables, flight: number): FlightReports {
  const there = tables.reports.get(flight);
  if (there !== undefined) return there;
  const none = {
    sealed: [],
    raw: [],
    summary: null,
    instants: { position: new Set<number>(), event: new Set<number>() },
  };
  tables.reports.set(flight, none);
  return none;
}

function prepare(database: DatabaseSync) {
  const keysAndRow = (columns: string, order: string, row: string) => ({
    keys: database.prepare(`SELECT ${columns}, sum ${order}`),
    row: database.prepare(row),
  });
  return {
    flights: keysAndRow('number', 'FROM flights ORDER BY number', 'SELECT * FROM flights WHERE number = ?'),
    reports: keysAndRow('flight, number', 'FROM reports ORDER BY number', 'SELECT * FROM reports WHERE number = ?'),
    chunks: keysAndRow(
      'flight, first_number, rowid',
      'FROM chunks ORDER BY flight, first_number',
      'SELECT * FROM chunks WHERE rowid = ?',
    ),
    changes: keysAndRow('number', 'FROM changes ORDER BY number', 'SELECT * FROM changes WHERE number = ?'),
    delivered: database.prepare('SELECT * FROM delivered'),
    audit: database.prepare("SELECT * FROM audit WHERE action = 'report-set-aside' ORDER BY id"),
  };
}
