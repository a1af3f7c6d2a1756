import type { Position } from '../tracking/model.ts';
import type { ByteWriter } from './bytes.ts';
import { ByteReader } from './bytes.ts';
import { at, columnCount, columns, toStored } from './columns.ts';
import { positionOf } from './position-row.ts';
import { simTimeOf } from './sim-time.ts';

/**
 * A position as the bytes of one raw row. Two bytes say which of the columns below are there (14 bits) and, in the two
 * bits above, whether it is on the ground; then the instant, the delay and the place (four bytes each for latitude and
 * longitude), which are always there; then each of these columns in as few bytes as it needs.
 */
const optional: readonly number[] = columns.flatMap(({ name }, column) =>
  ['recordedAt', 'delay', 'flags', 'lat', 'lon'].includes(name) ? [] : [column],
);
/** By the two upper bits: not said, no, yes (each dated by the client); `otherFlags`: the flags follow as a byte. */
const flagsByBits: readonly number[] = [1, 3, 7];
const otherFlags = 3;

export function encodeRow(
  out: ByteWriter,
  rows: Float64Array,
  firstColumn: number,
  strings: readonly string[],
): Uint8Array {
  const value = (column: number) => rows[firstColumn + column] ?? Number.NaN;
  const flags = value(at.flags);
  const flagBits = flagsByBits.indexOf(flags);
  out.clear();
  out.byte(0);
  out.byte(0);
  if (flagBits < 0) out.byte(flags);
  out.signed(toStored(at.recordedAt, value(at.recordedAt)));
  out.signed(toStored(at.delay, value(at.delay)));
  out.int32(toInt32(toStored(at.lat, value(at.lat))));
  out.int32(toInt32(toStored(at.lon, value(at.lon))));
  let present = (flagBits < 0 ? otherFlags : flagBits) << optional.length;
  for (let bit = 0; bit < optional.length; bit++) {
    const column = optional[bit] ?? 0;
    const figure = value(column);
    if (Number.isNaN(figure)) continue;
    present |= 1 << bit;
    if (column < at.phase) out.signed(toStored(column, figure));
    else writeText(out, figure, strings);
  }
  out.patch(0, present & 255);
  out.patch(1, present >> 8);
  return out.view();
}

/** A number that stands for the text, plus 1; or 0 and the text. */
function writeText(out: ByteWriter, number: number, strings: readonly string[]): void {
  if (number >= 0) return void out.unsigned(number + 1);
  out.byte(0);
  out.text(strings[-number - 1] ?? '');
}

const toInt32 = (whole: number) => Math.max(-0x7fffffff, Math.min(0x7fffffff, whole));

const stored = new Float64Array(columnCount);
const texts: (string | null)[] = columns.map(() => null);

/** @param textOf the text of a number */
export function decodeRow(bytes: Uint8Array, textOf: (id: number) => string): Position {
  const reader = new ByteReader(bytes);
  const present = reader.byte() | (reader.byte() << 8);
  const flagBits = present >> optional.length;
  stored[at.flags] = flagBits === otherFlags ? reader.byte() : (flagsByBits[flagBits] ?? 0);
  stored[at.recordedAt] = reader.signed();
  stored[at.delay] = reader.signed();
  stored[at.lat] = reader.int32();
  stored[at.lon] = reader.int32();
  for (let bit = 0; bit < optional.length; bit++) {
    const column = optional[bit] ?? 0;
    const isPresent = (present & (1 << bit)) !== 0;
    if (column < at.phase) stored[column] = isPresent ? reader.signed() : Number.NaN;
    else texts[column] = isPresent ? readText(reader, column === at.simTime ? simTimeOf : textOf) : null;
  }
  return positionOf(stored, texts);
}

function readText(reader: ByteReader, textOf: (number: number) => string): string {
  const number = reader.unsigned();
  return number === 0 ? reader.text() : textOf(number - 1);
}
