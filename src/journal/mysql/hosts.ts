import type { Mysql, MysqlAddress, MysqlLimits, MysqlParameter, MysqlSession, MysqlStart } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { openMysql } from '../../lib/mysql-pool.ts';
import { checkNode, UnfitNodeError } from './node-check.ts';

export interface HostsOptions {
  readonly addresses: readonly MysqlAddress[];
  readonly limits: MysqlLimits;
  readonly start: Partial<MysqlStart>;
  /** Called when another host is used from now on. */
  onMoved?(from: string, to: string, code: string): void;
}

interface Host {
  readonly name: string;
  readonly mysql: Mysql;
  /** Whether its settings were checked since it last failed. */
  isChecked: boolean;
}

/** Failures of a statement, after which another node would do no better. */
const ofTheStatement = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  'ER_QUERY_TIMEOUT',
  'ER_STATEMENT_TIMEOUT',
]);

/**
 * Several servers with the same data, used as one: the one that works is used until it fails, then the next. A task that has
 * begun is never repeated on another host, because it may have had an effect; reading is.
 */
export class Hosts implements Mysql {
  readonly #hosts: readonly Host[];
  readonly #options: HostsOptions;
  #current = 0;

  constructor(options: HostsOptions) {
    this.#options = options;
    this.#hosts = options.addresses.map((address) => ({
      name: nameOf(address),
      mysql: openMysql(address, options.limits, options.start),
      isChecked: false,
    }));
  }

  /** Name of the host in use, for messages. */
  get current(): string {
    return this.#hosts[this.#current]?.name ?? '';
  }

  get count(): number {
    return this.#hosts.length;
  }

  /** Runs a task that only reads, from one snapshot, so that it can be repeated on another host. */
  reading<T>(task: (session: MysqlSession) => Promise<T>): Promise<T> {
    return this.#onAny(
      async (session) => {
        await session.run('START TRANSACTION');
        try {
          const result = await task(session);
          await session.run('ROLLBACK');
          return result;
        } catch (error) {
          await rollBack(session, error);
          throw error;
        }
      },
      () => true,
    );
  }

  rows(sql: string, values: readonly MysqlParameter[] = []) {
    return this.#onAny(
      (session) => session.rows(sql, values),
      () => true,
    );
  }

  run(sql: string, values: readonly MysqlParameter[] = []) {
    return this.session((session) => session.run(sql, values));
  }

  session<T>(task: (session: MysqlSession) => Promise<T>): Promise<T> {
    let hasBegun = false;
    const begin = (session: MysqlSession) => {
      hasBegun = true;
      return task(session);
    };
    return this.#onAny(begin, () => !hasBegun);
  }

  /** Repeats it once after a deadlock, because nothing of it happened; but not when that is the answer to its COMMIT. */
  async transaction<T>(task: (session: MysqlSession) => Promise<T>): Promise<T> {
    let isCommitting = false;
    const once = () =>
      this.session(async (session) => {
        await session.run('START TRANSACTION');
        try {
          const result = await task(session);
          isCommitting = true;
          await session.run('COMMIT');
          return result;
        } catch (error) {
          await rollBack(session, error);
          throw error;
        }
      });
    try {
      return await once();
    } catch (error) {
      if (isCommitting || !(error instanceof DatabaseUnavailable) || error.code !== 'ER_LOCK_DEADLOCK') throw error;
      return once();
    }
  }

  /** What begins from now on is not asked of this host first: other connections found that it fails. */
  avoid(name: string): void {
    if (this.#hosts.length > 1 && this.current === name) this.#current = (this.#current + 1) % this.#hosts.length;
  }

  /**
   * Checks every host, so that a node that is set up wrongly is known before it is needed.
   * @param onLost - gets each that does not answer
   * @throws UnfitNodeError; DatabaseUnavailable when none answers
   */
  async checkAll(onLost: (problem: string) => void): Promise<void> {
    const checks = this.#hosts.map((host, index) => this.#on(index, async () => host.name));
    const results = await Promise.allSettled(checks);
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    const serious = errors.find((error) => !(error instanceof DatabaseUnavailable) || error instanceof UnfitNodeError);
    if (serious !== undefined) throw serious;
    if (errors.length === this.#hosts.length) throw errors[0];
    results.forEach(({ status }, index) => {
      if (status === 'rejected') onLost(this.#hosts[index]?.name ?? '');
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#hosts.map(({ mysql }) => mysql.close()));
  }

  /** Tries each host once, beginning with the current one, while `mayRepeat`. */
  async #onAny<T>(task: (session: MysqlSession) => Promise<T>, mayRepeat: () => boolean): Promise<T> {
    for (let tried = 1; ; tried++) {
      const index = this.#current;
      try {
        return await this.#on(index, task);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || ofTheStatement.has(error.code)) throw error;
        this.#leave(index, error.code);
        if (tried >= this.#hosts.length || !mayRepeat()) throw error;
      }
    }
  }

  async #on<T>(index: number, task: (session: MysqlSession) => Promise<T>): Promise<T> {
    const host = this.#hosts[index];
    if (host === undefined) throw new DatabaseUnavailable('no host', true, null);
    return host.mysql.session(async (session) => {
      if (!host.isChecked) await checkNode(session, host.name);
      host.isChecked = true;
      return task(session);
    });
  }

  /** Only the first of several failures on one host moves on. */
  #leave(index: number, code: string): void {
    const host = this.#hosts[index];
    if (host !== undefined) host.isChecked = false;
    if (this.#current !== index || this.#hosts.length === 1) return;
    this.#current = (index + 1) % this.#hosts.length;
    this.#options.onMoved?.(host?.name ?? '', this.current, code);
  }
}

/** After an error. A connection that ended has rolled back by itself, or will. */
export async function rollBack(session: MysqlSession, error: unknown): Promise<void> {
  if (error instanceof DatabaseUnavailable && error.endsConnection) return;
  await session.run('ROLLBACK').catch(() => undefined);
}

/** Returns `host:port`, or the path of a socket. */
export function nameOf({ server }: Pick<MysqlAddress, 'server'>): string {
  return 'socketPath' in server ? server.socketPath : `${server.host}:${server.port}`;
}
