import type { Secret } from './secret.ts';

/** Address and account of a MySQL or MariaDB server. */
export interface MysqlAddress {
  readonly server: { readonly host: string; readonly port: number } | { readonly socketPath: string };
  readonly user: string;
  readonly password: Secret;
  readonly database: string;
}

/** Parameter of a statement. Times are milliseconds: convert in SQL (`FROM_UNIXTIME(? / 1000)`). */
export type MysqlValue = string | number | null;
/** A value, or the bytes of a binary column. */
export type MysqlParameter = MysqlValue | Buffer;
/** A row by column name. Dates are text (a zero date has no `Date`), as are `BIGINT` and `DECIMAL`; blobs are `Buffer`. */
export type MysqlRow = Readonly<Record<string, unknown>>;

/** Prepared statements on one connection. Both methods throw `DatabaseUnavailable` when the server cannot be reached. */
export interface MysqlSession {
  rows(sql: string, values?: readonly MysqlParameter[]): Promise<readonly MysqlRow[]>;
  run(
    sql: string,
    values?: readonly MysqlParameter[],
  ): Promise<{ readonly affectedRows: number; readonly insertId: number }>;
}

/** A small connection pool for one database; connects on demand and reconnects. */
export interface Mysql extends MysqlSession {
  /** Runs the task on one connection, for locks and related statements. */
  session<T>(task: (session: MysqlSession) => Promise<T>): Promise<T>;
  /** Runs the task in a transaction (for transactional tables). Retries once after a deadlock. */
  transaction<T>(task: (session: MysqlSession) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** What each connection of a pool starts with. */
export interface MysqlStart {
  /** `+00:00`, for hosts whose `TIMESTAMP`s depend on it; null keeps the server's. */
  readonly timeZone: string | null;
  /** Further statements without parameters, such as `SET SESSION …`; a connection on which one fails is not used. */
  readonly statements: readonly string[];
  /** Maximum number of statements that a connection keeps prepared. */
  readonly preparedStatements: number;
  /** Whether prepared statements that are asked for at once are sent at once: one that fails does not keep the next ones from being done. */
  readonly isPipelined: boolean;
}

/** There is one prepared statement per number of columns or ids. */
export const defaultMysqlStart: MysqlStart = {
  timeZone: null,
  statements: [],
  preparedStatements: 100,
  isPipelined: false,
};

export interface MysqlLimits {
  readonly connections: number;
  readonly connectTimeoutMs: number;
  /** Timeout of one statement; then the connection is dropped, because the result may still arrive. */
  readonly statementTimeoutMs: number;
}

export const defaultMysqlLimits: MysqlLimits = { connections: 4, connectTimeoutMs: 5_000, statementTimeoutMs: 10_000 };
