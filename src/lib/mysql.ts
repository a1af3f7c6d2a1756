import type { Secret } from './secret.ts';

/** Where a MySQL or MariaDB server listens, and who asks. */
export interface MysqlAddress {
  readonly server: { readonly host: string; readonly port: number } | { readonly socketPath: string };
  readonly user: string;
  readonly password: Secret;
  readonly database: string;
}

/** What a statement takes. An instant is a number of milliseconds: convert in SQL (`FROM_UNIXTIME(? / 1000)`). */
export type MysqlValue = string | number | null;
/** Columns by name. Dates come as text (a zero date is no `Date`), `BIGINT` and `DECIMAL` as text, blobs as `Buffer`. */
export type MysqlRow = Readonly<Record<string, unknown>>;

/** Prepared statements on one connection. Both throw `DatabaseUnavailable` when the server could not be asked. */
export interface MysqlSession {
  rows(sql: string, values?: readonly MysqlValue[]): Promise<readonly MysqlRow[]>;
  run(
    sql: string,
    values?: readonly MysqlValue[],
  ): Promise<{ readonly affectedRows: number; readonly insertId: number }>;
}

/** A few connections to one database, made when needed and made anew after the server was gone. */
export interface Mysql extends MysqlSession {
  /** One connection for the whole task, for locks and for statements that belong together. */
  session<T>(task: (session: MysqlSession) => Promise<T>): Promise<T>;
  /** All of the task's statements, or none of those on transactional tables. A deadlock is tried once more. */
  transaction<T>(task: (session: MysqlSession) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface MysqlLimits {
  readonly connections: number;
  readonly connectTimeoutMs: number;
  /** For one statement; the connection is dropped when it is passed, because its answer may still come. */
  readonly statementTimeoutMs: number;
}

export const defaultMysqlLimits: MysqlLimits = { connections: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 10_000 };
