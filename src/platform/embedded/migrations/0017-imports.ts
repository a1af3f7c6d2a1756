import type { Migration } from '../../../lib/migrations.ts';

/** Files of schedules, pilots and aircraft: what each line does or did, and what came by a file. Tables of our own. */
export const imports: Migration = {
  number: 17,
  name: '0017-imports',
  summary: 'Files are imported after a preview, and an import can be taken back.',
  up: (database) =>
    database.exec(`
CREATE TABLE tracker_imports (id integer PRIMARY KEY AUTOINCREMENT, kind varchar(16) NOT NULL, state varchar(16) NOT NULL,
  made_at timestamp NOT NULL);
CREATE INDEX tracker_imports_kind_index ON tracker_imports (kind);
CREATE TABLE tracker_import_lines (id integer PRIMARY KEY AUTOINCREMENT, import_id int NOT NULL, line int NOT NULL,
  what varchar(16) NOT NULL, item_id varchar(36), name varchar(191) NOT NULL, before_cells text, after_cells text,
  base_cells text, brought text NOT NULL, note text, is_done tinyint(1) NOT NULL DEFAULT 0);
CREATE INDEX tracker_import_lines_import_id_index ON tracker_import_lines (import_id, is_done);
CREATE TABLE tracker_imported (kind varchar(16) NOT NULL, item_id varchar(36) NOT NULL, cells text NOT NULL,
  PRIMARY KEY (kind, item_id)) WITHOUT ROWID;
`),
};
