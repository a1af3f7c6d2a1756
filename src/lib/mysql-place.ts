import type { Mysql, MysqlAddress, MysqlLimits } from './mysql.ts';
import { openMysql } from './mysql-pool.ts';

/** Address of a server, or a function that finds it; called on first use, and again until it is found. */
export type MysqlPlace = MysqlAddress | (() => Promise<MysqlAddress>);

/** Like `openMysql`; while the server is not found, every statement fails with the error of finding it (`DatabaseUnavailable`). */
export function openMysqlAt(place: MysqlPlace, limits?: MysqlLimits, timeZone: string | null = null): Mysql {
  return typeof place === 'function'
    ? new FoundMysql(async () => openMysql(await place(), limits, { timeZone }))
    : openMysql(place, limits, { timeZone });
}

class FoundMysql implements Mysql {
  readonly #open: () => Promise<Mysql>;
  #opened: Promise<Mysql> | null = null;

  constructor(open: () => Promise<Mysql>) {
    this.#open = open;
  }

  rows: Mysql['rows'] = async (sql, values) => (await this.#find()).rows(sql, values);

  run: Mysql['run'] = async (sql, values) => (await this.#find()).run(sql, values);

  session: Mysql['session'] = async (task) => (await this.#find()).session(task);

  transaction: Mysql['transaction'] = async (task) => (await this.#find()).transaction(task);

  async close(): Promise<void> {
    const mysql = await this.#opened?.catch(() => null);
    await mysql?.close();
  }

  /** Concurrent callers share one lookup. */
  #find(): Promise<Mysql> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }
}
