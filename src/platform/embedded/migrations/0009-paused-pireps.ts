import type { Migration } from '../../../lib/migrations.ts';

/** Paused flights are looked up each second: among thousands under way they are few. Version 7 has no such index. */
export const pausedPireps: Migration = {
  number: 9,
  name: '0009-paused-pireps',
  up(database) {
    database.exec(`CREATE INDEX tracker_pireps_paused_index ON pireps (state) WHERE status = 'PSD'`);
  },
};
