import type { Migration } from '../../../../lib/migrations.ts';
import { loadAirports } from '../../airport-data.ts';
import { legacyTables } from './0001-legacy-tables.ts';
import { deskTables } from './0003-desk-tables.ts';
import { totalHours } from './0004-total-hours.ts';

/** Fills `airports` with the airports of the world. */
export const airports: Migration = {
  number: 2,
  name: '0002-airports',
  async up(database) {
    const insert = database.prepare(
      'INSERT OR IGNORE INTO airports (icao, name, country, lat, lng) VALUES (?, ?, ?, ?, ?)',
    );
    for (const { icao, name, country, lat, lon } of await loadAirports()) insert.run(icao, name, country, lat, lon);
  },
};

/** All migrations of the crew center of version 5, in order; their number is the newest data version. */
export const fiveMigrations: readonly Migration[] = [legacyTables, airports, deskTables, totalHours];
