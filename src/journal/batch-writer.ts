import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { damageIn, isUnreachable, scrubDatabase } from '../lib/sqlite.ts';
import { rowWidth } from './batch.ts';
import { ByteWriter } from './bytes.ts';
import { type DamagedRow, type NoteDamage, wholeFile } from './damaged-row.ts';
import { OperationWriter } from './operation-writer.ts';
import type { BatchFailure, BatchMessage, Operation } from './operations.ts';
import { encodeRow } from './row-codec.ts';
import { rowSum } from './row-sum.ts';
import { Sealer } from './sealer.ts';
import { prepareInsert } from './summed-tables.ts';
import type { NamedText } from './texts.ts';

export interface Commit {
  readonly failure: BatchFailure | null;
  readonly sealed: readonly (readonly [number, number])[];
  readonly damaged: readonly DamagedRow[];
}

/** The file was moved or deleted: data written to it would be lost when this process ends. */
class MisplacedFileError extends Error {
  override readonly name = 'MisplacedFileError';
}

/** Writes batches, each in one transaction, on the only connection that writes. */
export class BatchWriter {
  readonly #database: DatabaseSync;
  readonly #insertReport: StatementSync;
  readonly #insertText: ReturnType<typeof prepareInsert>;
  readonly #operations: OperationWriter;
  readonly #sealer: Sealer;
  readonly #row = new ByteWriter();
  /** Texts of failed batches, to which later rows refer. */
  #unsaved: readonly NamedText[] = [];
  /** Rows that this batch found damaged. */
  #damaged: DamagedRow[] = [];
  readonly #file: string;
  readonly #identify: () => number | null;
  readonly #identity: number | null;

  /** @param identify - returns what tells the file from another one in its place; null when it is gone */
  constructor(database: DatabaseSync, file: string, identify: () => number | null) {
    this.#database = database;
    this.#file = file;
    this.#identify = identify;
    this.#identity = identify();
    this.#insertReport = database.prepare('INSERT INTO reports (number, flight, body, sum) VALUES (?, ?, ?, ?)');
    this.#insertText = prepareInsert(database, 'texts', 'INSERT OR IGNORE');
    const onDamage: NoteDamage = (row) => this.#damaged.push(row);
    this.#sealer = new Sealer(database, onDamage);
    this.#operations = new OperationWriter(database, this.#sealer, onDamage);
  }

  /**
   * Writes the batch. When it returns, all of it is on disk, or nothing of it and `failure` has the reason. What only tidies up is
   * left undone when it meets a damaged page, so that the reports of its batch are stored.
   */
  commit(batch: BatchMessage): Commit {
    const met: DamagedRow[] = [];
    for (const tidied of tidying) {
      const { damaged, ...rest } = this.#attempt(batch, tidied);
      met.push(...damaged);
      const isLast = tidied === 'nothing' || !batch.operations.some(({ operation }) => isTidying(operation));
      if (rest.failure?.kind !== 'damage' || isLast) return { ...rest, damaged: met };
      met.push(wholeFile(rest.failure.message));
    }
    throw new Error('no attempt was the last');
  }

  #attempt(batch: BatchMessage, tidied: Tidied): Commit {
    const texts = [...this.#unsaved, ...batch.texts];
    this.#damaged = [];
    try {
      this.#requireFile();
      this.#database.exec('BEGIN IMMEDIATE');
      for (const { id, text } of texts) this.#insertText(id, text);
      const sealed = this.#write(batch, tidied !== 'nothing');
      if (sealed.length > 0 && tidied === 'everything') this.#sealer.cut();
      this.#database.exec('COMMIT');
      this.#unsaved = [];
      return { failure: null, sealed, damaged: this.#damaged };
    } catch (error) {
      this.#unsaved = texts;
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      return { failure: failureOf(error), sealed: [], damaged: this.#damaged };
    }
  }

  /**
   * Overwrites what deleted rows and earlier versions of rows left in the file and its log.
   * @throws Error while another connection reads the file
   */
  scrub(): BatchFailure | null {
    try {
      this.#requireFile();
      scrubDatabase(this.#database);
      return null;
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Detects a deleted file, because SQLite keeps writing to it and nobody would notice before the next start. */
  #requireFile(): void {
    if (this.#identity !== null && this.#identify() === this.#identity) return;
    throw new MisplacedFileError(
      `${this.#file} was deleted, moved or replaced while the server was running. Put it back, or restore a backup and restart the server.`,
    );
  }

  #write(batch: BatchMessage, isTidied: boolean): (readonly [number, number])[] {
    const sealed: (readonly [number, number])[] = [];
    let written = 0;
    for (const { afterRows, operation } of batch.operations) {
      this.#writeRows(batch, written, afterRows);
      written = afterRows;
      if (!isTidied && isTidying(operation)) continue;
      const lastNumber = this.#operations.write(operation);
      if (operation.kind === 'seal') sealed.push([operation.flight, lastNumber]);
    }
    this.#writeRows(batch, written, batch.rowCount);
    return sealed;
  }

  #writeRows({ rows, strings }: BatchMessage, from: number, to: number): void {
    for (let row = from; row < to; row++) {
      const offset = row * rowWidth;
      const body = encodeRow(this.#row, rows, offset + 2, strings);
      const number = rows[offset] ?? 0;
      const flight = rows[offset + 1] ?? 0;
      this.#insertReport.run(number, flight, body, rowSum(number, flight, body));
    }
  }
}

/** What is tidied up in a batch. Each attempt does less than the one before, for the damaged page is in the way of one of them. */
const tidying = ['everything', 'all but raw rows', 'nothing'] as const;
type Tidied = (typeof tidying)[number];

const isTidying = ({ kind }: Operation) => kind === 'seal' || kind === 'forget';

function failureOf(error: unknown): BatchFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (damageIn(error) !== null) return { message, kind: 'damage' };
  return { message, kind: error instanceof MisplacedFileError || isUnreachable(error) ? 'storage' : 'bug' };
}
