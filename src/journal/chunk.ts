import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FlightEvent, Report } from '../tracking/model.ts';
import { columnCount, columns, firstFormatCount, fromStored, toStored } from '../tracking/position/formats.ts';
import type { Position } from '../tracking/position/position.ts';
import { readColumns, writeColumns } from '../tracking/position/position-code.ts';
import { simTimeOf } from '../tracking/position/sim-time.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { readColumn, writeColumn } from './chunk-column.ts';
import { eventOf, eventText } from './event-row.ts';

/** The first byte of a chunk. Format 1 has the first columns only, format 2 states their number. */
const format = 2;
const out = new ByteWriter();

/** Packs reports of one flight, by number: columns of differences, deflated. A chunk is self-contained. */
export function packChunk(reports: readonly Report[]): Buffer {
  const positions = reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
  const events = reports.flatMap((report) => (report.kind === 'event' ? [report.event] : []));
  const texts = new Map<string, number>();
  out.clear();
  out.unsigned(columnCount);
  out.unsigned(reports.length);
  writeColumn(
    out,
    Float64Array.from(reports, ({ number }) => number),
  );
  writeColumn(
    out,
    Float64Array.from(reports, ({ kind }) => (kind === 'position' ? 0 : 1)),
  );
  for (const column of toColumns(positions, texts)) writeColumn(out, column);
  out.text(JSON.stringify([...texts.keys()]));
  out.text(JSON.stringify(events.map(eventText)));
  // The output is rarely longer than the input; a larger buffer would waste memory until it is collected.
  const chunkSize = Math.max(64, out.length);
  return Buffer.concat([Buffer.of(format), deflateRawSync(out.view(), { chunkSize })]);
}

/** Returns the numbers of a chunk's reports, ascending. */
export function chunkNumbers(chunk: Uint8Array): Float64Array {
  const { reader } = openChunk(chunk);
  return readColumn(reader, reader.unsigned());
}

function openChunk(chunk: Uint8Array): { readonly reader: ByteReader; readonly columnCount: number } {
  if (chunk[0] !== 1 && chunk[0] !== format) throw new Error(`unknown chunk format ${chunk[0]}`);
  const reader = new ByteReader(inflateRawSync(chunk.subarray(1)));
  return { reader, columnCount: chunk[0] === 1 ? firstFormatCount : reader.unsigned() };
}

/** Returns the reports of a chunk, by number, with exactly the values that were packed. */
export function unpackChunk(chunk: Uint8Array): Report[] {
  const { reader, columnCount } = openChunk(chunk);
  const count = reader.unsigned();
  const numbers = readColumn(reader, count);
  const kinds = readColumn(reader, count);
  const positionCount = kinds.filter((kind) => kind === 0).length;
  const values = Array.from({ length: columnCount }, () => readColumn(reader, positionCount));
  const texts: readonly string[] = JSON.parse(reader.text());
  const events: readonly string[] = JSON.parse(reader.text());
  const positionAt = positionsOf(values, texts);
  let nextPosition = 0;
  let nextEvent = 0;
  return Array.from(numbers, (number, index) =>
    kinds[index] === 0
      ? { number, kind: 'position', position: positionAt(nextPosition++) }
      : { number, kind: 'event', event: eventAt(events, nextEvent++) },
  );
}

/** Returns the stored columns of these positions. Texts are replaced by numbers, below 0 for a clock. */
function toColumns(positions: readonly Position[], texts: Map<string, number>): readonly Float64Array[] {
  const stored = columns.map(() => new Float64Array(positions.length).fill(Number.NaN));
  const row = new Float64Array(columnCount);
  const numberOf = (text: string, isCode: boolean) => {
    const id = texts.get(text) ?? texts.size;
    texts.set(text, id);
    return isCode ? id : -1 - id;
  };
  positions.forEach((position, index) => {
    writeColumns(row, 0, position, numberOf);
    for (const [at, column] of stored.entries()) {
      const figure = row[at] ?? Number.NaN;
      if (!Number.isNaN(figure)) column[index] = toStored(at, figure);
    }
  });
  return stored;
}

/** Returns what reads one position of these columns. Columns of only nulls, which are many, are not looked at again. */
function positionsOf(values: readonly Float64Array[], texts: readonly string[]): (position: number) => Position {
  const filled = values.flatMap((column, at) => (column.some((value) => !Number.isNaN(value)) ? [{ column, at }] : []));
  const row = new Float64Array(columnCount).fill(Number.NaN);
  const rowTexts = columns.map((): string | null => null);
  return (position) => {
    for (const { column, at } of filled) {
      const value = fromStored(at, column[position] ?? Number.NaN);
      row[at] = value;
      if (columns[at]?.isText) rowTexts[at] = Number.isNaN(value) ? null : textAt(texts, value, at);
    }
    return readColumns(row, rowTexts);
  };
}

function textAt(texts: readonly string[], value: number, column: number): string | null {
  if (columns[column]?.name === 'simTime' && value >= 0) return simTimeOf(value);
  return texts[value < 0 ? -1 - value : value] ?? null;
}

function eventAt(events: readonly string[], index: number): FlightEvent {
  const text = events[index];
  if (text === undefined) throw new Error('corrupt chunk: an event is missing');
  return eventOf(text);
}
