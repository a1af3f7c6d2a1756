import { type PositionField, positionFields } from './position.ts';

/**
 * The columns of a stored position, in the order of storage, which is never changed: what is new comes at the end. A
 * figure is stored as a whole number of `1/scale` of its unit, in raw rows and in chunks alike; a text as a number that
 * names it; `null` stays `null`.
 *
 * Format 1 has the first 19. Format 2 says how many columns it has, so that a column more is no new format: chunks with
 * their first byte, raw rows where they hold one of the further columns (`journal/row-codec.ts`).
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
  // `receivedAt` less `recordedAt`, ms
  { name: 'delay', scale: 1, isText: false },
  // bit 0: dated by the client; bit 1: it said whether it is on the ground; bit 2: it is
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

/** Largest whole number that a column holds; what is beyond is stored as this. */
export const largest = 2 ** 51;

/** A figure as the whole number that is stored; NaN stands for `null`. */
export function toStored(column: number, figure: number): number {
  const whole = Math.round(figure * (scales[column] ?? 1));
  return whole > largest ? largest : Math.max(whole, -largest);
}

/** The figure that a stored whole number stands for; NaN stays NaN. */
export function fromStored(column: number, whole: number): number {
  return whole / (scales[column] ?? 1);
}
