import type { PoolConnection, ResultSetHeader } from 'mysql2/promise';
import type { MysqlParameter, MysqlRow, MysqlSession } from './mysql.ts';
import { DatabaseUnavailable, databaseUnavailable } from './mysql-failures.ts';

/** Runs `task` in a transaction on this connection; rolls back when it throws. */
export async function inTransaction<T>(session: MysqlSession, task: () => Promise<T>): Promise<T> {
  await session.run('START TRANSACTION');
  try {
    const result = await task();
    await session.run('COMMIT');
    return result;
  } catch (error) {
    await session.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Statements on one connection of the pool, each with a time limit. */
export class ConnectionSession implements MysqlSession {
  readonly #connection: PoolConnection;
  readonly #timeoutMs: number;
  #isBroken = false;

  constructor(connection: PoolConnection, timeoutMs: number) {
    this.#connection = connection;
    this.#timeoutMs = timeoutMs;
  }

  /** Whether the connection may still receive a result for which nothing waits. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  async rows(sql: string, values: readonly MysqlParameter[] = []): Promise<readonly MysqlRow[]> {
    const answer = await this.#ask(sql, values);
    return Array.isArray(answer) ? (answer as MysqlRow[]) : [];
  }

  async run(sql: string, values: readonly MysqlParameter[] = []): Promise<{ affectedRows: number; insertId: number }> {
    const { affectedRows, insertId } = (await this.#ask(sql, values)) as ResultSetHeader;
    return { affectedRows, insertId };
  }

  async #ask(sql: string, values: readonly MysqlParameter[]): Promise<unknown> {
    // It would wait behind what is not answered, and its limit begins with its turn.
    if (this.#isBroken) throw new DatabaseUnavailable('CONNECTION_GIVEN_UP', true, null);
    try {
      const options = { sql, values: [...values], timeout: this.#timeoutMs };
      const [answer] = isTransactionWord(sql)
        ? await this.#connection.query(options)
        : await this.#connection.execute(options);
      return answer;
    } catch (error) {
      const unavailable: DatabaseUnavailable | null = databaseUnavailable(error);
      // What could not be rolled back must not become part of the next transaction.
      if (unavailable?.endsConnection || sql === 'ROLLBACK') this.#isBroken = true;
      throw unavailable ?? error;
    }
  }
}

/** MySQL 5.6 cannot prepare these. */
function isTransactionWord(sql: string): boolean {
  return sql === 'START TRANSACTION' || sql === 'COMMIT' || sql === 'ROLLBACK';
}
