import type { Mysql } from '../../lib/mysql.ts';
import { numberOf, textOf } from '../../lib/row.ts';
import type { StoredChange } from '../../tracking/flight/changes.ts';
import type { Flight, FlightPageRequest } from '../../tracking/model.ts';
import type { AuditEntry, FlightFilter, FlightPage, KnownPilot } from '../journal.ts';
import { auditEntryOf, flightOf } from '../rows.ts';
import { repeated } from './bulk.ts';

const maxFlights = 1000;
/** Maximum number of flights that are read for one page. */
const maxScanned = 4000;

const member = (path: string) => `JSON_VALUE(document, '${path}')`;

/** Reads flights and changes of one partition, and the audit log. */
export class Papers {
  readonly #database: Pick<Mysql, 'rows'>;
  readonly #part: number;

  constructor(database: Pick<Mysql, 'rows'>, part: number) {
    this.#database = database;
    this.#part = part;
  }

  async flight(name: { readonly flightId: string } | { readonly pirepId: string }): Promise<Flight | null> {
    const sql =
      'flightId' in name
        ? 'SELECT document FROM flights WHERE part = ? AND id = ?'
        : `SELECT f.document FROM flight_pireps p JOIN flights f ON f.part = p.part AND f.number = p.flight
           WHERE p.part = ? AND p.pirep_id = ? ORDER BY f.number DESC LIMIT 1`;
    return this.#one(sql, 'flightId' in name ? name.flightId : name.pirepId);
  }

  lastEnded(pilotId: string): Promise<Flight | null> {
    return this.#one(
      `SELECT document FROM flights WHERE part = ? AND pilot_id = ? AND ended_at IS NOT NULL
       ORDER BY ended_at DESC, number DESC LIMIT 1`,
      pilotId,
    );
  }

  async flights({ pilotId, states, limit }: FlightFilter): Promise<readonly Flight[]> {
    const conditions = ['part = ?'];
    if (pilotId !== undefined) conditions.push('pilot_id = ?');
    if (states !== undefined) conditions.push(oneOf('state', states.length));
    const values = [this.#part, ...(pilotId === undefined ? [] : [pilotId]), ...(states ?? []), limit ?? maxFlights];
    const sql = `SELECT document FROM flights WHERE ${conditions.join(' AND ')} ORDER BY number DESC LIMIT ?`;
    return (await this.#database.rows(sql, values)).map(flightOf);
  }

  async flightPage({ before = Number.MAX_SAFE_INTEGER, limit, ...wanted }: FlightPageRequest): Promise<FlightPage> {
    const { conditions, values } = conditionsOf(wanted);
    const rows = await this.#database.rows(
      `SELECT number, document FROM
         (SELECT * FROM flights WHERE part = ? AND number < ? ORDER BY number DESC LIMIT ?) AS newest
       WHERE ${['TRUE', ...conditions].join(' AND ')} ORDER BY number DESC LIMIT ?`,
      [this.#part, before, maxScanned, ...values, limit],
    );
    const last = rows.at(-1);
    const isFull = last !== undefined && rows.length === limit;
    return { flights: rows.map(flightOf), next: isFull ? numberOf(last, 'number') : await this.#nextAfter(before) };
  }

  /** Returns the lowest number of a full scan; null when a scan reached the oldest flight. */
  async #nextAfter(before: number): Promise<number | null> {
    const [row] = await this.#database.rows(
      `SELECT count(*) AS total, min(number) AS lowest FROM
         (SELECT number FROM flights WHERE part = ? AND number < ? ORDER BY number DESC LIMIT ?) AS newest`,
      [this.#part, before, maxScanned],
    );
    return row === undefined || numberOf(row, 'total') < maxScanned ? null : numberOf(row, 'lowest');
  }

  async changes(after: number, limit: number): Promise<readonly StoredChange[]> {
    const sql = 'SELECT * FROM changes WHERE part = ? AND number > ? ORDER BY number LIMIT ?';
    return (await this.#database.rows(sql, [this.#part, after, limit])).map((row) => ({
      number: numberOf(row, 'number'),
      at: numberOf(row, 'at'),
      kind: textOf(row, 'kind'),
      flight: flightOf(row),
    }));
  }

  async pilot(ident: string): Promise<KnownPilot | null> {
    const [row] = await this.#database.rows(
      `SELECT id, ident, name FROM (
         SELECT pilot_id AS id, ${member('$.pilot.ident')} AS ident, ${member('$.pilot.name')} AS name, 0 AS rank_of,
           number AS age FROM flights WHERE part = ? AND upper(${member('$.pilot.ident')}) = upper(?)
         UNION ALL
         SELECT pilot_id, pilot_ident, pilot_name, 1, created_at FROM sessions WHERE part = ? AND upper(pilot_ident) = upper(?)
       ) AS known ORDER BY rank_of, age DESC LIMIT 1`,
      [this.#part, ident, this.#part, ident],
    );
    return row === undefined ? null : { id: textOf(row, 'id'), ident: textOf(row, 'ident'), name: textOf(row, 'name') };
  }

  /** Of all partitions. */
  async audit(limit: number): Promise<readonly AuditEntry[]> {
    return (await this.#database.rows('SELECT * FROM audit ORDER BY id DESC LIMIT ?', [limit])).map(auditEntryOf);
  }

  async #one(sql: string, value: string): Promise<Flight | null> {
    const [row] = await this.#database.rows(sql, [this.#part, value]);
    return row === undefined ? null : flightOf(row);
  }
}

/** No value is none of nothing. */
function oneOf(column: string, count: number): string {
  return count === 0 ? 'FALSE' : `${column} IN (${repeated('?', count)})`;
}

function conditionsOf(wanted: Omit<FlightPageRequest, 'before' | 'limit'>) {
  const { states, departure, arrival, pilotIdent, endedSince } = wanted;
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const add = (condition: string, ...more: readonly (string | number)[]) => {
    conditions.push(condition);
    values.push(...more);
  };
  if (states !== undefined) add(oneOf('state', states.length), ...states);
  if (endedSince !== undefined) add('(ended_at IS NULL OR ended_at >= ?)', endedSince);
  if (departure !== undefined) add(`${member('$.plan.departure.icao')} = ?`, departure);
  if (arrival !== undefined) add(`${member('$.plan.arrival.icao')} = ?`, arrival);
  if (pilotIdent !== undefined) add(`upper(${member('$.pilot.ident')}) = upper(?)`, pilotIdent);
  return { conditions, values };
}
