import type { Migration } from '../../../lib/migrations.ts';
import { initial } from './0001-initial.ts';
import { reviews } from './0002-reviews.ts';

/** All migrations of the webhooks' database, in order; their number is the newest data version. */
export const webhookMigrations: readonly Migration[] = [initial, reviews];
