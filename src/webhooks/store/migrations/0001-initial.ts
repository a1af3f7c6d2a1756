import type { Migration } from '../../../lib/migrations.ts';

const tables = `
  CREATE TABLE endpoints (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL,
    -- JSON: types, signing keys, settings of the kind.
    events TEXT NOT NULL, secrets TEXT NOT NULL, options TEXT NOT NULL,
    is_on INTEGER NOT NULL, off_reason TEXT, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE events (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, at INTEGER NOT NULL,
    lane TEXT NOT NULL, flight TEXT, pilot TEXT, payload TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_of_pilot ON events (pilot) WHERE pilot IS NOT NULL;
  CREATE TABLE deliveries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    endpoint TEXT NOT NULL REFERENCES endpoints ON DELETE CASCADE,
    event INTEGER NOT NULL REFERENCES events ON DELETE CASCADE,
    lane TEXT NOT NULL,
    -- waiting, delivered, skipped or set-aside
    state TEXT NOT NULL,
    -- Whether it is the next of its lane: at most one is.
    is_next INTEGER NOT NULL,
    attempts INTEGER NOT NULL, next_at INTEGER NOT NULL, settled_at INTEGER
  ) STRICT;
  CREATE INDEX deliveries_due ON deliveries (endpoint, next_at) WHERE is_next = 1;
  CREATE INDEX deliveries_waiting ON deliveries (endpoint, lane, number) WHERE state = 'waiting';
  CREATE INDEX deliveries_of_event ON deliveries (event);
  CREATE INDEX deliveries_settled ON deliveries (settled_at) WHERE settled_at IS NOT NULL;
  CREATE TABLE attempts (
    number INTEGER PRIMARY KEY, delivery INTEGER NOT NULL REFERENCES deliveries ON DELETE CASCADE,
    at INTEGER NOT NULL, duration_ms INTEGER NOT NULL, request TEXT NOT NULL, status INTEGER, answer TEXT NOT NULL
  ) STRICT;
  CREATE INDEX attempts_of_delivery ON attempts (delivery);
  -- What a sender keeps between the events of a lane.
  CREATE TABLE memories (
    endpoint TEXT NOT NULL REFERENCES endpoints ON DELETE CASCADE, lane TEXT NOT NULL, text TEXT NOT NULL,
    at INTEGER NOT NULL, PRIMARY KEY (endpoint, lane)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE cursors (name TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE notes (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Endpoints, events, and their deliveries with the latest attempts. */
export const initial: Migration = {
  number: 1,
  name: 'initial',
  up: (database) => database.exec(tables),
};
