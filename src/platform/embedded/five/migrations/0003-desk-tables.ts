import type { Migration } from '../../../../lib/migrations.ts';

/**
 * What a pilot looks up and books: columns and tables by their names in phpVMS 5.5.2 (install/sql/install.sql). There is
 * no column for whose schedule a charter is, so `tracker_charters` is ours.
 */
export const deskTables: Migration = {
  number: 3,
  name: '0003-desk-tables',
  up(database) {
    database.exec(`
      ALTER TABLE aircraft ADD COLUMN fullname TEXT NOT NULL DEFAULT '';
      ALTER TABLE aircraft ADD COLUMN maxpax REAL NOT NULL DEFAULT 0;
      ALTER TABLE aircraft ADD COLUMN maxcargo REAL NOT NULL DEFAULT 0;
      ALTER TABLE aircraft ADD COLUMN minrank INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE aircraft ADD COLUMN ranklevel INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE airports ADD COLUMN hub INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE schedules ADD COLUMN flightlevel TEXT NOT NULL DEFAULT '';
      ALTER TABLE schedules ADD COLUMN daysofweek TEXT NOT NULL DEFAULT '0123456';
      ALTER TABLE schedules ADD COLUMN price REAL NOT NULL DEFAULT 0;
      ALTER TABLE schedules ADD COLUMN notes TEXT NOT NULL DEFAULT '';
      ALTER TABLE pilots ADD COLUMN rankid INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE pilots ADD COLUMN rank TEXT NOT NULL DEFAULT 'New Hire';
      ALTER TABLE pilots ADD COLUMN ranklevel INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE pireps ADD COLUMN flighttype TEXT NOT NULL DEFAULT 'P';
      CREATE TABLE ranks (rankid INTEGER PRIMARY KEY, rank TEXT NOT NULL UNIQUE, rankimage TEXT NOT NULL DEFAULT '',
        minhours INTEGER NOT NULL DEFAULT 0);
      INSERT INTO ranks (rankid, rank) VALUES (1, 'New Hire');
      CREATE TABLE news (id INTEGER PRIMARY KEY AUTOINCREMENT, subject TEXT NOT NULL, body TEXT NOT NULL,
        postdate TEXT NOT NULL, postedby TEXT NOT NULL);
      CREATE TABLE tracker_charters (scheduleid INTEGER PRIMARY KEY, pilotid INTEGER NOT NULL);
      CREATE INDEX bids_by_pilot ON bids (pilotid);
      CREATE INDEX bids_by_route ON bids (routeid);
    `);
  },
};
