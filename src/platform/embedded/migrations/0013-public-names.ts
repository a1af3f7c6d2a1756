import type { Migration } from '../../../lib/migrations.ts';

/** Whether a pilot agreed to be named in public, such as in posts to Discord. A column of our own. */
export const publicNames: Migration = {
  number: 13,
  name: '0013-public-names',
  summary:
    'Pilots have a field that says whether they agreed to be named in public posts; nobody has until you set it.',
  up: (database) => database.exec('ALTER TABLE users ADD COLUMN shows_name tinyint(1) NOT NULL DEFAULT 0'),
};
