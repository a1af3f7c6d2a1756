import type { Migration } from '../../../lib/migrations.ts';

// key, type, default, name. Keys and defaults as version 7.0.10 seeds them (app/Database/seeds/settings.yml).
const rows: readonly (readonly [string, string, string, string])[] = [
  ['acars.live_time', 'number', '12', 'Hours that a flight without news stays on the map (0: for ever)'],
  ['pireps.duplicate_check_time', 'number', '10', 'Minutes within which the same flight is the same PIREP'],
  ['pireps.restrict_aircraft_to_rank', 'boolean', 'true', 'Only aircraft that the rank allows'],
  ['pireps.only_aircraft_at_dpt_airport', 'boolean', 'false', 'Only aircraft at the departure airport'],
  ['pireps.handle_diversion', 'boolean', 'true', 'Move pilot and aircraft to where a flight diverted'],
  ['pilots.only_flights_from_current', 'boolean', 'false', 'Only flights from where the pilot is'],
  ['pilots.count_transfer_hours', 'boolean', 'false', 'Transferred hours count for the rank'],
  ['pilots.id_length', 'number', '4', 'Digits of a pilot id'],
  ['pilots.id_code', 'text', '', 'Letters of a pilot id (empty: the ICAO code of the airline)'],
  ['bids.disable_flight_on_bid', 'boolean', 'true', 'A schedule takes one bid at a time'],
  ['bids.allow_multiple_bids', 'boolean', 'true', 'A pilot may hold several bids'],
  ['bids.block_aircraft', 'boolean', 'true', 'A bid names its aircraft and keeps it from others'],
  ['flights.only_company_aircraft', 'boolean', 'false', 'Only aircraft of the airline of the schedule'],
  ['general.allow_unadded_airports', 'boolean', 'false', 'Flights to airports that are not in the list'],
];

/** The settings of version 7 that decide what a pilot may fly, with its defaults. */
export const hostSettings: Migration = {
  number: 6,
  name: '0006-host-settings',
  up(database) {
    const insert = database.prepare(
      `INSERT OR IGNORE INTO settings (id, "key", name, value, "default", "group", type) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const [key, type, value, name] of rows) {
      const group = key.split('.', 1)[0] ?? key;
      insert.run(key.replaceAll('.', '_'), key, name, value, value, group, type);
    }
  },
};
