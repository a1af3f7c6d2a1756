import type { Migration } from '../../lib/migrations.ts';

/** Failed logins are also counted by account, independent of the spelling of the login. */
export const loginAccounts: Migration = {
  number: 2,
  name: 'login-accounts',
  up(database) {
    database.exec('ALTER TABLE login_failures ADD COLUMN account TEXT');
  },
};
