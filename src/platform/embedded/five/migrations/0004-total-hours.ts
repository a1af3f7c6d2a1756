import type { Migration } from '../../../../lib/migrations.ts';

/** As phpVMS 5.5.2 has it: hours and minutes with a point between. */
export const totalHours: Migration = {
  number: 4,
  name: '0004-total-hours',
  up(database) {
    database.exec(
      `ALTER TABLE pilots ADD COLUMN totalhours REAL
         GENERATED ALWAYS AS (totalminutes / 60 + (totalminutes % 60) / 100.0) VIRTUAL`,
    );
  },
};
