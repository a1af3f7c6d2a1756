import type { Mysql, MysqlRow, MysqlValue } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { table } from '../../lib/table.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { type Columns, type Installation, readInstallation } from './installation.ts';

/** What stands for tables that a release lacks. */
const absent = table<string>({
  bundle_subfleet: '(SELECT NULL AS bundle_id, NULL AS subfleet_id FROM DUAL WHERE 1 = 0)',
  simbrief: `(SELECT NULL AS id, NULL AS user_id, NULL AS flight_id, NULL AS pirep_id, NULL AS ofp_xml, NULL AS created_at,
    NULL AS updated_at FROM DUAL WHERE 1 = 0)`,
  typerating_subfleet: '(SELECT NULL AS typerating_id, NULL AS subfleet_id FROM DUAL WHERE 1 = 0)',
  typerating_user: '(SELECT NULL AS typerating_id, NULL AS user_id FROM DUAL WHERE 1 = 0)',
});

/** As MySQL and MariaDB call a right that is missing on a table, or on some of its columns. */
const missingRights: readonly string[] = ['ER_TABLEACCESS_DENIED_ERROR', 'ER_COLUMNACCESS_DENIED_ERROR'];

/**
 * The host's database. In statements `{users}` stands for the table with the site's prefix, and `{?b.bids.aircraft_id}`
 * for the column `b.aircraft_id`, or NULL where the installed release has none.
 * Every method throws `crew-center-unavailable` when the database cannot be reached.
 */
export class Database {
  readonly #mysql: Mysql;
  readonly #prefix: string;
  #installation: Promise<Installation> | null = null;
  #isClosed = false;

  constructor(mysql: Mysql, prefix: string) {
    if (!/^[A-Za-z0-9_$-]*$/.test(prefix))
      throw new Error('DB_PREFIX contains a character that is not allowed in table names');
    this.#mysql = mysql;
    this.#prefix = prefix;
  }

  async rows(sql: string, values: readonly MysqlValue[] = []): Promise<readonly MysqlRow[]> {
    return this.#ask((text) => this.#mysql.rows(text, values), sql);
  }

  /** How many rows the statement found or made. */
  async run(sql: string, values: readonly MysqlValue[] = []): Promise<number> {
    return (await this.#ask((text) => this.#mysql.run(text, values), sql)).affectedRows;
  }

  /** As `run`; null where the database user lacks the right for it. */
  async runIfAllowed(sql: string, values: readonly MysqlValue[]): Promise<number | null> {
    return this.#ask(async (text) => {
      try {
        return (await this.#mysql.run(text, values)).affectedRows;
      } catch (error) {
        if (error instanceof DatabaseUnavailable && missingRights.includes(error.code)) return null;
        throw error;
      }
    }, sql);
  }

  async columns(table: string): Promise<Columns> {
    return (await this.installation()).get(table) ?? new Map();
  }

  /** What is installed, read once, and again after a statement failed for a missing column (the site was upgraded). */
  installation(): Promise<Installation> {
    this.#installation ??= this.#guard(() => readInstallation(this.#mysql, this.#prefix)).catch((error: unknown) => {
      this.#installation = null;
      throw error;
    });
    return this.#installation;
  }

  /** Checks again for a table that was missing when the installation was read; a found table is remembered. */
  async hasTable(name: string): Promise<boolean> {
    const rows = await this.#guard(() =>
      this.#mysql.rows('SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?', [
        this.#prefix + name,
      ]),
    );
    if (rows.length > 0) this.#installation = null;
    return rows.length > 0;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#mysql.close();
  }

  async #ask<T>(task: (sql: string) => Promise<T>, sql: string): Promise<T> {
    const text = this.#fill(sql, await this.installation());
    return this.#guard(() => task(text));
  }

  #fill(sql: string, installation: Installation): string {
    return sql.replace(/\{(\?)?(\w+)(?:\.(\w+)\.(\w+))?\}/g, (_all, isOptional, name, table, column) => {
      if (isOptional === undefined)
        return installation.has(name) ? `\`${this.#prefix}${name}\`` : (absent[name] ?? `\`${this.#prefix}${name}\``);
      return installation.get(table)?.has(column) === true ? `${name}.\`${column}\`` : 'NULL';
    });
  }

  async #guard<T>(task: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Refusal('shutting-down', { message: 'The server is shutting down.', retryAfterS: 5 });
    try {
      return await task();
    } catch (error) {
      if (error instanceof DatabaseUnavailable) {
        const message = `The crew center's database is unavailable (${error.code}). Try again later.`;
        throw new Refusal('crew-center-unavailable', { message, retryAfterS: 10 });
      }
      if (error instanceof Error && 'code' in error && error.code === 'ER_BAD_FIELD_ERROR') this.#installation = null;
      throw error;
    }
  }
}
