import type { Migration } from '../../../lib/migrations.ts';

/** Data of modules besides version 7's table: their events, cursors and reasons for being stopped. */
export const modules: Migration = {
  number: 7,
  name: '0007-modules',
  up: (database) =>
    database.exec(`
CREATE UNIQUE INDEX modules_name_unique ON modules (name);
ALTER TABLE modules ADD COLUMN events text NOT NULL DEFAULT '[]';
ALTER TABLE modules ADD COLUMN last_event_id integer NOT NULL DEFAULT 0;
ALTER TABLE modules ADD COLUMN stopped_reason text;
ALTER TABLE modules ADD COLUMN stopped_at timestamp;
CREATE TABLE tracker_events (id integer PRIMARY KEY AUTOINCREMENT, name varchar(32) NOT NULL, at integer NOT NULL,
  pirep text NOT NULL);
`),
};
