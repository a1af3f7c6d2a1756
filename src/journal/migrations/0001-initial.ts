import type { Migration } from '../../lib/migrations.ts';

export const initial: Migration = {
  number: 1,
  name: 'initial',
  up(database) {
    database.exec(`
      -- Texts that positions name by number (phase, transponder, autopilot).
      CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;

      -- Reports that are not sealed yet, in the order they came. body: a position as bytes, an event as JSON text.
      -- No second index: appending stays cheap. The newest row is never cut off, so that no number is given twice.
      CREATE TABLE reports (number INTEGER PRIMARY KEY, flight INTEGER NOT NULL, body ANY NOT NULL) STRICT;

      -- Sealed reports, packed. The instants are of dated reports only, null where there are none.
      CREATE TABLE chunks (
        flight INTEGER NOT NULL, first_number INTEGER NOT NULL, last_number INTEGER NOT NULL,
        first_position_at INTEGER, last_position_at INTEGER, first_event_at INTEGER, last_event_at INTEGER,
        body BLOB NOT NULL, PRIMARY KEY (flight, first_number)
      ) STRICT;
      CREATE TABLE sealed (flight INTEGER PRIMARY KEY, last_number INTEGER NOT NULL, summary TEXT NOT NULL) STRICT;

      CREATE TABLE flights (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, pilot_id TEXT NOT NULL, state TEXT NOT NULL,
        has_intent INTEGER NOT NULL, ended_at INTEGER,
        -- 1 while the core needs it in memory: under way, with an intent, or with undelivered reports.
        is_live INTEGER NOT NULL DEFAULT 1, document TEXT NOT NULL
      ) STRICT;
      CREATE INDEX flights_live ON flights (number) WHERE is_live = 1;
      CREATE INDEX flights_of_pilot ON flights (pilot_id, number);
      CREATE INDEX flights_ended ON flights (pilot_id, ended_at) WHERE ended_at IS NOT NULL;
      CREATE INDEX flights_in_state ON flights (state, number);
      CREATE TABLE flight_pireps (pirep_id TEXT NOT NULL, flight INTEGER NOT NULL, PRIMARY KEY (pirep_id, flight))
        STRICT, WITHOUT ROWID;
      CREATE TABLE delivered (flight INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT;

      CREATE TABLE sessions (
        token_hash TEXT PRIMARY KEY, pilot_id TEXT NOT NULL, pilot_ident TEXT NOT NULL, pilot_name TEXT NOT NULL,
        credential_version TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE login_failures (at INTEGER NOT NULL, login_hash TEXT NOT NULL, address TEXT NOT NULL) STRICT;
      CREATE INDEX login_failures_by_time ON login_failures (at);
      CREATE TABLE notes (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE audit (
        id INTEGER PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL,
        detail TEXT
      ) STRICT;
    `);
  },
};
