import type { DatabaseSync } from 'node:sqlite';
import { isUnreachable } from '../../../lib/sqlite.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { FiveHost, FiveTable } from '../../five/host.ts';
import { defaultHostSettings } from '../../five/host-settings.ts';
import { fromSqlTime } from '../../seven/sql-time.ts';

const hosts = new WeakMap<DatabaseSync, FiveHost>();

/** The embedded crew center, as statements for the tables of version 5 read it. */
export function hostOf(database: DatabaseSync): FiveHost {
  const host = hosts.get(database) ?? createHost(database);
  hosts.set(database, host);
  return host;
}

/** Wraps a call of the port, and turns errors of the file into refusals. */
export function asking<A extends unknown[], R>(ask: (...args: A) => R): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return ask(...args);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      throw new Refusal('crew-center-unavailable', {
        message: 'The crew center is unavailable. Try again in a moment.',
        retryAfterS: 5,
      });
    }
  };
}

function createHost(database: DatabaseSync): FiveHost {
  addFunctions(database);
  const required = (name: string): FiveTable => {
    const rows = database.prepare('SELECT name FROM pragma_table_xinfo(?)').all(name);
    return { quoted: name, columns: new Set(rows.map((row) => String(row.name))) };
  };
  return {
    mysql: { rows: asking((sql, values = []) => database.prepare(sql).all(...values)) },
    tables: {
      pilots: required('pilots'),
      bids: required('bids'),
      schedules: required('schedules'),
      pireps: required('pireps'),
      aircraft: required('aircraft'),
      airports: required('airports'),
      airlines: required('airlines'),
      pirepcomments: required('pirepcomments'),
      pirepfields: null,
      pirepvalues: null,
      ranks: required('ranks'),
      news: required('news'),
    },
    settings: defaultHostSettings,
    mayHold: async () => true,
  };
}

/** Those of MySQL that the statements use and SQLite lacks. Texts are compared without case, as its collations do. */
function addFunctions(database: DatabaseSync): void {
  const own = { deterministic: true };
  const seconds = (at: unknown) => (fromSqlTime(typeof at === 'string' ? at : null) ?? 0) / 1000;
  database.function('UNIX_TIMESTAMP', own, seconds);
  database.function('LOCATE', own, (part, text) => String(text).toUpperCase().indexOf(String(part).toUpperCase()) + 1);
  database.function('CHAR_LENGTH', own, (text) => String(text).length);
}
