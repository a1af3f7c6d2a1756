import type { Migration } from '../../../lib/migrations.ts';

/** Our settings, one row each, and two settings of version 1.1. */
export const trackerConfig: Migration = {
  number: 4,
  name: '0004-tracker-config',
  up: (database) =>
    database.exec(`
CREATE TABLE tracker_config (name varchar(64) NOT NULL, value text, updated_at timestamp, PRIMARY KEY (name));
INSERT INTO tracker_config (name, value) VALUES ('pirep_source_name', 'Tracker'), ('module_version', '1.1.0');
`),
};
