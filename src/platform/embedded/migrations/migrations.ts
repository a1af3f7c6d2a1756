import type { Migration } from '../../../lib/migrations.ts';
import { airlineTables } from './0001-airline-tables.ts';
import { pirepTables } from './0002-pirep-tables.ts';
import { airports } from './0003-airports.ts';
import { hostSettings } from './0006-host-settings.ts';
import { modules } from './0007-modules.ts';
import { registrations } from './0015-registrations.ts';
import { imports } from './0017-imports.ts';
import { pirepCorrections } from './0018-pirep-corrections.ts';

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

/** From 1.2.0 on the PIREP's source name and the module version are constants of the program, not settings. */
export const tracker120: Migration = {
  number: 5,
  name: '0005-tracker-1-2-0',
  summary:
    'Version 1.2.0: the PIREP source name and the module version become constants of the program; their two settings are dropped.',
  up: (database) => database.exec(`DELETE FROM tracker_config WHERE name IN ('pirep_source_name', 'module_version')`),
};

/** Index for checking whether an aircraft is reserved, which is done for every aircraft of every choice. */
export const bidAircraft: Migration = {
  number: 8,
  name: '0008-bid-aircraft',
  up: (database) => database.exec('CREATE INDEX bids_aircraft_id_index ON bids (aircraft_id)'),
};

/** Index for paused flights, which are looked up every second. Version 7 does not have it. */
export const pausedPireps: Migration = {
  number: 9,
  name: '0009-paused-pireps',
  up(database) {
    database.exec(`CREATE INDEX tracker_pireps_paused_index ON pireps (state) WHERE status = 'PSD'`);
  },
};

/** Version 7.0.10's table of news, but that an operator, who is no user here, may have written it: `user_id` may be null. */
export const news: Migration = {
  number: 10,
  name: '0010-news',
  summary: 'Pilots read the news of the airline in their clients.',
  up: (database) =>
    database.exec(`
CREATE TABLE news (id integer PRIMARY KEY AUTOINCREMENT, user_id int, subject varchar(191) NOT NULL, body text NOT NULL,
  created_at timestamp, updated_at timestamp);
`),
};

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

/** A rule of our own, spelled like version 7's: whether pilots may book flights of their own making. */
export const charters: Migration = {
  number: 12,
  name: '0012-charters',
  summary: 'Pilots may book charters with clients that offer it; the rule flights.allow_charters takes that away.',
  up: (database) =>
    database.exec(`
INSERT OR IGNORE INTO settings (id, "key", name, value, "default", "group", type) VALUES
  ('flights_allow_charters', 'flights.allow_charters', 'Pilots may book charters', 'true', 'true', 'flights', 'boolean');
`),
};

/** Whether a pilot agreed to be named in public, such as in posts to Discord. A column of our own. */
export const publicNames: Migration = {
  number: 13,
  name: '0013-public-names',
  summary:
    'Pilots have a field that says whether they agreed to be named in public posts; nobody has until you set it.',
  up: (database) => database.exec('ALTER TABLE users ADD COLUMN shows_name tinyint(1) NOT NULL DEFAULT 0'),
};

/** A colour of each airline, and which airports the airline added or corrected itself. Columns of our own. */
export const ownFleet: Migration = {
  number: 14,
  name: '0014-own-fleet',
  summary: 'Airlines, subfleets, ranks and airports are edited, retired and removed in the browser.',
  up: (database) =>
    database.exec(`
ALTER TABLE airlines ADD COLUMN color varchar(7);
ALTER TABLE airports ADD COLUMN edited varchar(9);
`),
};

/** A rule of our own: whether the address of the server leads to a first page. An airline that is there keeps what it has. */
export const homePage: Migration = {
  number: 16,
  name: '0016-home-page',
  summary:
    'The address of the server may lead to a first page of the airline; the rule general.home_page switches it on.',
  up: (database) =>
    database.exec(`
INSERT OR IGNORE INTO settings (id, "key", name, value, "default", "group", type) VALUES ('general_home_page',
  'general.home_page', 'First page', CASE WHEN EXISTS (SELECT 1 FROM users) THEN 'false' ELSE 'true' END, 'true', 'general', 'boolean');
`),
};

/** What staff note about pilots. A table of our own; times in milliseconds. */
const pilotNotes: Migration = {
  number: 19,
  name: '0019-pilot-notes',
  summary: 'Staff keep notes on the pages of pilots.',
  up: (database) =>
    database.exec(`
CREATE TABLE tracker_pilot_notes (id integer PRIMARY KEY AUTOINCREMENT, user_id integer NOT NULL, author varchar(191) NOT NULL,
  note text NOT NULL, at integer NOT NULL);
CREATE INDEX tracker_pilot_notes_user_index ON tracker_pilot_notes (user_id);
`),
};

/** Which news stays first. A column of our own. */
const pinnedNews: Migration = {
  number: 20,
  name: '0020-pinned-news',
  summary: 'News can be pinned.',
  up: (database) => database.exec('ALTER TABLE news ADD COLUMN is_pinned tinyint(1) NOT NULL DEFAULT 0'),
};

/** By which form of the name everybody sees a pilot: `none`, `short` or `full`. A column of our own. */
const shownNames: Migration = {
  number: 21,
  name: '0021-shown-names',
  summary: 'Pilots choose whether the live map and other public pages name them; nobody is named until then.',
  up: (database) => database.exec("ALTER TABLE users ADD COLUMN shown_name varchar(5) NOT NULL DEFAULT 'none'"),
};

/** All migrations, in order; append new ones. */
export const embeddedMigrations: readonly Migration[] = [
  airlineTables,
  pirepTables,
  airports,
  trackerConfig,
  tracker120,
  hostSettings,
  modules,
  bidAircraft,
  pausedPireps,
  news,
  bidEvents,
  charters,
  publicNames,
  ownFleet,
  registrations,
  homePage,
  imports,
  pirepCorrections,
  pilotNotes,
  pinnedNews,
  shownNames,
];
