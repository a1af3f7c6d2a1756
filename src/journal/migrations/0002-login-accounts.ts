import type { Migration } from '../../lib/migrations.ts';

/** Failed logins are counted for the account too, however its login was spelled. */
export const loginAccounts: Migration = {
  number: 2,
  name: 'login-accounts',
  up(database) {
    database.exec('ALTER TABLE login_failures ADD COLUMN account TEXT');
  },
};
