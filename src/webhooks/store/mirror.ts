import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Row, textOf } from '../../lib/row.ts';
import { inTransaction } from '../../lib/sqlite.ts';

/** A row as it is kept elsewhere: `body` is JSON by column; null for a row that is gone. */
export interface MirroredRow {
  readonly table: string;
  /** Its primary key, as a JSON list. */
  readonly key: string;
  readonly body: string | null;
}

/** Where the rows are kept, so that another server can go on with them. */
export interface MirrorTarget {
  read(table: string): AsyncIterable<readonly MirroredRow[]>;
  /** Stores all of these rows or none; may be called again with the same. */
  write(rows: readonly MirroredRow[]): Promise<void>;
}

interface MirroredTable {
  readonly name: string;
  /** Selects one row by its key, as JSON. */
  readonly row: StatementSync;
}

/**
 * Keeps the rows of a database elsewhere too: what a transaction changed is noted by triggers, and written with what other
 * transactions changed until then. What is not written yet when the server dies is as if it had not happened.
 */
export class Mirror {
  /** Whether the target had no row when it was opened. */
  readonly wasEmpty: boolean;
  readonly #database: DatabaseSync;
  readonly #target: MirrorTarget;
  readonly #tables: ReadonlyMap<string, MirroredTable>;
  readonly #changed: StatementSync;
  readonly #again: StatementSync;
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    database: DatabaseSync,
    target: MirrorTarget,
    tables: ReadonlyMap<string, MirroredTable>,
    wasEmpty: boolean,
  ) {
    this.wasEmpty = wasEmpty;
    this.#database = database;
    this.#target = target;
    this.#tables = tables;
    this.#changed = database.prepare('SELECT table_name, row_key FROM temp.changed_rows');
    this.#again = database.prepare('INSERT OR IGNORE INTO temp.changed_rows VALUES (?, ?)');
  }

  /** Fills an empty database with the rows of the target, and notes from then on what changes. */
  static async open(database: DatabaseSync, target: MirrorTarget): Promise<Mirror> {
    const names = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'")
      .all()
      .map((row) => textOf(row, 'name'));
    // Rows come table by table, whichever refers to which.
    database.exec('PRAGMA foreign_keys = OFF');
    let wasEmpty = true;
    for (const name of names)
      for await (const rows of target.read(name)) {
        wasEmpty = false;
        inTransaction(database, () => fill(database, name, rows));
      }
    database.exec('PRAGMA foreign_keys = ON');
    database.exec('PRAGMA temp_store = MEMORY');
    database.exec(
      'CREATE TEMP TABLE changed_rows (table_name TEXT, row_key TEXT, PRIMARY KEY (table_name, row_key)) WITHOUT ROWID',
    );
    const tables = names.map((name) => [name, watch(database, name)] as const);
    return new Mirror(database, target, new Map(tables), wasEmpty);
  }

  /** Settles when everything that was changed so far is kept elsewhere. */
  flush(): Promise<void> {
    const written = this.#writing.then(() => this.#write());
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #write(): Promise<void> {
    const rows = inTransaction(this.#database, () => this.#take());
    if (rows.length === 0) return;
    try {
      await this.#target.write(rows);
    } catch (error) {
      for (const { table, key } of rows) if (this.#database.isOpen) this.#again.run(table, key);
      throw error;
    }
  }

  #take(): readonly MirroredRow[] {
    const rows = this.#changed.all().map((row) => this.#rowOf(textOf(row, 'table_name'), textOf(row, 'row_key')));
    this.#database.exec('DELETE FROM temp.changed_rows');
    return rows;
  }

  #rowOf(table: string, key: string): MirroredRow {
    const found = this.#tables.get(table)?.row.get(...(JSON.parse(key) as (string | number)[]));
    return { table, key, body: found === undefined ? null : textOf(found, 'body') };
  }
}

interface Column {
  readonly name: string;
  readonly isKey: boolean;
}

function columnsOf(database: DatabaseSync, table: string): readonly Column[] {
  const rows = database.prepare('SELECT name, pk FROM pragma_table_info(?)').all(table);
  return rows.map((row: Row) => ({ name: textOf(row, 'name'), isKey: row.pk !== 0 }));
}

/** Columns that this version does not know are left out: a newer server wrote them. */
function fill(database: DatabaseSync, table: string, rows: readonly MirroredRow[]): void {
  const names = columnsOf(database, table).map(({ name }) => name);
  const values = names.map((name) => `json_extract(?, '$.${name}')`);
  const insert = database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`);
  for (const { body } of rows) insert.run(...names.map(() => body));
}

/** Notes the key of every row of this table that is written or goes, also by what another table's row takes with it. */
function watch(database: DatabaseSync, name: string): MirroredTable {
  const columns = columnsOf(database, name);
  const keys = columns.filter(({ isKey }) => isKey).map((column) => column.name);
  const note = (row: 'NEW' | 'OLD') =>
    `INSERT OR IGNORE INTO changed_rows VALUES ('${name}', json_array(${keys.map((key) => `${row}.${key}`).join(', ')}));`;
  for (const [event, row] of [
    ['INSERT', 'NEW'],
    ['UPDATE', 'NEW'],
    ['DELETE', 'OLD'],
  ] as const)
    database.exec(`CREATE TEMP TRIGGER note_${event}_${name} AFTER ${event} ON main.${name} BEGIN ${note(row)} END`);
  const members = columns.map((column) => `'${column.name}', ${column.name}`);
  const where = keys.map((key) => `${key} = ?`);
  const sql = `SELECT json_object(${members.join(', ')}) AS body FROM ${name} WHERE ${where.join(' AND ')}`;
  return { name, row: database.prepare(sql) };
}
