import type { Migration } from '../../../../lib/migrations.ts';

/** The tables of version 5, as far as a flight touches them (names and columns of phpVMS 5.5.2, install/sql/install.sql). */
export const legacyTables: Migration = {
  number: 1,
  name: '0001-legacy-tables',
  up(database) {
    database.exec(`
      CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
      CREATE TABLE airlines (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL, enabled INTEGER NOT NULL DEFAULT 1);
      CREATE TABLE airports (id INTEGER PRIMARY KEY, icao TEXT NOT NULL UNIQUE, name TEXT NOT NULL, country TEXT NOT NULL,
        lat REAL NOT NULL, lng REAL NOT NULL);
      CREATE TABLE aircraft (id INTEGER PRIMARY KEY, icao TEXT NOT NULL, name TEXT NOT NULL, registration TEXT NOT NULL,
        enabled INTEGER NOT NULL DEFAULT 1);
      CREATE TABLE pilots (pilotid INTEGER PRIMARY KEY AUTOINCREMENT, firstname TEXT NOT NULL, lastname TEXT NOT NULL,
        email TEXT NOT NULL COLLATE NOCASE, code TEXT NOT NULL, hub TEXT NOT NULL DEFAULT '', password TEXT NOT NULL, salt TEXT NOT NULL,
        confirmed INTEGER NOT NULL DEFAULT 0, retired INTEGER NOT NULL DEFAULT 0, totalflights INTEGER NOT NULL DEFAULT 0,
        totalminutes INTEGER NOT NULL DEFAULT 0, lastpirep TEXT);
      CREATE TABLE schedules (id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL, flightnum TEXT NOT NULL, depicao TEXT NOT NULL,
        arricao TEXT NOT NULL, route TEXT NOT NULL DEFAULT '', aircraft TEXT NOT NULL, distance REAL NOT NULL DEFAULT 0,
        deptime TEXT NOT NULL DEFAULT '', arrtime TEXT NOT NULL DEFAULT '', flighttime REAL NOT NULL DEFAULT 0,
        flighttype TEXT NOT NULL DEFAULT 'P', timesflown INTEGER NOT NULL DEFAULT 0, enabled INTEGER NOT NULL DEFAULT 1);
      CREATE TABLE bids (bidid INTEGER PRIMARY KEY AUTOINCREMENT, pilotid INTEGER NOT NULL, routeid INTEGER NOT NULL, dateadded TEXT NOT NULL);
      CREATE TABLE pireps (pirepid INTEGER PRIMARY KEY AUTOINCREMENT, pilotid INTEGER NOT NULL, code TEXT NOT NULL, flightnum TEXT NOT NULL,
        depicao TEXT NOT NULL, arricao TEXT NOT NULL, route TEXT NOT NULL, aircraft TEXT NOT NULL, flighttime TEXT NOT NULL,
        distance INTEGER NOT NULL, landingrate REAL NOT NULL, submitdate TEXT NOT NULL, accepted INTEGER NOT NULL DEFAULT 0,
        log TEXT NOT NULL, load INTEGER NOT NULL, fuelused REAL NOT NULL, source TEXT NOT NULL, rawdata TEXT NOT NULL);
      CREATE INDEX pireps_by_pilot ON pireps (pilotid);
      CREATE TABLE pirepcomments (id INTEGER PRIMARY KEY, pirepid INTEGER NOT NULL, pilotid INTEGER NOT NULL, comment TEXT NOT NULL,
        postdate TEXT NOT NULL);
      CREATE TABLE acarsdata (pilotid INTEGER PRIMARY KEY, flightnum TEXT NOT NULL, pilotname TEXT NOT NULL, aircraft TEXT NOT NULL,
        lat TEXT NOT NULL, lng TEXT NOT NULL, heading INTEGER NOT NULL, alt TEXT NOT NULL, gs INTEGER NOT NULL, depicao TEXT NOT NULL,
        arricao TEXT NOT NULL, timeremaining TEXT NOT NULL, distremain TEXT NOT NULL, phasedetail TEXT NOT NULL,
        messagelog TEXT NOT NULL, lastupdate TEXT NOT NULL, client TEXT NOT NULL);
    `);
  },
};
