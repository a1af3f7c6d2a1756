import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { keyColumns, quoted, type ReadableRow } from './readable-rows.ts';

/** Inserts rows of one table, each key once; columns that the table does not have are left out. */
export class TableWriter {
  readonly #columns: ReadonlySet<string>;
  readonly #isKeyed: boolean;
  readonly #to: DatabaseSync;
  readonly #table: string;
  readonly #statements = new Map<string, StatementSync>();
  #count = 0;

  constructor(to: DatabaseSync, table: string) {
    const columns = to.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden IN (0, 1)').all(table);
    this.#columns = new Set(columns.map(({ name }) => String(name)));
    this.#isKeyed = keyColumns(to, table) !== null;
    this.#to = to;
    this.#table = table;
  }

  get count(): number {
    return this.#count;
  }

  /** Returns false for a row that breaks a rule of the table, or whose key is there. */
  add({ key, row }: ReadableRow): boolean {
    const columns = Object.keys(row).filter((column) => this.#columns.has(column));
    const values = columns.map((column) => row[column] as SQLInputValue);
    const isNew = this.#isKeyed
      ? this.#insert(columns, values)
      : this.#insert(['rowid', ...columns], [Number(key[0]), ...values]);
    if (isNew) this.#count += 1;
    return isNew;
  }

  #insert(columns: readonly string[], values: readonly SQLInputValue[]): boolean {
    const names = columns.map(quoted).join(', ');
    const statement =
      this.#statements.get(names) ??
      this.#to.prepare(
        `INSERT OR IGNORE INTO ${quoted(this.#table)} (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
    this.#statements.set(names, statement);
    try {
      return Number(statement.run(...values).changes) === 1;
    } catch (error) {
      if (isConstraint(error)) return false;
      throw error;
    }
  }
}

/** https://www.sqlite.org/rescode.html: SQLITE_CONSTRAINT, SQLITE_MISMATCH. */
function isConstraint(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  return [19, 20].includes(error.errcode & 0xff);
}
