import type { Migration } from '../../../lib/migrations.ts';
import { initial } from './0001-initial.ts';

/** All migrations of the webhooks' database, in order; their number is the newest data version. */
export const webhookMigrations: readonly Migration[] = [initial];
