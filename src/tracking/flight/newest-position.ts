import { columnCount, columns } from '../position/formats.ts';
import type { Position } from '../position/position.ts';
import { readColumns, writeColumns, writeTexts } from '../position/position-code.ts';

/**
 * The newest position of a flight, as numbers that are overwritten. As objects, each kept until the next one arrives, the
 * positions of ten thousand flights would be promoted out of the young generation and fill the heap until a full collection.
 */
export class NewestPosition {
  readonly #columns = takeColumns();
  readonly #texts: (string | null)[] = columns.slice(0, textEnd).map(() => null);

  put(position: Position): void {
    writeColumns(this.#columns, 0, position, asText);
    writeTexts(this.#texts, position);
  }

  /** Returns a copy that later updates do not change. */
  read(): Position {
    return readColumns(this.#columns, this.#texts);
  }
}

const textEnd = columns.findLastIndex(({ isText }) => isText) + 1;

/** The columns of so many flights are in one buffer: a buffer of each flight's own takes more memory than the numbers in it. */
const flightsInBuffer = 64;
let free = new Float64Array(0);

function takeColumns(): Float64Array {
  if (free.length === 0) free = new Float64Array(flightsInBuffer * columnCount);
  const taken = free.subarray(0, columnCount);
  free = free.subarray(columnCount);
  return taken;
}

/** Texts are stored beside the columns. */
const asText = () => 0;
