import type { Mysql, MysqlParameter, MysqlSession } from '../../../src/lib/mysql.ts';
import { DatabaseUnavailable } from '../../../src/lib/mysql-failures.ts';
import type { Life } from '../virtual-time.ts';
import { type ModelDatabase, ModelTransaction } from './database.ts';
import { runStatement } from './statements.ts';

/** As the connections of the real one: longer than a cluster stands still when a node dies. */
const statementTimeoutMs = 8_000;
const connectTimeoutMs = 2_000;

/** A server's way to the database. */
export interface DatabaseLink {
  readonly database: ModelDatabase;
  /** Of the server: answers that come after its end are lost. */
  readonly life: Life;
  isCut(): boolean;
}

/** Connections of one server to the model of the database. */
export class ModelMysql implements Mysql {
  readonly #link: DatabaseLink;
  readonly #isAutocommit: boolean;
  /** Nodes that it could go on with. */
  readonly count = 3;

  /** @param isAutocommit - without it each statement outside of a transaction begins one */
  constructor(link: DatabaseLink, isAutocommit = true) {
    this.#link = link;
    this.#isAutocommit = isAutocommit;
  }

  rows(sql: string, values: readonly MysqlParameter[] = []) {
    return this.session((session) => session.rows(sql, values));
  }

  run(sql: string, values: readonly MysqlParameter[] = []) {
    return this.session((session) => session.run(sql, values));
  }

  session<T>(task: (session: MysqlSession) => Promise<T>): Promise<T> {
    return task(new ModelSession(this.#link, this.#isAutocommit));
  }

  async transaction<T>(task: (session: MysqlSession) => Promise<T>): Promise<T> {
    return this.session(async (session) => {
      await session.run('START TRANSACTION');
      const result = await task(session);
      await session.run('COMMIT');
      return result;
    });
  }

  /** Does something that is not a statement, all at once. @throws DatabaseUnavailable */
  ask<T>(work: () => T): Promise<T> {
    return new ModelSession(this.#link, this.#isAutocommit).ask(work);
  }

  async close(): Promise<void> {}
}

/** One connection. */
export class ModelSession implements MysqlSession {
  readonly #link: DatabaseLink;
  readonly #isAutocommit: boolean;
  #transaction: ModelTransaction | null = null;
  #isLost = false;

  constructor(link: DatabaseLink, isAutocommit: boolean) {
    this.#link = link;
    this.#isAutocommit = isAutocommit;
  }

  async rows(sql: string, values: readonly MysqlParameter[] = []) {
    return this.ask(() => runStatement(this.#link.database.rows, sql, values).rows);
  }

  async run(sql: string, values: readonly MysqlParameter[] = []) {
    if (sql === 'START TRANSACTION') {
      if (this.#isLost) throw unavailable('closed');
      this.#transaction = new ModelTransaction();
      return nothing;
    }
    if (sql === 'ROLLBACK') {
      this.#transaction = null;
      return nothing;
    }
    if (sql === 'COMMIT') return this.#commit();
    this.#begin();
    return this.ask(() => {
      const found = runStatement(this.#link.database.rows, sql, values);
      if (this.#transaction === null) found.apply();
      else this.#transaction.add(found);
      return { affectedRows: found.affected, insertId: 0 };
    });
  }

  /** Adds what the transaction does beside its statements. */
  add(apply: () => void): void {
    this.#begin();
    this.#transaction?.add({ changed: [], apply });
  }

  #begin(): void {
    if (!this.#isAutocommit) this.#transaction ??= new ModelTransaction();
  }

  /** Sends something to the database, and waits for its answer. @throws DatabaseUnavailable */
  ask<T>(work: () => T): Promise<T> {
    return this.#send((answer) => {
      const outcome = outcomeOf(work);
      answer(outcome);
    });
  }

  #commit(): Promise<typeof nothing> {
    const transaction = this.#transaction ?? new ModelTransaction();
    this.#transaction = null;
    return this.#send((answer) =>
      this.#link.database.commit(transaction, (error) => answer(error === null ? { value: nothing } : { error })),
    );
  }

  #send<T>(work: (answer: (outcome: Outcome<T>) => void) => void): Promise<T> {
    const { database, life, isCut } = this.#link;
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome<T>) => {
        timer[Symbol.dispose]();
        if (this.#isLost) return;
        if ('value' in outcome) return resolve(outcome.value);
        this.#isLost = !(outcome.error instanceof DatabaseUnavailable) || outcome.error.endsConnection;
        reject(outcome.error);
      };
      const isCutAtOnce = isCut();
      const [ms, code] = isCutAtOnce
        ? ([connectTimeoutMs, 'ETIMEDOUT'] as const)
        : ([statementTimeoutMs, 'PROTOCOL_SEQUENCE_TIMEOUT'] as const);
      const timer = life.after(ms, () => settle({ error: unavailable(code) }), 'database timeout');
      if (this.#isLost) return reject(unavailable('closed'));
      if (isCutAtOnce) return;
      database.arrive(() => {
        if (isCut()) return;
        work((outcome) => {
          if (!isCut()) life.after(0.3, () => settle(outcome), 'database answers');
        });
      });
    });
  }
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

const nothing = { affectedRows: 0, insertId: 0 };

function outcomeOf<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

function unavailable(code: string): DatabaseUnavailable {
  return new DatabaseUnavailable(code, true, null);
}
