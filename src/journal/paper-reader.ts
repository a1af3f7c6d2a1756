import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { numberOf, type Row, textOf } from '../lib/row.ts';
import type { Flight, FlightPageRequest } from '../tracking/model.ts';
import { type CheckedRows, DamagedRowError, requireWhole } from './checked-rows.ts';
import { damagedRow } from './damaged-row.ts';
import type { AuditEntry, FlightFilter, FlightPage, KnownPilot } from './journal.ts';
import { auditEntryOf, flightOf } from './rows.ts';

const maxFlights = 1000;
/** Maximum number of flights that are read for one page: about 20 ms. */
const maxScanned = 4000;

/** Reads flights, notes and the audit log on a read-only connection. */
export class PaperReader {
  readonly #database: DatabaseSync;
  readonly #byId: StatementSync;
  readonly #byPirep: StatementSync;
  readonly #lastEnded: StatementSync;
  readonly #scan: StatementSync;
  readonly #note: StatementSync;
  readonly #pilot: StatementSync;
  readonly #audit: StatementSync;
  readonly #rows: CheckedRows;

  /** @param rows - checks what is read; a flight that is damaged is left out of a list */
  constructor(database: DatabaseSync, rows: CheckedRows) {
    this.#database = database;
    this.#rows = rows;
    this.#byId = database.prepare('SELECT * FROM flights WHERE id = ?');
    this.#byPirep = database.prepare(
      `SELECT flights.* FROM flights JOIN flight_pireps ON flight = number WHERE pirep_id = ? ORDER BY number DESC LIMIT 1`,
    );
    this.#lastEnded = database.prepare(
      'SELECT * FROM flights WHERE pilot_id = ? AND ended_at IS NOT NULL ORDER BY ended_at DESC, number DESC LIMIT 1',
    );
    this.#scan = database.prepare(
      'SELECT count(*) AS total, min(number) AS lowest FROM (SELECT number FROM flights WHERE number < ? ORDER BY number DESC LIMIT ?)',
    );
    this.#note = database.prepare('SELECT * FROM notes WHERE name = ?');
    this.#pilot = database.prepare(`
      SELECT id, ident, name FROM (
        SELECT pilot_id AS id, ${member('$.pilot.ident')} AS ident, ${member('$.pilot.name')} AS name, 0 AS rank,
          number AS age FROM flights WHERE upper(${member('$.pilot.ident')}) = upper(?)
        UNION ALL
        SELECT pilot_id, pilot_ident, pilot_name, 1, created_at FROM sessions WHERE upper(pilot_ident) = upper(?))
      ORDER BY rank, age DESC LIMIT 1`);
    this.#audit = database.prepare('SELECT * FROM audit ORDER BY id DESC LIMIT ?');
  }

  flight(name: { readonly flightId: string } | { readonly pirepId: string }): Flight | null {
    const row = 'flightId' in name ? this.#byId.get(name.flightId) : this.#byPirep.get(name.pirepId);
    return row === undefined ? null : this.#require(row);
  }

  lastEnded(pilotId: string): Flight | null {
    const row = this.#lastEnded.get(pilotId);
    return row === undefined ? null : this.#require(row);
  }

  flights({ pilotId, states, limit }: FlightFilter): readonly Flight[] {
    const conditions = ['TRUE'];
    if (pilotId !== undefined) conditions.push('pilot_id = ?');
    if (states !== undefined) conditions.push(`state IN (${states.map(() => '?').join(', ')})`);
    const sql = `SELECT * FROM flights WHERE ${conditions.join(' AND ')} ORDER BY number DESC LIMIT ?`;
    const values = [...(pilotId === undefined ? [] : [pilotId]), ...(states ?? []), limit ?? maxFlights];
    return this.#flights(this.#database.prepare(sql).all(...values));
  }

  flightPage({ before, limit, ...wanted }: FlightPageRequest): FlightPage {
    const conditions: string[] = [];
    const values: (string | number)[] = [before ?? Number.MAX_SAFE_INTEGER, maxScanned];
    const add = (condition: string, ...more: readonly (string | number)[]) => {
      conditions.push(condition);
      values.push(...more);
    };
    const { states, departure, arrival, pilotIdent, endedSince } = wanted;
    if (states !== undefined) add(`state IN (${states.map(() => '?').join(', ')})`, ...states);
    if (endedSince !== undefined) add('(ended_at IS NULL OR ended_at >= ?)', endedSince);
    if (departure !== undefined) add(`${member('$.plan.departure.icao')} = ?`, departure);
    if (arrival !== undefined) add(`${member('$.plan.arrival.icao')} = ?`, arrival);
    if (pilotIdent !== undefined) add(`upper(${member('$.pilot.ident')}) = upper(?)`, pilotIdent);
    const rows = this.#database
      .prepare(
        `SELECT * FROM (SELECT * FROM flights WHERE number < ? ORDER BY number DESC LIMIT ?)
        WHERE ${['TRUE', ...conditions].join(' AND ')} ORDER BY number DESC LIMIT ?`,
      )
      .all(...values, limit);
    const last = rows.at(-1);
    const flights = this.#flights(rows);
    if (last !== undefined && rows.length === limit) return { flights, next: numberOf(last, 'number') };
    return { flights, next: this.#nextAfter(before) };
  }

  /** Returns the lowest number of a full scan; null when a scan reached the oldest flight. */
  #nextAfter(before: number | undefined): number | null {
    const row = this.#scan.get(before ?? Number.MAX_SAFE_INTEGER, maxScanned);
    return row === undefined || numberOf(row, 'total') < maxScanned ? null : numberOf(row, 'lowest');
  }

  /** @throws DamagedRowError, for a note that cannot be read is not one that is missing */
  note(name: string): string | null {
    const row = this.#note.get(name);
    if (row === undefined) return null;
    requireWhole('notes', row);
    return textOf(row, 'text');
  }

  pilot(ident: string): KnownPilot | null {
    const row = this.#pilot.get(ident, ident);
    return row === undefined ? null : { id: textOf(row, 'id'), ident: textOf(row, 'ident'), name: textOf(row, 'name') };
  }

  audit(limit: number): readonly AuditEntry[] {
    const rows = this.#audit.all(limit);
    return rows.map((row) => this.#rows.read('audit', row, auditEntryOf)).filter((entry) => entry !== null);
  }

  #flights(rows: readonly Row[]): readonly Flight[] {
    return rows.map((row) => this.#flight(row)).filter((flight) => flight !== null);
  }

  #flight(row: Row): Flight | null {
    return this.#rows.read('flights', row, flightOf);
  }

  /** @throws DamagedRowError */
  #require(row: Row): Flight {
    const flight = this.#flight(row);
    if (flight === null) throw new DamagedRowError(damagedRow('flights', row));
    return flight;
  }
}

/** A damaged document may be no JSON, of which SQLite would say so instead of reading the others. */
function member(path: string): string {
  return `iif(json_valid(document), document ->> '${path}', NULL)`;
}
