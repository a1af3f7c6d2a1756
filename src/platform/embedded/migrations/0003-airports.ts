import type { Migration } from '../../../lib/migrations.ts';
import { loadAirports } from '../airport-data.ts';

/** Fills `airports` with the airports of the world, so that schedules can use them. */
export const airports: Migration = {
  number: 3,
  name: '0003-airports',
  async up(database) {
    const insert = database.prepare(
      `INSERT OR IGNORE INTO airports (id, iata, icao, name, country, timezone, lat, lon) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const airport of await loadAirports()) {
      const { icao, iata, name, country, timezone, lat, lon } = airport;
      insert.run(icao, iata, icao, name, country, timezone, lat, lon);
    }
  },
};
