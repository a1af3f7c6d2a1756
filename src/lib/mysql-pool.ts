import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolConnection } from 'mysql2/promise';
import {
  defaultMysqlLimits,
  defaultMysqlStart,
  type Mysql,
  type MysqlAddress,
  type MysqlLimits,
  type MysqlParameter,
  type MysqlRow,
  type MysqlSession,
  type MysqlStart,
} from './mysql.ts';
import { DatabaseUnavailable, databaseUnavailable } from './mysql-failures.ts';
import { pipeline } from './mysql-pipeline.ts';
import { ConnectionSession, inTransaction } from './mysql-session.ts';

/** Loaded only for a database: its hundred files would delay the start of a server without one. */
const require = createRequire(import.meta.url);

/**
 * What a transaction locks is free a minute after the machine that began it has vanished, not when the network notices. MySQL
 * lacks the setting, and MariaDB before 10.3: to them it is a comment.
 */
const noIdleTransaction =
  'SET SESSION /*M!100300 idle_transaction_timeout = 60, */ wait_timeout = @@SESSION.wait_timeout';

/** Creates a pool that connects with the first statement. */
export function openMysql(
  address: MysqlAddress,
  limits: MysqlLimits = defaultMysqlLimits,
  start: Partial<MysqlStart> = {},
): Mysql {
  const { timeZone, statements, preparedStatements, isPipelined } = { ...defaultMysqlStart, ...start };
  const { createPool } = require('mysql2/promise') as typeof import('mysql2/promise');
  const pool = createPool({
    ...('socketPath' in address.server ? { socketPath: address.server.socketPath } : address.server),
    user: address.user,
    password: address.password.reveal(),
    database: address.database,
    charset: 'utf8mb4',
    connectionLimit: limits.connections,
    maxIdle: limits.connections,
    idleTimeout: 60_000,
    connectTimeout: limits.connectTimeoutMs,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    maxPreparedStatements: preparedStatements,
    // A stack for each statement, for errors that are wrapped anyway, costs the main thread a twentieth of a commit.
    trace: false,
    // What forgets idle connections on the way does so in minutes; the system asks after two hours.
    keepAliveInitialDelay: 30_000,
  });
  pool.pool.on('connection', (connection) => {
    if (isPipelined) pipeline(connection);
    const check = (error: Error | null) => {
      // `destroy()` of the driver would leave the statements behind this one without an answer.
      const lost = () => Object.assign(new Error(error?.message), { code: 'PROTOCOL_CONNECTION_LOST' });
      if (error !== null && 'stream' in connection && connection.stream instanceof Socket)
        connection.stream.destroy(lost());
    };
    // The time of the statements behind these begins when these are answered.
    const ask = (sql: string, values: readonly string[] = []) =>
      connection.query({ sql, values: [...values], timeout: limits.statementTimeoutMs }, check);
    ask(noIdleTransaction);
    if (timeZone !== null) ask('SET time_zone = ?', [timeZone]);
    for (const statement of statements) ask(statement);
  });
  return new PooledMysql(pool, limits);
}

class PooledMysql implements Mysql {
  readonly #pool: Pool;
  readonly #limits: MysqlLimits;
  #isClosed = false;

  constructor(pool: Pool, limits: MysqlLimits) {
    this.#pool = pool;
    this.#limits = limits;
  }

  rows(sql: string, values: readonly MysqlParameter[] = []): Promise<readonly MysqlRow[]> {
    return this.session((session) => session.rows(sql, values));
  }

  run(sql: string, values: readonly MysqlParameter[] = []): Promise<{ affectedRows: number; insertId: number }> {
    return this.session((session) => session.run(sql, values));
  }

  async session<T>(task: (session: MysqlSession) => Promise<T>): Promise<T> {
    const connection = await this.#connect();
    const session = new ConnectionSession(connection, this.#limits.statementTimeoutMs);
    try {
      return await task(session);
    } finally {
      if (session.isBroken) connection.destroy();
      else connection.release();
    }
  }

  async transaction<T>(task: (session: MysqlSession) => Promise<T>): Promise<T> {
    try {
      return await this.#transact(task);
    } catch (error) {
      if (databaseUnavailable(error)?.code !== 'ER_LOCK_DEADLOCK') throw error;
      return this.#transact(task);
    }
  }

  #transact<T>(task: (session: MysqlSession) => Promise<T>): Promise<T> {
    return this.session((session) => inTransaction(session, () => task(session)));
  }

  /** Waits for a free connection, at most the statement timeout; one that comes too late is returned to the pool. */
  async #connect(): Promise<PoolConnection> {
    const waiting = this.#pool.getConnection();
    const timeout = new AbortController();
    const limitMs = this.#limits.connectTimeoutMs + this.#limits.statementTimeoutMs;
    const tooLate = setTimeout(limitMs, null, { ref: false, signal: timeout.signal }).catch(() => null);
    try {
      const connection = await Promise.race([waiting, tooLate]);
      if (connection !== null) return connection;
    } catch (error) {
      throw databaseUnavailable(error) ?? error;
    } finally {
      timeout.abort();
    }
    waiting.then(
      (connection) => connection.release(),
      () => undefined,
    );
    throw new DatabaseUnavailable('connections in use', false, null);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#pool.end();
  }
}
