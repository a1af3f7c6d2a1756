import type { Migration } from '../../../lib/migrations.ts';

/** Modules hear of bids too: what an event carries is a JSON object with `pirep` or `bid`. */
export const bidEvents: Migration = {
  number: 11,
  name: '0011-bid-events',
  up: (database) =>
    database.exec(`
ALTER TABLE tracker_events RENAME COLUMN pirep TO content;
UPDATE tracker_events SET content = json_object('pirep', json(content));
`),
};
