import { columnCount } from '../report/formats.ts';
import type { Position } from '../report/position.ts';
import { readColumns, writeColumns, writeTexts } from '../report/position-code.ts';

/**
 * The newest position of a flight, as numbers that are written over. Each position lives until the next one comes: kept
 * as objects, those of ten thousand flights would outlive the young generation and fill the heap until a full collection.
 */
export class NewestPosition {
  readonly #columns = new Float64Array(columnCount);
  readonly #texts: (string | null)[] = [];

  put(position: Position): void {
    writeColumns(this.#columns, 0, position, asText);
    writeTexts(this.#texts, position);
  }

  /** A copy: what is put later does not change it. */
  read(): Position {
    return readColumns(this.#columns, this.#texts);
  }
}

/** Texts stand beside the columns. */
const asText = () => 0;
