import type { Migration } from '../../../lib/migrations.ts';

/**
 * Applications of those who register, invitations, and links that are good once; tables of our own. Rules of our own too,
 * spelled like version 7's: nobody can register until the airline allows it.
 */
export const registrations: Migration = {
  number: 15,
  name: '0015-registrations',
  summary: 'Pilots may register on the web, when the rule pilots.registration lets them; nobody can until you set it.',
  up: (database) => database.exec(sql),
};

const sql = `
CREATE TABLE tracker_invitations (
  id integer PRIMARY KEY AUTOINCREMENT, hash char(64) NOT NULL, note varchar(191) NOT NULL, uses int NOT NULL DEFAULT 0,
  max_uses int NOT NULL, created_at timestamp NOT NULL, expires_at timestamp NOT NULL, UNIQUE (hash)
);
CREATE TABLE tracker_applications (
  id integer PRIMARY KEY AUTOINCREMENT, name varchar(191) NOT NULL, email varchar(191) COLLATE NOCASE NOT NULL,
  password varchar(191) NOT NULL, airline varchar(5), home_airport_id varchar(8), answers text NOT NULL,
  lang varchar(8) NOT NULL, invitation_id int, needs_staff tinyint(1) NOT NULL, state varchar(12) NOT NULL,
  reason text, user_id int, created_at timestamp NOT NULL, decided_at timestamp
);
CREATE INDEX tracker_applications_state_index ON tracker_applications (state);
CREATE INDEX tracker_applications_email_index ON tracker_applications (email);
CREATE TABLE tracker_links (
  hash char(64) NOT NULL, purpose varchar(12) NOT NULL, subject int, expires_at timestamp NOT NULL, PRIMARY KEY (hash)
);
INSERT OR IGNORE INTO settings (id, "key", name, value, "default", "group", type) VALUES
  ('pilots_registration', 'pilots.registration', 'How pilots register', 'closed', 'closed', 'pilots', 'text'),
  ('pilots_questions', 'pilots.questions', 'Questions to applicants', '', '', 'pilots', 'text');
`;
