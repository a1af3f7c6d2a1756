import type { Migration } from '../../lib/migrations.ts';
import { initial } from './0001-initial.ts';
import { loginAccounts } from './0002-login-accounts.ts';
import { changes } from './0003-changes.ts';
import { sessionLifetimes } from './0004-session-lifetimes.ts';
import { sums } from './0005-sums.ts';

/** All migrations of the journal, in order; their number is the newest data version. */
export const migrations: readonly Migration[] = [initial, loginAccounts, changes, sessionLifetimes, sums];
