import startSqlite from '@sqlite.org/sqlite-wasm';

/** An address in the memory of SQLite. */
export type Pointer = number;

/** A structure of SQLite: members with `$` are its numbers. */
export interface Struct {
  readonly pointer: Pointer;
  dispose(): void;
}

/** The functions of an interface, by their names in C. */
export type Methods = Readonly<Record<string, (...given: never[]) => number>>;

/** Of SQLite in WebAssembly, what a simulation calls; https://sqlite.org/wasm */
export interface SqliteModule {
  readonly capi: {
    sqlite3_open_v2(file: string, out: Pointer, flags: number, vfs: string): number;
    sqlite3_close_v2(database: Pointer): number;
    sqlite3_exec(database: Pointer, sql: string, hear: 0, given: 0, error: 0): number;
    sqlite3_prepare_v3(database: Pointer, sql: string, length: -1, flags: number, out: Pointer, tail: null): number;
    sqlite3_errmsg(database: Pointer): string;
    sqlite3_column_name(statement: Pointer, index: number): string;
    /** For bytes that SQLite releases once it has copied them. */
    readonly SQLITE_WASM_DEALLOC: number;
    readonly sqlite3_io_methods: new () => Struct & { $iVersion: number };
    readonly sqlite3_vfs: new () => Struct & {
      $iVersion: number;
      $szOsFile: number;
      $mxPathname: number;
      $zName: Pointer;
    };
    readonly sqlite3_file: { new (at: Pointer): Struct & { $pMethods: Pointer }; structInfo: { sizeof: number } };
  };
  readonly wasm: {
    /** The functions themselves, without a check of what they are given. */
    readonly exports: {
      sqlite3_finalize(statement: Pointer): number;
      sqlite3_reset(statement: Pointer): number;
      sqlite3_step(statement: Pointer): number;
      sqlite3_changes(database: Pointer): number;
      sqlite3_get_autocommit(database: Pointer): number;
      sqlite3_extended_errcode(database: Pointer): number;
      sqlite3_bind_null(statement: Pointer, index: number): number;
      sqlite3_bind_double(statement: Pointer, index: number, value: number): number;
      sqlite3_bind_text(statement: Pointer, index: number, at: Pointer, length: number, destructor: number): number;
      sqlite3_bind_blob(statement: Pointer, index: number, at: Pointer, length: number, destructor: number): number;
      sqlite3_column_count(statement: Pointer): number;
      sqlite3_column_type(statement: Pointer, index: number): number;
      sqlite3_column_double(statement: Pointer, index: number): number;
      sqlite3_column_text(statement: Pointer, index: number): Pointer;
      sqlite3_column_blob(statement: Pointer, index: number): Pointer;
      sqlite3_column_bytes(statement: Pointer, index: number): number;
    };
    heap8u(): Uint8Array;
    alloc(bytes: number): Pointer;
    dealloc(at: Pointer): void;
    allocCString(text: string): Pointer;
    cstrToJs(at: Pointer): string;
    cstrncpy(to: Pointer, from: Pointer, length: number): number;
    peekPtr(at: Pointer): Pointer;
    pokePtr(at: Pointer, value: Pointer): unknown;
    poke(at: Pointer, value: number | bigint, type: 'i32' | 'i64' | 'double'): unknown;
  };
  readonly vfs: {
    installVfs(parts: {
      readonly io: { readonly struct: Struct; readonly methods: Methods };
      readonly vfs: { readonly struct: Struct; readonly name: string; readonly methods: Methods };
    }): unknown;
  };
}

let loading: Promise<SqliteModule> | null = null;

/** Loads SQLite in WebAssembly, once. */
export function loadSqlite(): Promise<SqliteModule> {
  loading ??= startSqlite().then((started: unknown) => started as SqliteModule);
  return loading;
}
