import type { Migration } from '../../../lib/migrations.ts';

/** A rule of our own, spelled like version 7's: whether pilots may book flights of their own making. */
export const charters: Migration = {
  number: 12,
  name: '0012-charters',
  summary: 'Pilots may book charters with clients that offer it; the rule flights.allow_charters takes that away.',
  up: (database) =>
    database.exec(`
INSERT OR IGNORE INTO settings (id, "key", name, value, "default", "group", type) VALUES
  ('flights_allow_charters', 'flights.allow_charters', 'Pilots may book charters', 'true', 'true', 'flights', 'boolean');
`),
};
