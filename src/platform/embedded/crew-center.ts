import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Bcrypt } from '../../lib/bcrypt.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Row } from '../../lib/row.ts';
import { isUnreachable } from '../../lib/sqlite.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { toSqlTime } from '../seven/sql-time.ts';
import { EventListeners } from './events.ts';
import { recordEvents } from './modules/event-log.ts';
import { type Tell, WriteQueue } from './write-queue.ts';

/** What the embedded crew center needs of the server's logger. */
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
  /** Of new passwords. */
  readonly passwordCost: number;
}

/** The embedded crew center: its database, and whoever listens to its events. Files beside this one say what is done with it. */
export class CrewCenter {
  readonly clock: Clock;
  readonly log: CrewCenterLog;
  readonly bcrypt: Bcrypt;
  readonly passwordCost: number;
  readonly events: EventListeners;
  /** For the file that opens and closes it; others use `read` and `write`. */
  readonly database: DatabaseSync;
  readonly #queue: WriteQueue;
  readonly #statements = new Map<string, StatementSync>();

  constructor(parts: CrewCenterParts) {
    this.database = parts.database;
    this.clock = parts.clock;
    this.log = parts.log;
    this.bcrypt = parts.bcrypt;
    this.passwordCost = parts.passwordCost;
    this.events = new EventListeners((error) => this.log.error({ err: error }, 'an event listener failed'));
    this.#queue = new WriteQueue(
      parts.database,
      (events) => recordEvents(this, events),
      (event) => this.events.tell(event),
    );
  }

  /** Now, as the tables keep it. */
  now(): string {
    return toSqlTime(this.clock.now());
  }

  /** @throws Refusal `crew-center-unavailable` when the file could not be asked. */
  read<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asRefusal(error);
    }
  }

  /** Runs the work in a transaction; settles when it is on disk, then its events are told. @throws as `read`. */
  async write<T>(work: (tell: Tell) => T): Promise<T> {
    return this.#write(work, true);
  }

  /** As `write`, for what is said again soon: it does not wait for the disk, and a power cut may take it back. */
  async writeSoon<T>(work: (tell: Tell) => T): Promise<T> {
    return this.#write(work, false);
  }

  async #write<T>(work: (tell: Tell) => T, isLasting: boolean): Promise<T> {
    try {
      return await this.#queue.write(work, isLasting);
    } catch (error) {
      throw asRefusal(error);
    }
  }

  /** Waits for what is being written, then closes the file. */
  async close(): Promise<void> {
    await this.write(() => undefined).catch(() => undefined);
    await this.bcrypt.close();
    if (this.database.isOpen) this.database.close();
  }

  /** Prepared once and kept: for texts of which there are few. */
  statement(sql: string): StatementSync {
    // A file that was closed took its statements with it.
    if (!this.database.isOpen) this.#statements.clear();
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.database.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  all(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    return this.statement(sql).all(...values);
  }

  get(sql: string, ...values: SQLInputValue[]): Row | null {
    return this.statement(sql).get(...values) ?? null;
  }

  /** How many rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.statement(sql).run(...values).changes);
  }

  /** The id that the row was given. */
  insert(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.statement(sql).run(...values).lastInsertRowid);
  }
}

function asRefusal(error: unknown): unknown {
  if (!isUnreachable(error)) return error;
  return new Refusal('crew-center-unavailable', {
    message: 'The crew center cannot be reached. Try again in a moment.',
    retryAfterS: 5,
  });
}
