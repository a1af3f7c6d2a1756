import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { embeddedFileName } from '../../src/platform/embedded/embedded.ts';
import { fiveFileName } from '../../src/platform/embedded/five/five.ts';
import type { Version } from '../served/contracts.ts';
import type { Known } from './protocol.ts';

/** So many pilots more than the demo has: requests of the operator may remove or suspend them. */
const morePilots = 200;
const maxIds = 30;
/** The pilot whom no request knows, for the flight afterwards. */
export const reservedEmail = `fuzz-${morePilots - 1}@demo-air.example`;
const seedFile = 'seed.sqlite';
/** What an operator's forms change so that nobody can fly any more: it is put back now and then. */
const restored = [
  'tracker_config',
  'settings',
  'airlines',
  'airports',
  'ranks',
  'subfleets',
  'subfleet_rank',
  'aircraft',
  'flights',
  'flight_subfleet',
];

/** The tables of the embedded crew center, read and written beside the server. */
export class CrewTables {
  readonly #database: DatabaseSync;
  readonly #version: Version;

  constructor(database: DatabaseSync, version: Version) {
    this.#database = database;
    this.#version = version;
  }

  static fileOf(version: Version): string {
    return version === '7' ? embeddedFileName : fiveFileName;
  }

  /** Adds copies of the demo's first pilot, password and all. */
  addPilots(): void {
    const add = this.#database.prepare(
      this.#version === '7'
        ? `INSERT INTO users (pilot_id, name, email, password, api_key, airline_id, rank_id, home_airport_id, curr_airport_id, state, created_at, updated_at)
           SELECT ?, ?, ?, password, lower(hex(randomblob(10))), airline_id, rank_id, home_airport_id, curr_airport_id, state, created_at, updated_at
           FROM users ORDER BY id LIMIT 1`
        : `INSERT INTO pilots (pilotid, firstname, lastname, email, code, hub, password, salt, confirmed)
           SELECT ?, ?, 'Fuzz', ?, code, hub, password, salt, 1 FROM pilots ORDER BY pilotid LIMIT 1`,
    );
    for (let index = 0; index < morePilots; index++)
      add.run(1_000 + index, `Fuzz Pilot ${index}`, `fuzz-${index}@demo-air.example`);
  }

  /** Lets everybody register, so that there is a form. */
  openRegistration(): void {
    if (this.#version === '7')
      this.#database.exec(`UPDATE settings SET value = 'open' WHERE "key" = 'pilots.registration'`);
  }

  /** Keeps the tables of now for `restore`. */
  keep(directory: string): void {
    this.#database.exec(`VACUUM INTO '${join(directory, seedFile)}'`);
  }

  /** Puts the airline back as it was kept; pilots, bids and PIREPs stay. */
  restore(directory: string): void {
    if (this.#version === '5') return;
    this.#database.exec(`ATTACH '${join(directory, seedFile)}' AS seed`);
    try {
      const copies = restored.map((table) => `INSERT OR REPLACE INTO main.${table} SELECT * FROM seed.${table};`);
      this.#database.exec(`BEGIN IMMEDIATE; DELETE FROM tracker_config; ${copies.join('')} COMMIT`);
    } finally {
      this.#database.exec('DETACH seed');
    }
  }

  emails(): readonly string[] {
    const sql =
      this.#version === '7' ? 'SELECT email FROM users ORDER BY id' : 'SELECT email FROM pilots ORDER BY pilotid';
    return this.#texts(sql).filter((email) => email !== reservedEmail);
  }

  /** Returns a new bid of the reserved pilot, from Zurich to Frankfurt. */
  bookReserved(): string {
    const sql =
      this.#version === '7'
        ? `INSERT INTO bids (user_id, flight_id, created_at) SELECT u.id, f.id, f.created_at FROM users u, flights f WHERE u.email = ? AND f.id = 'demo-dmo310'`
        : `INSERT INTO bids (pilotid, routeid, dateadded) SELECT p.pilotid, s.id, '2026-01-01' FROM pilots p, schedules s WHERE p.email = ? AND s.flightnum = '310'`;
    return String(this.#database.prepare(sql).run(reservedEmail).lastInsertRowid);
  }

  /** Null in a crew center without API keys. */
  keyOf(email: string): string | null {
    if (this.#version === '5') return null;
    return this.#texts('SELECT api_key FROM users WHERE email = ?', email)[0] ?? null;
  }

  /** Gives the pilot a bid if there is none. */
  giveBid(email: string): void {
    this.#database
      .prepare(
        this.#version === '7'
          ? `INSERT INTO bids (user_id, flight_id, created_at) SELECT u.id, f.id, f.created_at FROM users u, flights f
             WHERE u.email = ? AND f.dpt_airport_id = u.curr_airport_id AND NOT EXISTS (SELECT 1 FROM bids b WHERE b.user_id = u.id) LIMIT 1`
          : `INSERT INTO bids (pilotid, routeid, dateadded) SELECT p.pilotid, s.id, '2026-01-01' FROM pilots p, schedules s
             WHERE p.email = ? AND NOT EXISTS (SELECT 1 FROM bids b WHERE b.pilotid = p.pilotid) LIMIT 1`,
      )
      .run(email);
  }

  ids(): Pick<Known['ids'], 'bid' | 'schedule' | 'aircraft' | 'airport' | 'pilot'> {
    const airport = ['LSZH', 'MMUN', 'EDDF', 'LEPA', 'KJFK'];
    const names =
      this.#version === '7'
        ? { bid: 'SELECT id FROM bids', schedule: 'SELECT id FROM flights', pilot: 'SELECT id FROM users' }
        : { bid: 'SELECT bidid FROM bids', schedule: 'SELECT id FROM schedules', pilot: 'SELECT pilotid FROM pilots' };
    const [bid = [], schedule = [], pilot = []] = Object.values(names).map((sql) =>
      this.#texts(`${sql} LIMIT ${maxIds}`),
    );
    const idents = ['DMO0001', 'DMO0002', ...this.emails().slice(0, 2)];
    return {
      bid,
      schedule,
      aircraft: [...this.#texts('SELECT id FROM aircraft'), 'HB-JMJ', 'A320'],
      airport,
      pilot: [...pilot, ...idents],
    };
  }

  #texts(sql: string, ...parameters: string[]): readonly string[] {
    return this.#database
      .prepare(sql)
      .all(...parameters)
      .map((row) => String(Object.values(row)[0] ?? ''));
  }
}
