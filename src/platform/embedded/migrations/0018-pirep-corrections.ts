import type { Migration } from '../../../lib/migrations.ts';

/**
 * Which figures of PIREPs the staff corrected, beside version 7's tables, so that what was measured is not lost. A table of our own; times in
 * milliseconds.
 */
export const pirepCorrections: Migration = {
  number: 18,
  name: '0018-pirep-corrections',
  summary: 'Staff correct figures of PIREPs with a reason.',
  up: (database) =>
    database.exec(`
CREATE TABLE tracker_pirep_corrections (id integer PRIMARY KEY AUTOINCREMENT, pirep_id varchar(36) NOT NULL,
  figure varchar(32) NOT NULL, before_value real, after_value real, author varchar(191) NOT NULL, reason text NOT NULL,
  at integer NOT NULL);
CREATE INDEX tracker_pirep_corrections_pirep_index ON tracker_pirep_corrections (pirep_id);
`),
};
