import { columnCount, columns, fromStored, toStored } from '../../../src/tracking/position/formats.ts';
import type { Position } from '../../../src/tracking/position/position.ts';
import { readColumns, writeColumns } from '../../../src/tracking/position/position-code.ts';
import { simTimeOf } from '../../../src/tracking/position/sim-time.ts';

const row = new Float64Array(columnCount);
const texts: (string | null)[] = columns.map(() => null);
const written: string[] = [];

/** Returns the position as the formats keep it: figures rounded, the time of the simulator as it is read back. */
export function storedPosition(position: Position): Position {
  written.length = 0;
  writeColumns(row, 0, position, (text) => -written.push(text));
  for (let column = 0; column < columnCount; column++) {
    const value = row[column] ?? Number.NaN;
    if (columns[column]?.isText) texts[column] = textOf(value);
    // Integers on disk know no -0.
    else row[column] = fromStored(column, toStored(column, value) + 0);
  }
  return readColumns(row, texts);
}

function textOf(value: number): string | null {
  if (Number.isNaN(value)) return null;
  return value < 0 ? (written[-1 - value] ?? null) : simTimeOf(value);
}
