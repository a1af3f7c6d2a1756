import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Bcrypt } from '../../lib/bcrypt.ts';
import type { Clock } from '../../lib/clock.ts';
import { scrubFile } from '../../lib/database-copy.ts';
import { addListFunctions } from '../../lib/lists/table-list.ts';
import type { Row } from '../../lib/row.ts';
import { damageIn } from '../../lib/sqlite.ts';
import { pilotIdent } from '../seven/pilot-ident.ts';
import { toSqlTime } from '../seven/sql-time.ts';
import type { Tables } from '../seven/tables.ts';
import { EventListeners } from './events.ts';
import { refusalOf } from './file-refusals.ts';
import { recordEvents } from './modules/event-log.ts';
import { type Emit, WriteQueue } from './write-queue.ts';

/** The part of the server's logger that the embedded crew center uses. */
export interface CrewCenterLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface CrewCenterParts {
  readonly database: DatabaseSync;
  readonly clock: Clock;
  readonly log: CrewCenterLog;
  readonly bcrypt: Bcrypt;
  /** bcrypt cost of new passwords. */
  readonly passwordCost: number;
  /** Hears what SQLite says of a damaged file. */
  onDamage(what: string): void;
}

/** The embedded crew center: its database, and the listeners of its events. Other files of this folder work with it. */
export class CrewCenter {
  readonly clock: Clock;
  readonly log: CrewCenterLog;
  readonly bcrypt: Bcrypt;
  readonly passwordCost: number;
  readonly events: EventListeners;
  /** Only for opening and closing; use `read` and `write` otherwise. */
  readonly database: DatabaseSync;
  readonly #queue: WriteQueue;
  readonly #onDamage: CrewCenterParts['onDamage'];
  readonly #statements = new Map<string, StatementSync>();
  /** Those that were looked up and are there, each with its table. */
  readonly #columns = new Set<string>();

  constructor(parts: CrewCenterParts) {
    this.database = parts.database;
    addListFunctions(parts.database);
    parts.database.function('pilot_ident', { deterministic: true }, (code, length, airline, number) =>
      pilotIdent(
        { idCode: String(code ?? ''), idLength: Number(length) },
        airline === null ? null : String(airline),
        Number(number),
      ),
    );
    this.clock = parts.clock;
    this.log = parts.log;
    this.bcrypt = parts.bcrypt;
    this.passwordCost = parts.passwordCost;
    this.#onDamage = (what) => parts.onDamage(what);
    this.events = new EventListeners((error) => this.log.error({ err: error }, 'an event listener failed'));
    this.#queue = new WriteQueue(
      parts.database,
      (events) => recordEvents(this, events),
      (event) => this.events.notify(event),
    );
  }

  /** Returns the current time in the format of the tables. */
  now(): string {
    return toSqlTime(this.clock.now());
  }

  /** Runs a read. @throws Refusal `crew-center-unavailable` when the file is unavailable, `data-damaged` when it is damaged */
  read<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#asRefusal(error);
    }
  }

  /** Runs the work in a transaction. Settles when it is on disk; then listeners are notified. @throws as `read` */
  async write<T>(work: (emit: Emit) => T): Promise<T> {
    return this.#write(work, true);
  }

  /** Like `write`, for data that is written again soon: does not wait for the disk, and a power cut may undo it. */
  async writeSoon<T>(work: (emit: Emit) => T): Promise<T> {
    return this.#write(work, false);
  }

  async #write<T>(work: (emit: Emit) => T, isLasting: boolean): Promise<T> {
    try {
      return await this.#queue.write(work, isLasting);
    } catch (error) {
      throw this.#asRefusal(error);
    }
  }

  /** Overwrites what deleted rows left in the file; reads go on, and writes wait. @throws as `read` */
  async scrub(): Promise<void> {
    const file = this.database.location();
    if (file === null) return;
    try {
      await this.#queue.hold(() => scrubFile(file));
    } catch (error) {
      throw this.#asRefusal(error);
    }
  }

  /** Waits for pending writes, then closes the file. */
  async close(): Promise<void> {
    await this.write(() => undefined).catch(() => undefined);
    await this.bcrypt.close();
    if (this.database.isOpen) this.database.close();
  }

  /** Caches prepared statements; only for a small number of texts. */
  statement(sql: string): StatementSync {
    // Statements of a closed file cannot be used any more.
    if (!this.database.isOpen) this.#statements.clear();
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.database.prepare(this.#fill(sql));
    this.#statements.set(sql, made);
    return made;
  }

  /** As statements for the tables of version 7 read them, each in a turn of the event loop of its own. @throws as `read` */
  readonly tables: Tables = {
    rows: async (sql, values = []) => {
      await new Promise((resolve) => setImmediate(resolve));
      return this.read(() => this.database.prepare(this.#fill(sql)).all(...values));
    },
  };

  /** Its tables have the names of version 7; columns of other releases, and of its own newer versions, are NULL. */
  #fill(sql: string): string {
    return sql
      .replace(/\{\?(\w+)\.(\w+)\.(\w+)\}/g, (_all, name: string, table: string, column: string) =>
        this.#hasColumn(table, column) ? `${name}.\`${column}\`` : 'NULL',
      )
      .replace(/\{(\w+)\}/g, '$1');
  }

  #hasColumn(table: string, column: string): boolean {
    const name = `${table}.${column}`;
    if (this.#columns.has(name)) return true;
    const found = this.database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column);
    if (found !== undefined) this.#columns.add(name);
    return found !== undefined;
  }

  all(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    return this.statement(sql).all(...values);
  }

  get(sql: string, ...values: SQLInputValue[]): Row | null {
    return this.statement(sql).get(...values) ?? null;
  }

  /** Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.statement(sql).run(...values).changes);
  }

  /** Returns the id of the inserted row. */
  insert(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.statement(sql).run(...values).lastInsertRowid);
  }

  #asRefusal(error: unknown): unknown {
    const damage = damageIn(error);
    if (damage !== null) this.#onDamage(damage);
    return refusalOf(error);
  }
}
