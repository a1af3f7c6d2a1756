import type { Migration } from '../../../lib/migrations.ts';

/** Index for checking whether an aircraft is reserved, which is done for every aircraft of every choice. */
export const bidAircraft: Migration = {
  number: 8,
  name: '0008-bid-aircraft',
  up: (database) => database.exec('CREATE INDEX bids_aircraft_id_index ON bids (aircraft_id)'),
};
