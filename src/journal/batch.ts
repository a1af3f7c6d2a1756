import { columnCount } from '../tracking/position/formats.ts';
import type { Position } from '../tracking/position/position.ts';
import { writeColumns } from '../tracking/position/position-code.ts';
import type { BatchMessage, Operation } from './operations.ts';
import type { NamedText, TextNumbers } from './texts.ts';

/** Layout of a position sent to the writer: the report's number, its flight, then the columns, not yet rounded. */
export const rowWidth = 2 + columnCount;

/** The writes of one commit, in order: positions as numbers in one buffer, all others as operations. */
export class Batch {
  readonly #texts: TextNumbers;
  #rows: Float64Array<ArrayBuffer>;
  #rowCount = 0;
  #strings: string[] = [];
  #newTexts: NamedText[] = [];
  #operations: { readonly afterRows: number; readonly operation: Operation }[] = [];
  /** One promise for all waiters of this commit. */
  readonly #settled = Promise.withResolvers<void>();

  /** @param rows - a buffer to fill; it grows when it is too small */
  constructor(texts: TextNumbers, rows: Float64Array<ArrayBuffer>) {
    this.#texts = texts;
    this.#rows = rows;
    // Waiters get the rejection; without waiters it must not end the process.
    this.#settled.promise.catch(() => undefined);
  }

  get durable(): Promise<void> {
    return this.#settled.promise;
  }

  get size(): number {
    return this.#rowCount + this.#operations.length;
  }

  addPositions(firstNumber: number, flightNumber: number, positions: readonly Position[]): void {
    let offset = this.#rowCount * rowWidth;
    if (offset + positions.length * rowWidth > this.#rows.length) this.#grow(offset + positions.length * rowWidth);
    let number = firstNumber;
    for (const position of positions) {
      this.#rows[offset] = number++;
      this.#rows[offset + 1] = flightNumber;
      writeColumns(this.#rows, offset + 2, position, this.#toNumber);
      offset += rowWidth;
    }
    this.#rowCount += positions.length;
  }

  addOperation(operation: Operation): void {
    this.#operations.push({ afterRows: this.#rowCount, operation });
  }

  message(): BatchMessage {
    return {
      rows: this.#rows,
      rowCount: this.#rowCount,
      strings: this.#strings,
      texts: this.#newTexts,
      operations: this.#operations,
    };
  }

  /** The flight and number of every report in it, from its rows as they came back from the writer. */
  *reportNumbers(rows: Float64Array): Iterable<readonly [flight: number, number: number]> {
    for (let row = 0; row < this.#rowCount; row++) yield [rows[row * rowWidth + 1] ?? 0, rows[row * rowWidth] ?? 0];
    for (const { operation } of this.#operations)
      if (operation.kind === 'event') yield [operation.flight, operation.number];
  }

  succeed(): void {
    this.#settled.resolve();
  }

  fail(error: Error): void {
    this.#settled.reject(error);
  }

  readonly #toNumber = (text: string, isCode: boolean): number => {
    const id = isCode ? this.#texts.idOf(text, (named) => this.#newTexts.push(named)) : null;
    return id ?? -this.#strings.push(text);
  };

  #grow(needed: number): void {
    const grown = new Float64Array(Math.max(needed, this.#rows.length * 2));
    grown.set(this.#rows);
    this.#rows = grown;
  }
}
