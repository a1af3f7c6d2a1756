import type { Migration } from '../../../lib/migrations.ts';

/** What modules need beside version 7's table: what they listen to, how far they have heard, why they were stopped. */
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
