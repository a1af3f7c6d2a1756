import type { Migration } from '../../lib/migrations.ts';
import { initial } from './0001-initial.ts';
import { changes } from './0003-changes.ts';

/** Failed logins are also counted by account, independent of the spelling of the login. */
export const loginAccounts: Migration = {
  number: 2,
  name: 'login-accounts',
  up(database) {
    database.exec('ALTER TABLE login_failures ADD COLUMN account TEXT');
  },
};

/** Sessions that outlast a day are counted apart from the others. */
export const sessionLifetimes: Migration = {
  number: 4,
  name: 'session-lifetimes',
  up(database) {
    database.exec("ALTER TABLE sessions ADD COLUMN lifetime TEXT NOT NULL DEFAULT 'normal'");
  },
};

const tables = ['texts', 'reports', 'chunks', 'sealed', 'flights', 'flight_pireps', 'delivered', 'changes'];
const others = ['cursors', 'sessions', 'login_failures', 'notes', 'audit'];

/** Rows carry a checksum, by which damage is noticed; those of before have none until they are written again. */
export const sums: Migration = {
  number: 5,
  name: 'sums',
  summary: 'Rows get a checksum when they are written, so that damage of the disk is noticed.',
  up(database) {
    for (const table of [...tables, ...others]) database.exec(`ALTER TABLE ${table} ADD COLUMN sum INTEGER`);
  },
};

/** What is looked up at each save of a flight, and at each change that a listener has heard, is found without reading a whole table. */
export const lookups: Migration = {
  number: 6,
  name: 'lookups',
  summary: 'A flight is saved in the same time however many there are.',
  up(database) {
    database.exec(`
      CREATE INDEX flight_pireps_by_flight ON flight_pireps (flight);
      CREATE INDEX changes_by_time ON changes (at);
    `);
  },
};

/** All migrations of the journal, in order; their number is the newest data version. */
export const migrations: readonly Migration[] = [initial, loginAccounts, changes, sessionLifetimes, sums, lookups];
