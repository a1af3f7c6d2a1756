import type { Position } from '../tracking/model.ts';
import type { ByteWriter } from './bytes.ts';
import { ByteReader } from './bytes.ts';
import { at, columnCount, columns, toStored } from './columns.ts';
import { positionOf } from './position-row.ts';

/**
 * A position as the bytes of one raw row: three bytes that say which columns are there, then each of these: latitude
 * and longitude in four bytes, other figures in as few as they need, a text as 1 + its number, or 0 and the text itself.
 */
export function encodeRow(
  out: ByteWriter,
  rows: Float64Array,
  firstColumn: number,
  strings: readonly string[],
): Uint8Array {
  out.clear();
  out.byte(0);
  out.byte(0);
  out.byte(0);
  let present = 0;
  for (let column = 0; column < columnCount; column++) {
    const value = rows[firstColumn + column] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    present |= 1 << column;
    if (column === at.lat || column === at.lon) out.int32(toInt32(toStored(column, value)));
    else if (column < at.phase) out.signed(toStored(column, value));
    else if (value >= 0) out.unsigned(value + 1);
    else {
      out.byte(0);
      out.text(strings[-value - 1] ?? '');
    }
  }
  out.patch(0, present & 255);
  out.patch(1, (present >> 8) & 255);
  out.patch(2, present >> 16);
  return out.view();
}

const toInt32 = (whole: number) => Math.max(-0x7fffffff, Math.min(0x7fffffff, whole));

const stored = new Float64Array(columnCount);
const texts: (string | null)[] = columns.map(() => null);

/** @param textOf the text of a number */
export function decodeRow(bytes: Uint8Array, textOf: (id: number) => string): Position {
  const reader = new ByteReader(bytes);
  const present = reader.byte() | (reader.byte() << 8) | (reader.byte() << 16);
  for (let column = 0; column < columnCount; column++) {
    const isPresent = (present & (1 << column)) !== 0;
    if (column >= at.phase) texts[column] = isPresent ? readText(reader, textOf) : null;
    else if (!isPresent) stored[column] = Number.NaN;
    else stored[column] = column === at.lat || column === at.lon ? reader.int32() : reader.signed();
  }
  return positionOf(stored, texts);
}

function readText(reader: ByteReader, textOf: (id: number) => string): string {
  const id = reader.unsigned();
  return id === 0 ? reader.text() : textOf(id - 1);
}
