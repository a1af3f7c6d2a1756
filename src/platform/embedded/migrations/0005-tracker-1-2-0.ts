import type { Migration } from '../../../lib/migrations.ts';

/** From 1.2.0 on the PIREP's source name and the module version are constants of the program, not settings. */
export const tracker120: Migration = {
  number: 5,
  name: '0005-tracker-1-2-0',
  summary:
    'Version 1.2.0: the PIREP source name and the module version become constants of the program; their two settings are dropped.',
  up: (database) => database.exec(`DELETE FROM tracker_config WHERE name IN ('pirep_source_name', 'module_version')`),
};
