import type { Migration } from '../../../../lib/migrations.ts';
import { legacyTables } from './0001-legacy-tables.ts';
import { airports } from './0002-airports.ts';
import { deskTables } from './0003-desk-tables.ts';

/** All migrations of the crew center of version 5, in order; their number is the newest data version. */
export const fiveMigrations: readonly Migration[] = [legacyTables, airports, deskTables];
