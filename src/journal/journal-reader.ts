import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { textOf } from '../lib/row.ts';
import { damageIn } from '../lib/sqlite.ts';
import { Refusal } from '../tracking/refusals.ts';
import { CheckedRows, DamagedRowError, requireWhole } from './checked-rows.ts';
import { type DamagedRow, type NoteDamage, wholeFile } from './damaged-row.ts';
import { DamagedRows } from './damaged-rows.ts';
import { DocumentReader, documentCalls, type PaperRows } from './document-reader.ts';
import type { Journal } from './journal.ts';
import type { EngineCalls } from './journal-engine.ts';
import { ReportReader } from './report-reader.ts';
import type { Tails } from './tails.ts';

type ReaderCalls = Omit<EngineCalls, 'eachUnsealed' | 'nextFlightNumber' | 'scrub' | 'backup'>;

/** The reads of a journal, on a connection that only reads. What cannot be read because it is damaged is noted, and refused. */
export class JournalReader {
  readonly rows: CheckedRows;
  readonly onDamage: NoteDamage;
  readonly calls: ReaderCalls;
  readonly #damaged: DamagedRows;
  readonly #reports: ReportReader;
  readonly #documents: DocumentReader;
  readonly #note: StatementSync;

  /** @param onDamage - hears of each row once that is not as it was written */
  constructor(database: DatabaseSync, tails: Tails, onDamage: (row: DamagedRow) => void) {
    this.#damaged = new DamagedRows(onDamage);
    this.onDamage = this.#damaged.note;
    this.rows = new CheckedRows(database, this.onDamage);
    this.#reports = new ReportReader(database, tails, this.onDamage);
    this.#documents = new DocumentReader(documentsIn(database, this.rows));
    this.#note = database.prepare('SELECT * FROM notes WHERE name = ?');
    this.calls = this.#readCalls();
  }

  eachRaw: ReportReader['eachRaw'] = (...args) => this.#reports.eachRaw(...args);

  /** Changes with a number above `after`, in order, at most `limit`. @throws Refusal `data-damaged` */
  readChanges = (after: number, limit: number) => this.ask(() => this.#documents.changes(after, limit));

  /** @throws Refusal `data-damaged` */
  ask = async <T>(read: () => T | Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      throw this.#asRefusal(error);
    }
  };

  /** The same, at once. */
  now = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw this.#asRefusal(error);
    }
  };

  #readCalls(): ReaderCalls {
    const reports = this.#reports;
    const readSealed: Journal['readSealed'] = (flight) => this.now(() => reports.sealed(flight));
    return {
      readSealed,
      readReports: (flight, { after = 0, limit = Number.POSITIVE_INFINITY } = {}) =>
        this.ask(() => reports.read(flight, after, limit)),
      readChunks: (flight) => this.ask(() => reports.chunks(flight)),
      countReports: (...args) => this.ask(() => reports.count(...args)),
      hasSealedReport: (...report) => this.now(() => reports.hasSealed(...report)),
      isMissingReports: (flight) => this.#damaged.isMissingReports(flight) || readSealed(flight)?.lost !== undefined,
      ...documentCalls(this.#documents, this.ask),
      readNote: (name) => this.now(() => this.#readNote(name)),
    };
  }

  /** @throws DamagedRowError, for a note that cannot be read is not one that is missing */
  #readNote(name: string): string | null {
    const row = this.#note.get(name);
    if (row === undefined) return null;
    requireWhole('notes', row);
    return textOf(row, 'text');
  }

  #asRefusal(error: unknown): unknown {
    const damage = damageIn(error);
    if (damage !== null) this.onDamage(wholeFile(damage));
    else if (error instanceof DamagedRowError) this.onDamage(error.row);
    else return error;
    return new Refusal('data-damaged', {
      message: 'This is stored, but damaged, and cannot be read. The operator of the server has to repair it.',
    });
  }
}

/** The rows of a file; each statement is prepared once. */
function documentsIn(database: DatabaseSync, checked: CheckedRows): PaperRows {
  const statements = new Map<string, StatementSync>();
  return {
    part: null,
    // A damaged document may be no JSON, of which SQLite would say so instead of reading the others.
    member: (path) => `iif(json_valid(document), document ->> '${path}', NULL)`,
    decode: (table, row, decode, asked) => checked.read(table, row, decode, asked),
    async rows(sql, values) {
      const statement = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, statement);
      return statement.all(...values);
    },
  };
}
