import { columns } from '../src/tracking/position/formats.ts';
import { type PositionField, positionFields } from '../src/tracking/position/position.ts';

const fields: readonly PositionField[] = positionFields;
/** Where a field is stored; those of the head are not single columns. */
const columnOf = ({ name }: PositionField) => columns.findIndex((column) => column.name === name);
const isFlag = ({ name }: PositionField) => name === 'onGround';

/** `src/tracking/position/position-code.ts`: what runs for every position, straight line for line, from the table of fields. */
export function positionCode(): string {
  return `// Made by \`npm run generate\` from position.ts; not to be changed by hand.
import type { Position, WirePosition, WirePositionAnswer } from './position.ts';
import { simTimeCode } from './sim-time.ts';

/** How a contract reads what the table leaves to it. */
export interface WireWords {
  instant(text: string | null | undefined): number | null;
  phase(text: string): string;
  /** A text as it is stored; null when it is blank. */
  text(value: string | number | null | undefined): string | null;
}

export function decodePosition(wire: WirePosition, now: number, words: WireWords): Position {
  const recordedAt = words.instant(wire.recorded_at);
  return {
    isDated: recordedAt !== null,
    receivedAt: now,
${fields.map((field) => `    ${field.name}: ${decoded(field)},`).join('\n')}
  };
}

export function encodePosition(position: Position, instant: (at: number) => string): WirePositionAnswer {
  return {
${fields.map((field) => `    ${field.wire}: ${field.kind === 'instant' ? `instant(position.${field.name})` : `position.${field.name}`},`).join('\n')}
  };
}

/**
 * Puts a position into \`row\` from \`offset\` on, column by column, not yet rounded; NaN for null. \`numberOf\` returns what
 * stands for a text: its number where it is to be stored once and can be, else a number below 0.
 */
export function writeColumns(
  row: Float64Array,
  offset: number,
  position: Position,
  numberOf: (text: string, isCode: boolean) => number,
): void {
  row[offset] = position.seq ?? Number.NaN;
  row[offset + 1] = position.recordedAt;
  row[offset + 2] = position.receivedAt - position.recordedAt;
  row[offset + 3] = (position.isDated ? 1 : 0) | (position.onGround === null ? 0 : position.onGround ? 6 : 2);
  row[offset + 4] = position.lat;
  row[offset + 5] = position.lon;
${stored()
  .filter(({ since }) => since === 1)
  .flatMap(writing)
  .join('\n')}
  writeLaterColumns(row, offset, position);
}

/** The same for the columns of later formats, of which none is a text. */
function writeLaterColumns(row: Float64Array, offset: number, position: Position): void {
${stored()
  .filter(({ since }) => since > 1)
  .flatMap(writing)
  .join('\n')}
}

/** The position that these columns are; figures in their own unit, NaN for null. \`texts\` is indexed like \`row\`. */
export function readColumns(row: ArrayLike<number>, texts: ArrayLike<string | null>): Position {
  const recordedAt = row[1] ?? 0;
  const flags = row[3] ?? 0;
  return {
    isDated: (flags & 1) !== 0,
    receivedAt: recordedAt + (row[2] ?? 0),
${fields.map((field) => `    ${field.name}: ${read(field)},`).join('\n')}
  };
}

/** Puts the texts of a position where their columns are. */
export function writeTexts(texts: (string | null)[], position: Position): void {
${stored()
  .filter(({ kind }) => isText(kind))
  .map((field) => `  texts[${columnOf(field)}] = position.${field.name};`)
  .join('\n')}
}

function figure(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function truth(value: number | undefined): boolean | null {
  return value === undefined || Number.isNaN(value) ? null : value !== 0;
}
`;
}

const isText = (kind: PositionField['kind']) => kind === 'code' || kind === 'clock';

/** The fields that have a column of their own behind the head, in the order of storage. */
function stored(): readonly PositionField[] {
  return fields.filter((field) => columnOf(field) > 5).sort((one, other) => columnOf(one) - columnOf(other));
}

function decoded({ name, wire, kind, wraps, maximum, accepts, isRequired }: PositionField): string {
  const sent = `wire.${wire}`;
  if (kind === 'instant') return 'recordedAt ?? now';
  if (isRequired) return sent;
  if (name === 'phase')
    return `${sent} === undefined || ${sent} === null || ${sent} === '' ? null : words.phase(${sent})`;
  if (wraps) return `${sent} === ${maximum} ? 0 : (${sent} ?? null)`;
  if (accepts?.includes('boolean')) return `${sent} === true ? 'on' : ${sent} === false ? 'off' : words.text(${sent})`;
  return isText(kind) ? `words.text(${sent})` : `${sent} ?? null`;
}

function writing(field: PositionField): readonly string[] {
  const target = `  row[offset + ${columnOf(field)}] =`;
  const value = `position.${field.name}`;
  if (field.kind === 'boolean') return [`${target} ${value} === null ? Number.NaN : ${value} ? 1 : 0;`];
  if (field.kind === 'code') return [`${target} ${value} === null ? Number.NaN : numberOf(${value}, true);`];
  if (field.kind !== 'clock') return [`${target} ${value} ?? Number.NaN;`];
  return [`${target}`, `    ${value} === null ? Number.NaN : (simTimeCode(${value}) ?? numberOf(${value}, false));`];
}

function read(field: PositionField): string {
  const index = columnOf(field);
  if (field.kind === 'instant') return 'recordedAt';
  if (isFlag(field)) return '(flags & 2) === 0 ? null : (flags & 4) !== 0';
  if (field.isRequired) return `row[${index}] ?? 0`;
  if (isText(field.kind)) return `texts[${index}] ?? null`;
  return field.kind === 'boolean' ? `truth(row[${index}])` : `figure(row[${index}])`;
}
