import { columnCount } from '../position/formats.ts';
import type { Position } from '../position/position.ts';
import { readColumns, writeColumns, writeTexts } from '../position/position-code.ts';

/**
 * The newest position of a flight, as numbers that are overwritten. As objects, each kept until the next one arrives, the
 * positions of ten thousand flights would be promoted out of the young generation and fill the heap until a full collection.
 */
export class NewestPosition {
  readonly #columns = new Float64Array(columnCount);
  readonly #texts: (string | null)[] = [];

  put(position: Position): void {
    writeColumns(this.#columns, 0, position, asText);
    writeTexts(this.#texts, position);
  }

  /** Returns a copy that later updates do not change. */
  read(): Position {
    return readColumns(this.#columns, this.#texts);
  }
}

/** Texts are stored beside the columns. */
const asText = () => 0;
