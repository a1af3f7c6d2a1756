import type { Migration } from '../../../lib/migrations.ts';

/** Version 7.0.10's table of news, but that an operator, who is no user here, may have written it: `user_id` may be null. */
export const news: Migration = {
  number: 10,
  name: '0010-news',
  summary: 'Pilots read the news of the airline in their clients.',
  up: (database) =>
    database.exec(`
CREATE TABLE news (id integer PRIMARY KEY AUTOINCREMENT, user_id int, subject varchar(191) NOT NULL, body text NOT NULL,
  created_at timestamp, updated_at timestamp);
`),
};
