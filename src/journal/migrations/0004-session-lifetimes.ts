import type { Migration } from '../../lib/migrations.ts';

/** Sessions that outlast a day are counted apart from the others. */
export const sessionLifetimes: Migration = {
  number: 4,
  name: 'session-lifetimes',
  up(database) {
    database.exec("ALTER TABLE sessions ADD COLUMN lifetime TEXT NOT NULL DEFAULT 'normal'");
  },
};
