import { numberOf, type Row, textOf } from '../lib/row.ts';
import type { StoredChange } from '../tracking/flight/changes.ts';
import type { AuditFilter, AuditPageRequest, Flight, FlightPageRequest } from '../tracking/model.ts';
import { auditPage, countAudit } from './audit-pages.ts';
import { DamagedRowError } from './checked-rows.ts';
import { damagedRow } from './damaged-row.ts';
import type { AuditPage, FlightFilter, FlightPage, Journal, KnownPilot } from './journal.ts';
import { auditEntryOf, changeOf, flightOf, toFlightRow } from './rows.ts';

const maxFlights = 1000;
/** Maximum number of flights that are read for one page: about 20 ms. */
const maxScanned = 4000;

type Value = string | number;

/** The rows of a journal, as its engine reads them. */
export interface PaperRows {
  rows(sql: string, values: readonly Value[]): Promise<readonly Row[]>;
  /** The partition whose rows are meant, in tables of several; null where there are no others. */
  readonly part: number | null;
  /** Returns the expression for a member of a flight's document. */
  member(path: string): string;
  /**
   * Decodes a row with all its columns; null is one that is damaged, which was noted.
   * @param asked - what was asked for: a damaged index leads to other rows
   */
  decode<T>(table: 'flights' | 'changes' | 'audit', row: Row, decode: (row: Row) => T, asked?: Row): T | null;
}

type DocumentCalls = Pick<
  Journal,
  | 'readFlight'
  | 'readLastEnded'
  | 'listFlights'
  | 'pageFlights'
  | 'findPilot'
  | 'listAudit'
  | 'pageAudit'
  | 'countAudit'
>;

/** @param ask - turns what the engine throws into refusals */
export function documentCalls(
  documents: DocumentReader,
  ask: <T>(read: () => Promise<T>) => Promise<T>,
): DocumentCalls {
  return {
    readFlight: (name) => ask(() => documents.flight(name)),
    readLastEnded: (pilotId) => ask(() => documents.lastEnded(pilotId)),
    listFlights: (filter) => ask(() => documents.flights(filter)),
    pageFlights: (request) => ask(() => documents.flightPage(request)),
    findPilot: (ident) => ask(() => documents.pilot(ident)),
    listAudit: (limit) => ask(async () => (await documents.auditPage({ limit })).entries),
    pageAudit: (request) => ask(() => documents.auditPage(request)),
    countAudit: (wanted) => ask(() => documents.countAudit(wanted)),
  };
}

/** Reads flights, their changes, pilots and the audit log. What is damaged is left out of lists. */
export class DocumentReader {
  readonly #rows: PaperRows;
  /** Of every condition: that the rows are of the partition. */
  readonly #scope: string;
  readonly #own: readonly Value[];

  constructor(rows: PaperRows) {
    this.#rows = rows;
    this.#scope = rows.part === null ? '' : 'part = ? AND';
    this.#own = rows.part === null ? [] : [rows.part];
  }

  flight(name: { readonly flightId: string } | { readonly pirepId: string }): Promise<Flight | null> {
    return 'flightId' in name
      ? this.#one('id = ?', [name.flightId], { id: name.flightId })
      : this.#ofPirep(name.pirepId);
  }

  async #ofPirep(pirepId: string): Promise<Flight | null> {
    const number = `number IN (SELECT flight FROM flight_pireps WHERE ${this.#scope} pirep_id = ?)`;
    const flight = await this.#one(`${number} ORDER BY number DESC LIMIT 1`, [...this.#own, pirepId]);
    if (flight === null || toFlightRow(flight).pirepIds.includes(pirepId)) return flight;
    throw new DamagedRowError({ table: 'flight_pireps', key: `${pirepId}/${flight.number}`, flight: flight.number });
  }

  lastEnded(pilotId: string): Promise<Flight | null> {
    const condition = 'pilot_id = ? AND ended_at IS NOT NULL ORDER BY ended_at DESC, number DESC LIMIT 1';
    return this.#one(condition, [pilotId], { pilot_id: pilotId });
  }

  async flights({ pilotId, states, endedSince, limit }: FlightFilter): Promise<readonly Flight[]> {
    const { conditions, values } = this.#conditionsOf({ states });
    if (pilotId !== undefined) conditions.push('pilot_id = ?');
    if (endedSince !== undefined) conditions.push('ended_at >= ?');
    const wanted = [...values, ...[pilotId ?? [], endedSince ?? []].flat()];
    const rows = await this.#ask(
      `SELECT * FROM flights WHERE ${this.#scope} ${['TRUE', ...conditions].join(' AND ')} ORDER BY number DESC LIMIT ?`,
      [...wanted, limit ?? maxFlights],
    );
    return this.#decode('flights', rows, flightOf, pilotId === undefined ? {} : { pilot_id: pilotId });
  }

  async flightPage({ before = Number.MAX_SAFE_INTEGER, limit, ...wanted }: FlightPageRequest): Promise<FlightPage> {
    const { conditions, values } = this.#conditionsOf(wanted);
    const rows = await this.#ask(
      `SELECT * FROM
         (SELECT * FROM flights WHERE ${this.#scope} number < ? ORDER BY number DESC LIMIT ?) AS newest
       WHERE ${['TRUE', ...conditions].join(' AND ')} ORDER BY number DESC LIMIT ?`,
      [before, maxScanned, ...values, limit],
    );
    const last = rows.at(-1);
    const isFull = last !== undefined && rows.length === limit;
    const flights = this.#decode('flights', rows, flightOf);
    return { flights, next: isFull ? numberOf(last, 'number') : await this.#nextAfter(before) };
  }

  /** Changes with a number above `after`, in order, at most `limit`. */
  async changes(after: number, limit: number): Promise<readonly StoredChange[]> {
    const changes: StoredChange[] = [];
    for (let last = after; changes.length < limit; ) {
      const left = limit - changes.length;
      const sql = `SELECT * FROM changes WHERE ${this.#scope} number > ? ORDER BY number LIMIT ?`;
      const rows = await this.#ask(sql, [last, left]);
      changes.push(...this.#decode('changes', rows, changeOf));
      const newest = rows.at(-1);
      if (newest === undefined || rows.length < left) break;
      last = numberOf(newest, 'number');
    }
    return changes;
  }

  async pilot(ident: string): Promise<KnownPilot | null> {
    const [name, member] = [this.#rows.member('$.pilot.name'), this.#rows.member('$.pilot.ident')];
    const [row] = await this.#ask(
      `SELECT id, ident, name FROM (
         SELECT pilot_id AS id, ${member} AS ident, ${name} AS name, 0 AS rank_of, number AS age
           FROM flights WHERE ${this.#scope} upper(${member}) = upper(?)
         UNION ALL
         SELECT pilot_id, pilot_ident, pilot_name, 1, created_at
           FROM sessions WHERE ${this.#scope} upper(pilot_ident) = upper(?)
       ) AS known ORDER BY rank_of, age DESC LIMIT 1`,
      [ident, ...this.#own, ident],
    );
    return row === undefined ? null : { id: textOf(row, 'id'), ident: textOf(row, 'ident'), name: textOf(row, 'name') };
  }

  /** Of all partitions. */
  auditPage(request: AuditPageRequest): Promise<AuditPage> {
    const { rows, decode } = this.#rows;
    return auditPage(rows, request, (row) => decode('audit', row, auditEntryOf));
  }

  countAudit(wanted: AuditFilter): Promise<number> {
    return countAudit(this.#rows.rows, wanted);
  }

  /** Returns the lowest number of a full scan; null when a scan reached the oldest flight. */
  async #nextAfter(before: number): Promise<number | null> {
    const [row] = await this.#ask(
      `SELECT count(*) AS total, min(number) AS lowest FROM
         (SELECT number FROM flights WHERE ${this.#scope} number < ? ORDER BY number DESC LIMIT ?) AS newest`,
      [before, maxScanned],
    );
    return row === undefined || numberOf(row, 'total') < maxScanned ? null : numberOf(row, 'lowest');
  }

  /** @throws DamagedRowError, for a flight that cannot be read is not one that is missing */
  async #one(condition: string, values: readonly Value[], asked?: Row): Promise<Flight | null> {
    const [row] = await this.#ask(`SELECT * FROM flights WHERE ${this.#scope} ${condition}`, values);
    if (row === undefined) return null;
    const flight = this.#rows.decode('flights', row, flightOf, asked);
    if (flight === null) throw new DamagedRowError(damagedRow('flights', row));
    return flight;
  }

  /** @param sql - its first condition is that of the partition */
  #ask(sql: string, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#rows.rows(sql, [...this.#own, ...values]);
  }

  #decode<T>(table: 'flights' | 'changes' | 'audit', rows: readonly Row[], decode: (row: Row) => T, asked?: Row): T[] {
    return rows.map((row) => this.#rows.decode(table, row, decode, asked)).filter((each) => each !== null);
  }

  #conditionsOf({ states, departure, arrival, pilotIdent, endedSince }: Partial<FlightPageRequest>) {
    const { member } = this.#rows;
    const conditions: string[] = [];
    const values: Value[] = [];
    const add = (condition: string, ...more: readonly Value[]) => {
      conditions.push(condition);
      values.push(...more);
    };
    if (states !== undefined) add(oneOf('state', states.length), ...states);
    if (endedSince !== undefined) add('(ended_at IS NULL OR ended_at >= ?)', endedSince);
    if (departure !== undefined) add(`${member('$.plan.departure.icao')} = ?`, departure);
    const filed = `coalesce(${member('$.receipt.pirep.diversion.icao')}, ${member('$.receipt.pirep.unlisted.icao')})`;
    const elsewhere = `CASE state WHEN 'filed' THEN ${filed} ELSE ${member('$.air.landing.elsewhere.icao')} END`;
    const landedAt = `coalesce(${elsewhere}, ${member('$.plan.arrival.icao')})`;
    if (arrival !== undefined) add(`${landedAt} = ?`, arrival);
    if (pilotIdent !== undefined) add(`upper(${member('$.pilot.ident')}) = upper(?)`, pilotIdent);
    return { conditions, values };
  }
}

/** No value is none of nothing. */
function oneOf(column: string, count: number): string {
  return count === 0 ? 'FALSE' : `${column} IN (${Array.from({ length: count }, () => '?').join(', ')})`;
}
