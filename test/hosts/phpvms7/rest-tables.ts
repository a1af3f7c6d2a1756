import { createPool, type Pool, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import type { MysqlAddress } from '../../../src/lib/mysql.ts';

/** As Laravel sets it with `strict => true`. */
const strict =
  'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

export type Row = Record<string, unknown>;
export type Value = string | number | null;

/** The platform's own connection: never strict up to 7.0.10, always UTC (config/database.php). `{users}` is the table with its prefix. */
export class Tables {
  readonly #pool: Pool;
  readonly #prefix: string;

  constructor(address: MysqlAddress, prefix: string, isStrict = false) {
    const server = 'socketPath' in address.server ? { socketPath: address.server.socketPath } : address.server;
    this.#pool = createPool({
      ...server,
      user: address.user,
      password: address.password.reveal(),
      database: address.database,
      connectionLimit: 4,
      dateStrings: true,
      charset: 'utf8mb4',
    });
    this.#pool.pool.on('connection', (connection) =>
      connection.query(`SET SESSION sql_mode = '${isStrict ? strict : ''}', time_zone = '+00:00'`),
    );
    this.#prefix = prefix;
  }

  async rows(sql: string, values: readonly Value[] = []): Promise<Row[]> {
    const [rows] = await this.#pool.query<RowDataPacket[]>(this.#fill(sql), [...values]);
    return rows;
  }

  async run(sql: string, values: readonly Value[] = []): Promise<number> {
    const [result] = await this.#pool.query<ResultSetHeader>(this.#fill(sql), [...values]);
    return result.affectedRows;
  }

  async columns(table: string): Promise<ReadonlySet<string>> {
    const rows = await this.rows(`SHOW COLUMNS FROM {${table}}`);
    return new Set(rows.map((row) => String(row.Field)));
  }

  async has(table: string): Promise<boolean> {
    const rows = await this.rows(
      'SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?',
      [this.#prefix + table],
    );
    return rows.length > 0;
  }

  async setting(key: string): Promise<string> {
    const [row] = await this.rows('SELECT value FROM {settings} WHERE `key` = ?', [key]);
    return String(row?.value ?? '');
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  #fill(sql: string): string {
    return sql.replace(/\{(\w+)\}/g, (_all, name) => `\`${this.#prefix}${name}\``);
  }
}

export function sqlNow(): string {
  return new Date().toISOString().slice(0, 19).replace('T', ' ');
}
