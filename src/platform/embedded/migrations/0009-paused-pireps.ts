import type { Migration } from '../../../lib/migrations.ts';

/** Index for paused flights, which are looked up every second. Version 7 does not have it. */
export const pausedPireps: Migration = {
  number: 9,
  name: '0009-paused-pireps',
  up(database) {
    database.exec(`CREATE INDEX tracker_pireps_paused_index ON pireps (state) WHERE status = 'PSD'`);
  },
};
