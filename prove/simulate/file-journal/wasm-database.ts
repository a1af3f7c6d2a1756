import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { vfsName } from './simulated-vfs.ts';
import type { Pointer, SqliteModule } from './sqlite-module.ts';

type Value = null | number | string | Uint8Array<ArrayBuffer>;
type Row = Record<string, Value>;

const [row, done] = [100, 101];
const readOnly = 1;
const readWriteAndCreate = 6;
const texts = new TextDecoder();
const toBytes = new TextEncoder();
const misuse = 'ERR_INVALID_STATE';

/** What the journal calls of a database of Node's. */
type Database = Pick<DatabaseSync, 'prepare' | 'exec' | 'close' | 'isOpen' | 'isTransaction'> & Disposable;
type Statement = Pick<StatementSync, 'run' | 'get' | 'all' | 'iterate' | 'setReturnArrays'>;

/** SQLite in WebAssembly, on a simulated disk, as Node's own would be called. */
export class WasmDatabase implements Database {
  readonly #sqlite: SqliteModule;
  readonly #statements = new Set<WasmStatement>();
  #pointer: Pointer;

  constructor(sqlite: SqliteModule, file: string, isReadOnly: boolean) {
    this.#sqlite = sqlite;
    const { capi, wasm } = sqlite;
    const out = wasm.alloc(8);
    const code = capi.sqlite3_open_v2(file, out, isReadOnly ? readOnly : readWriteAndCreate, vfsName);
    this.#pointer = wasm.peekPtr(out);
    wasm.dealloc(out);
    if (code !== 0) throw this.#closeAfter(this.#error());
  }

  get isOpen(): boolean {
    return this.#pointer !== 0;
  }

  get isTransaction(): boolean {
    return this.#sqlite.wasm.exports.sqlite3_get_autocommit(this.#open) === 0;
  }

  exec(sql: string): void {
    this.check(this.#sqlite.capi.sqlite3_exec(this.#open, sql, 0, 0, 0));
  }

  prepare(sql: string): StatementSync {
    const { capi, wasm } = this.#sqlite;
    const out = wasm.alloc(8);
    const code = capi.sqlite3_prepare_v3(this.#open, sql, -1, 0, out, null);
    const pointer = wasm.peekPtr(out);
    wasm.dealloc(out);
    this.check(code);
    const statement = new WasmStatement(this.#sqlite, this, pointer);
    this.#statements.add(statement);
    const asNode: Statement = statement;
    return asNode as StatementSync;
  }

  close(): void {
    for (const statement of this.#statements) statement.finalize();
    this.#sqlite.capi.sqlite3_close_v2(this.#open);
    this.#pointer = 0;
  }

  [Symbol.dispose](): void {
    if (this.isOpen) this.close();
  }

  get changes(): number {
    return this.#sqlite.wasm.exports.sqlite3_changes(this.#open);
  }

  /** @throws the error that SQLite names, as Node does */
  check(code: number): void {
    if (code !== 0) throw this.#error();
  }

  get #open(): Pointer {
    if (this.#pointer === 0) throw Object.assign(new Error('database is not open'), { code: misuse });
    return this.#pointer;
  }

  #error(): Error {
    const { capi, wasm } = this.#sqlite;
    const errcode = wasm.exports.sqlite3_extended_errcode(this.#pointer);
    return Object.assign(new Error(capi.sqlite3_errmsg(this.#pointer)), { code: 'ERR_SQLITE_ERROR', errcode });
  }

  #closeAfter(error: Error): Error {
    this.close();
    return error;
  }
}

/** Returns the same to what expects Node's own. */
export function asNode(database: Database): DatabaseSync {
  return database as DatabaseSync;
}

class WasmStatement implements Statement {
  readonly #capi: SqliteModule['capi'];
  readonly #wasm: SqliteModule['wasm'];
  readonly #database: WasmDatabase;
  #pointer: Pointer;
  #names: readonly string[] | null = null;
  #isOfArrays = false;

  constructor({ capi, wasm }: SqliteModule, database: WasmDatabase, pointer: Pointer) {
    this.#capi = capi;
    this.#wasm = wasm;
    this.#database = database;
    this.#pointer = pointer;
  }

  setReturnArrays(isOfArrays: boolean): void {
    this.#isOfArrays = isOfArrays;
  }

  run(...given: unknown[]): { changes: number; lastInsertRowid: number } {
    this.all(...given);
    return { changes: this.#database.changes, lastInsertRowid: 0 };
  }

  get(...given: unknown[]): Row | undefined {
    for (const found of this.iterate(...given)) return found;
    return undefined;
  }

  all(...given: unknown[]): Row[] {
    return [...this.iterate(...given)];
  }

  *iterate(...given: unknown[]): NodeJS.Iterator<Row> {
    this.#bind(given as Value[]);
    try {
      for (;;) {
        const code = this.#wasm.exports.sqlite3_step(this.#open);
        if (code === done) return;
        if (code !== row) this.#database.check(code);
        yield this.#row();
      }
    } finally {
      if (this.#pointer !== 0) this.#wasm.exports.sqlite3_reset(this.#pointer);
    }
  }

  finalize(): void {
    this.#wasm.exports.sqlite3_finalize(this.#pointer);
    this.#pointer = 0;
  }

  get #open(): Pointer {
    if (this.#pointer === 0) throw Object.assign(new Error('database is not open'), { code: misuse });
    return this.#pointer;
  }

  #bind(values: readonly Value[]): void {
    const { exports } = this.#wasm;
    const pointer = this.#open;
    values.forEach((value, index) => {
      const at = index + 1;
      // As Node does it: every number is one with a fraction, which the column turns into what it holds.
      if (value === null) exports.sqlite3_bind_null(pointer, at);
      else if (typeof value === 'number') exports.sqlite3_bind_double(pointer, at, value);
      else if (typeof value === 'string') exports.sqlite3_bind_text(pointer, at, ...this.#give(toBytes.encode(value)));
      else exports.sqlite3_bind_blob(pointer, at, ...this.#give(value));
    });
  }

  /** Copies bytes to where SQLite finds them, which releases them. */
  #give(bytes: Uint8Array): readonly [at: Pointer, length: number, destructor: number] {
    const at = this.#wasm.alloc(Math.max(1, bytes.length));
    this.#wasm.heap8u().set(bytes, at);
    return [at, bytes.length, this.#capi.SQLITE_WASM_DEALLOC];
  }

  /** @param from - where SQLite has the value of this column */
  #bytes(from: Pointer, index: number): Uint8Array {
    const length = this.#wasm.exports.sqlite3_column_bytes(this.#open, index);
    return this.#wasm.heap8u().subarray(from, from + length);
  }

  #row(): Row {
    const names = this.#namesOfColumns();
    const values = names.map((_, index) => this.#value(index));
    // Node returns arrays where rows are expected, too.
    if (this.#isOfArrays) return values as unknown[] as never;
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
  }

  #namesOfColumns(): readonly string[] {
    const length = this.#wasm.exports.sqlite3_column_count(this.#open);
    this.#names ??= Array.from({ length }, (_, index) => this.#capi.sqlite3_column_name(this.#open, index));
    return this.#names;
  }

  #value(index: number): Value {
    const pointer = this.#open;
    switch (this.#wasm.exports.sqlite3_column_type(pointer, index)) {
      case 1:
      case 2:
        return this.#wasm.exports.sqlite3_column_double(pointer, index);
      case 3:
        return texts.decode(this.#bytes(this.#wasm.exports.sqlite3_column_text(pointer, index), index));
      case 4:
        return new Uint8Array(this.#bytes(this.#wasm.exports.sqlite3_column_blob(pointer, index), index));
      default:
        return null;
    }
  }
}
