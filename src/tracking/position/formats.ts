import { type PositionField, positionFields } from './position.ts';

/**
 * The columns of a stored position, in storage order, which never changes: new columns are appended. A
 * number is stored as an integer multiple of `1/scale` of its unit, in raw rows and in chunks; a text as a number that
 * refers to it; `null` stays `null`.
 *
 * Format 1 has the first 19. Format 2 states its number of columns, so that adding one needs no new format: chunks in
 * their first byte, raw rows if they have one of the later columns (`journal/row-codec.ts`).
 */
export interface Column {
  readonly name: string;
  readonly scale: number;
  readonly isText: boolean;
}

const table: readonly PositionField[] = positionFields;
const inHead = new Set(['seq', 'recordedAt', 'lat', 'lon', 'onGround']);
const column = ({ name, scale, kind }: PositionField): Column => ({
  name,
  scale: scale ?? 1,
  isText: kind === 'code' || kind === 'clock',
});

export const columns: readonly Column[] = [
  { name: 'seq', scale: 1, isText: false },
  { name: 'recordedAt', scale: 1, isText: false },
  // `receivedAt` minus `recordedAt`, ms
  { name: 'delay', scale: 1, isText: false },
  // bit 0: dated by the client; bit 1: has `onGround`; bit 2: value of `onGround`
  { name: 'flags', scale: 1, isText: false },
  { name: 'lat', scale: 1e7, isText: false },
  { name: 'lon', scale: 1e7, isText: false },
  ...table.filter(({ name, since }) => since === 1 && !inHead.has(name)).map(column),
  ...table.filter(({ since }) => since > 1).map(column),
];

export const columnCount = columns.length;

/** Columns of format 1. */
export const firstFormatCount = 19;

/** Index of each of the columns that every row has, and of the first text of format 1. */
export const at = { seq: 0, recordedAt: 1, delay: 2, flags: 3, lat: 4, lon: 5 } as const;

const scales = Float64Array.from(columns, ({ scale }) => scale);

/** Maximum integer that a column can hold; larger values are clamped to it. */
export const largest = 2 ** 51;

/** Returns the integer stored for a number; NaN stands for `null`. */
export function toStored(column: number, figure: number): number {
  const whole = Math.round(figure * (scales[column] ?? 1));
  return whole > largest ? largest : Math.max(whole, -largest);
}

/** Returns the number that a stored integer stands for; NaN stays NaN. */
export function fromStored(column: number, whole: number): number {
  return whole / (scales[column] ?? 1);
}
