import { at, columnCount, columns, firstFormatCount, fromStored, toStored } from '../tracking/position/formats.ts';
import type { Position } from '../tracking/position/position.ts';
import { readColumns } from '../tracking/position/position-code.ts';
import { simTimeOf } from '../tracking/position/sim-time.ts';
import { ByteReader, type ByteWriter } from './bytes.ts';

/**
 * Encodes a position as the bytes of one raw row. Two bytes state which columns of format 1 are present (14 bits) and, in the
 * two bits above, whether it is on the ground; then the instant, the delay and the place (four bytes each for latitude and
 * longitude), which are always present; then each of these columns in as few bytes as it needs.
 *
 * A row with one of the later columns has the flag `moreColumns`; its flags are then a separate byte, and after the
 * columns of format 1 it has the bits of the later ones. A row without them is the same, byte for byte, in every format.
 */
/** The first bit is `seq`, the others are the columns of format 1 after the coordinates. */
const firstOptional = at.lon + 1;
const optionalCount = 1 + firstFormatCount - firstOptional;
const optionalMask = (1 << (optionalCount - 1)) - 1;
/** Values of the two upper bits: unknown, no, yes (each dated by the client); `otherFlags`: the flags follow as a byte. */
const flagsByBits: readonly number[] = [1, 3, 7];
const otherFlags = 3;
const moreColumns = 8;

const isText = columns.map((column) => column.isText);
const textColumns = columns.flatMap((column, at) => (column.isText ? [at] : []));
const isClock = columns.map((column) => column.name === 'simTime');

/** @param rows - columns of many positions; those of this one begin at `first` */
export function encodeRow(out: ByteWriter, rows: Float64Array, first: number, strings: readonly string[]): Uint8Array {
  const value = (column: number) => rows[first + column] ?? Number.NaN;
  const more = presentOf(rows, first, firstFormatCount, columnCount);
  const flags = value(at.flags) | (more === 0 ? 0 : moreColumns);
  const flagBits = flagsByBits.indexOf(flags);
  const seq = value(at.seq);
  const present = presentOf(rows, first, firstOptional, firstFormatCount);
  const head = (Number.isNaN(seq) ? 0 : 1) | (present << 1) | ((flagBits < 0 ? otherFlags : flagBits) << optionalCount);
  out.clear();
  out.byte(head & 255);
  out.byte(head >> 8);
  if (flagBits < 0) out.byte(flags);
  out.signed(toStored(at.recordedAt, value(at.recordedAt)));
  out.signed(toStored(at.delay, value(at.delay)));
  out.int32(toInt32(toStored(at.lat, value(at.lat))));
  out.int32(toInt32(toStored(at.lon, value(at.lon))));
  if (!Number.isNaN(seq)) out.signed(toStored(at.seq, seq));
  writeValues(out, rows, first, firstOptional, present, strings);
  if (more !== 0) {
    out.unsigned(more);
    writeValues(out, rows, first, firstFormatCount, more, strings);
  }
  return out.view();
}

/** Returns one bit for each column from `from` to `to`, set if it has a value. At most 31 columns. */
function presentOf(rows: Float64Array, first: number, from: number, to: number): number {
  let present = 0;
  for (let column = from; column < to; column++)
    if (!Number.isNaN(rows[first + column] ?? Number.NaN)) present |= 1 << (column - from);
  return present;
}

function writeValues(
  out: ByteWriter,
  rows: Float64Array,
  first: number,
  from: number,
  present: number,
  strings: readonly string[],
): void {
  for (let rest = present, column = from; rest !== 0; rest >>>= 1, column++) {
    if ((rest & 1) === 0) continue;
    const figure = rows[first + column] ?? Number.NaN;
    if (isText[column]) writeText(out, figure, strings);
    else out.signed(toStored(column, figure));
  }
}

/** Writes the number of the text, plus 1; or 0 and the text. */
function writeText(out: ByteWriter, number: number, strings: readonly string[]): void {
  if (number >= 0) return void out.unsigned(number + 1);
  out.byte(0);
  out.text(strings[-number - 1] ?? '');
}

const toInt32 = (whole: number) => Math.max(-0x7fffffff, Math.min(0x7fffffff, whole));

const row = new Float64Array(columnCount);
const texts: (string | null)[] = columns.map(() => null);

/** @param textOf - returns the text of a number; null where it is not known any more */
export function decodeRow(bytes: Uint8Array, textOf: (id: number) => string | null): Position {
  const reader = new ByteReader(bytes);
  const head = reader.byte() | (reader.byte() << 8);
  const flagBits = head >> optionalCount;
  const flags = flagBits === otherFlags ? reader.byte() : (flagsByBits[flagBits] ?? 0);
  row[at.flags] = flags & ~moreColumns;
  row[at.recordedAt] = reader.signed();
  row[at.delay] = reader.signed();
  row[at.lat] = fromStored(at.lat, reader.int32());
  row[at.lon] = fromStored(at.lon, reader.int32());
  row[at.seq] = (head & 1) === 0 ? Number.NaN : reader.signed();
  row.fill(Number.NaN, firstOptional);
  for (const column of textColumns) texts[column] = null;
  readValues(reader, firstOptional, (head >> 1) & optionalMask, textOf);
  if ((flags & moreColumns) !== 0) readValues(reader, firstFormatCount, reader.unsigned(), textOf);
  return readColumns(row, texts);
}

/** Reads the columns from `from` on whose bits are set; the others are already unknown. */
function readValues(reader: ByteReader, from: number, present: number, textOf: (id: number) => string | null): void {
  for (let rest = present; rest !== 0; rest &= rest - 1) {
    const column = from + 31 - Math.clz32(rest & -rest);
    if (isText[column]) texts[column] = readText(reader, isClock[column] ? simTimeOf : textOf);
    else row[column] = fromStored(column, reader.signed());
  }
}

function readText(reader: ByteReader, textOf: (number: number) => string | null): string | null {
  const number = reader.unsigned();
  return number === 0 ? reader.text() : textOf(number - 1);
}
