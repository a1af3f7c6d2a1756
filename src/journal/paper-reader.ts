import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { textOf } from '../lib/row.ts';
import type { Flight } from '../tracking/model.ts';
import type { AuditEntry, FlightFilter, KnownPilot } from './journal.ts';
import { auditEntryOf, flightOf } from './rows.ts';

const maxFlights = 1000;

/** Reads flights, notes and the audit log on a read-only connection. */
export class PaperReader {
  readonly #database: DatabaseSync;
  readonly #byId: StatementSync;
  readonly #byPirep: StatementSync;
  readonly #lastEnded: StatementSync;
  readonly #note: StatementSync;
  readonly #pilot: StatementSync;
  readonly #audit: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#byId = database.prepare('SELECT document FROM flights WHERE id = ?');
    this.#byPirep = database.prepare(
      `SELECT document FROM flights JOIN flight_pireps ON flight = number WHERE pirep_id = ? ORDER BY number DESC LIMIT 1`,
    );
    this.#lastEnded = database.prepare(
      'SELECT document FROM flights WHERE pilot_id = ? AND ended_at IS NOT NULL ORDER BY ended_at DESC, number DESC LIMIT 1',
    );
    this.#note = database.prepare('SELECT text FROM notes WHERE name = ?');
    this.#pilot = database.prepare(`
      SELECT id, ident, name FROM (
        SELECT pilot_id AS id, document ->> '$.pilot.ident' AS ident, document ->> '$.pilot.name' AS name, 0 AS rank,
          number AS age FROM flights WHERE upper(document ->> '$.pilot.ident') = upper(?)
        UNION ALL
        SELECT pilot_id, pilot_ident, pilot_name, 1, created_at FROM sessions WHERE upper(pilot_ident) = upper(?))
      ORDER BY rank, age DESC LIMIT 1`);
    this.#audit = database.prepare('SELECT * FROM audit ORDER BY id DESC LIMIT ?');
  }

  flight(name: { readonly flightId: string } | { readonly pirepId: string }): Flight | null {
    const row = 'flightId' in name ? this.#byId.get(name.flightId) : this.#byPirep.get(name.pirepId);
    return row === undefined ? null : flightOf(row);
  }

  lastEnded(pilotId: string): Flight | null {
    const row = this.#lastEnded.get(pilotId);
    return row === undefined ? null : flightOf(row);
  }

  flights({ pilotId, states, limit }: FlightFilter): readonly Flight[] {
    const conditions = ['TRUE'];
    if (pilotId !== undefined) conditions.push('pilot_id = ?');
    if (states !== undefined) conditions.push(`state IN (${states.map(() => '?').join(', ')})`);
    const sql = `SELECT document FROM flights WHERE ${conditions.join(' AND ')} ORDER BY number DESC LIMIT ?`;
    const values = [...(pilotId === undefined ? [] : [pilotId]), ...(states ?? []), limit ?? maxFlights];
    return this.#database
      .prepare(sql)
      .all(...values)
      .map(flightOf);
  }

  note(name: string): string | null {
    const text = this.#note.get(name)?.text;
    return typeof text === 'string' ? text : null;
  }

  pilot(ident: string): KnownPilot | null {
    const row = this.#pilot.get(ident, ident);
    return row === undefined ? null : { id: textOf(row, 'id'), ident: textOf(row, 'ident'), name: textOf(row, 'name') };
  }

  audit(limit: number): readonly AuditEntry[] {
    return this.#audit.all(limit).map(auditEntryOf);
  }
}
