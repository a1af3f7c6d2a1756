import type { Migration } from '../../../lib/migrations.ts';
import { initial } from './0001-initial.ts';

/** PIREPs that were filed and wait for a review. */
export const reviews: Migration = {
  number: 2,
  name: 'reviews',
  up: (database) =>
    database.exec(`
      CREATE TABLE reviews (
        flight TEXT PRIMARY KEY, filed_at INTEGER NOT NULL, asked_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX reviews_asked ON reviews (asked_at);
    `),
};

/** All migrations of the webhooks' database, in order; their number is the newest data version. */
export const webhookMigrations: readonly Migration[] = [initial, reviews];
