import type { Migration } from '../../lib/migrations.ts';

const tables = ['texts', 'reports', 'chunks', 'sealed', 'flights', 'flight_pireps', 'delivered', 'changes'];
const papers = ['cursors', 'sessions', 'login_failures', 'notes', 'audit'];

/** Rows carry a checksum, by which damage is noticed; those of before have none until they are written again. */
export const sums: Migration = {
  number: 5,
  name: 'sums',
  summary: 'Rows get a checksum when they are written, so that damage of the disk is noticed.',
  up(database) {
    for (const table of [...tables, ...papers]) database.exec(`ALTER TABLE ${table} ADD COLUMN sum INTEGER`);
  },
};
