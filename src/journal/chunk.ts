import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FlightEvent, Position, Report } from '../tracking/model.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { readColumn, writeColumn } from './chunk-column.ts';
import { at, columns, toStored } from './columns.ts';
import { eventOf, eventText } from './event-row.ts';
import { flagsOf, positionOf } from './position-row.ts';
import { simTimeCode, simTimeOf } from './sim-time.ts';

/** The first byte of a chunk. */
const format = 1;
const out = new ByteWriter();

/** Packs reports of one flight, by number: columns of differences, deflated. A chunk can be read without anything else. */
export function packChunk(reports: readonly Report[]): Buffer {
  const positions = reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
  const events = reports.flatMap((report) => (report.kind === 'event' ? [report.event] : []));
  const texts = new Map<string, number>();
  out.clear();
  out.unsigned(reports.length);
  writeColumn(
    out,
    Float64Array.from(reports, ({ number }) => number),
  );
  writeColumn(
    out,
    Float64Array.from(reports, ({ kind }) => (kind === 'position' ? 0 : 1)),
  );
  columns.forEach((column, index) => {
    writeColumn(
      out,
      Float64Array.from(positions, (position) => storedValue(position, index, column, texts)),
    );
  });
  out.text(JSON.stringify([...texts.keys()]));
  out.text(JSON.stringify(events.map(eventText)));
  // What is packed is hardly longer than what it was: the rest of a larger piece would lie idle until it is collected.
  const chunkSize = Math.max(64, out.length);
  return Buffer.concat([Buffer.of(format), deflateRawSync(out.view(), { chunkSize })]);
}

/** The numbers of a chunk's reports, ascending. */
export function chunkNumbers(chunk: Uint8Array): Float64Array {
  const reader = openChunk(chunk);
  return readColumn(reader, reader.unsigned());
}

function openChunk(chunk: Uint8Array): ByteReader {
  if (chunk[0] !== format) throw new Error(`a chunk of the journal has the unknown format ${chunk[0]}`);
  return new ByteReader(inflateRawSync(chunk.subarray(1)));
}

/** The reports of a chunk, by number, with the very values that were packed. */
export function unpackChunk(chunk: Uint8Array): Report[] {
  const reader = openChunk(chunk);
  const count = reader.unsigned();
  const numbers = readColumn(reader, count);
  const kinds = readColumn(reader, count);
  const positionCount = kinds.filter((kind) => kind === 0).length;
  const values = columns.map(() => readColumn(reader, positionCount));
  const texts: readonly string[] = JSON.parse(reader.text());
  const events: readonly string[] = JSON.parse(reader.text());
  let nextPosition = 0;
  let nextEvent = 0;
  return Array.from(numbers, (number, index) =>
    kinds[index] === 0
      ? { number, kind: 'position', position: positionAt(values, texts, nextPosition++) }
      : { number, kind: 'event', event: eventAt(events, nextEvent++) },
  );
}

function storedValue(
  position: Position,
  index: number,
  column: (typeof columns)[number],
  texts: Map<string, number>,
): number {
  if (column.name === 'delay') return position.receivedAt - position.recordedAt;
  if (column.name === 'flags') return flagsOf(position);
  const value = position[column.name];
  if (value === null) return Number.NaN;
  if (typeof value === 'number') return toStored(index, value);
  const code = column.name === 'simTime' ? simTimeCode(value) : null;
  if (code !== null) return code;
  const id = texts.get(value) ?? texts.size;
  texts.set(value, id);
  return column.name === 'simTime' ? -1 - id : id;
}

function positionAt(values: readonly Float64Array[], texts: readonly string[], position: number): Position {
  const stored = values.map((column) => column[position] ?? Number.NaN);
  return positionOf(
    stored,
    stored.map((value, index) => (columns[index]?.isText && !Number.isNaN(value) ? textAt(texts, value, index) : null)),
  );
}

function textAt(texts: readonly string[], value: number, column: number): string | null {
  if (column === at.simTime && value >= 0) return simTimeOf(value);
  return texts[value < 0 ? -1 - value : value] ?? null;
}

function eventAt(events: readonly string[], index: number): FlightEvent {
  const text = events[index];
  if (text === undefined) throw new Error('a chunk of the journal lacks an event');
  return eventOf(text);
}
