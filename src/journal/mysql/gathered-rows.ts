import type { MysqlParameter, MysqlSession } from '../../lib/mysql.ts';
import { type RowStatement, writeRows } from './bulk.ts';

type Rows = (readonly MysqlParameter[])[];

/** Statement for rows of one table; those with the same key replace each other when `keyOf` is given. */
class Gathered {
  readonly #sql: RowStatement;
  readonly #keyed = new Map<string, readonly MysqlParameter[]>();
  readonly #rows: Rows = [];

  constructor(head: string, tail = '', more: Pick<RowStatement, 'row' | 'isForMany'> = {}) {
    this.#sql = { head, tail, ...more };
  }

  add(...row: Rows[number]): void {
    this.#rows.push(row);
  }

  /** The newest row of a key counts. */
  replace(key: string, ...row: Rows[number]): void {
    this.#keyed.delete(key);
    this.#keyed.set(key, row);
  }

  drop(key: string): void {
    this.#keyed.delete(key);
  }

  get isEmpty(): boolean {
    return this.#keyed.size === 0 && this.#rows.length === 0;
  }

  async flush(session: MysqlSession): Promise<void> {
    const rows = [...this.#keyed.values(), ...this.#rows];
    this.#keyed.clear();
    this.#rows.length = 0;
    await writeRows(session, this.#sql, rows);
  }
}

/** Rows of one commit, over all its partitions, written table by table with few statements. */
export class GatheredRows {
  readonly texts = new Gathered('INSERT IGNORE INTO texts (part, id, text) VALUES');
  readonly positions = new Gathered('INSERT INTO reports (part, number, flight, is_event, body) VALUES', '', {
    row: '(?, ?, ?, 0, ?)',
    isForMany: true,
  });
  readonly events = new Gathered('INSERT INTO reports (part, number, flight, is_event, body) VALUES', '', {
    row: '(?, ?, ?, 1, ?)',
  });
  readonly flights = new Gathered(
    'INSERT INTO flights (part, number, id, pilot_id, state, has_intent, ended_at, document) VALUES',
    `ON DUPLICATE KEY UPDATE id = VALUES(id), pilot_id = VALUES(pilot_id), state = VALUES(state),
       has_intent = VALUES(has_intent), ended_at = VALUES(ended_at), document = VALUES(document)`,
  );
  readonly pireps = new Gathered('INSERT IGNORE INTO flight_pireps (part, pirep_id, flight) VALUES');
  readonly changes = new Gathered('INSERT INTO changes (part, number, at, kind, flight, document) VALUES');
  readonly cursors = new Gathered(
    'INSERT INTO cursors (part, name, number) VALUES',
    'ON DUPLICATE KEY UPDATE number = VALUES(number)',
  );
  readonly delivered = new Gathered(
    'INSERT INTO delivered (part, flight, number) VALUES',
    'ON DUPLICATE KEY UPDATE number = VALUES(number)',
  );
  readonly sessions = new Gathered(
    `INSERT INTO sessions (token_hash, part, pilot_id, pilot_ident, pilot_name, credential_version, created_at, expires_at, lifetime) VALUES`,
    `ON DUPLICATE KEY UPDATE part = VALUES(part), pilot_id = VALUES(pilot_id), pilot_ident = VALUES(pilot_ident), pilot_name = VALUES(pilot_name),
       credential_version = VALUES(credential_version), created_at = VALUES(created_at), expires_at = VALUES(expires_at),
       lifetime = VALUES(lifetime)`,
  );
  readonly failures = new Gathered('INSERT INTO login_failures (part, at, login_hash, address, account) VALUES');
  readonly audit = new Gathered('INSERT INTO audit (at, actor, action, subject, detail) VALUES');
  readonly chunks = new Gathered('INSERT INTO chunks (part, flight, first_number, last_number, body) VALUES');
  readonly sealed = new Gathered(
    'INSERT INTO sealed (part, flight, last_number, summary, instants) VALUES',
    'ON DUPLICATE KEY UPDATE last_number = VALUES(last_number), summary = VALUES(summary), instants = VALUES(instants)',
  );

  async flush(session: MysqlSession): Promise<void> {
    for (const table of this.#tables()) if (!table.isEmpty) await table.flush(session);
  }

  #tables(): readonly Gathered[] {
    return [
      ...[this.texts, this.positions, this.events, this.flights, this.pireps, this.changes, this.cursors],
      ...[this.delivered, this.sessions, this.failures, this.audit, this.chunks, this.sealed],
    ];
  }
}
