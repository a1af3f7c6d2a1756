import { type Position, type PositionField, positionFields } from '../../../tracking/position/position.ts';
import type { TrackMark } from '../track.ts';
import { iso } from './xml.ts';

/** The data of a flight that every format writes. */
export interface ExportedTrack {
  /** `VMS101 LSZH–MMUN`. */
  readonly name: string;
  readonly callsign: string;
  readonly positions: readonly Position[];
  /** Events and phases sorted by time, each with the nearest reported position. */
  readonly marks: readonly (TrackMark & { readonly lat: number; readonly lon: number })[];
}

/** Column names of the exports, with units: one for each field of a position, in the order of the table. */
export const columns = positionFields.map((field) => ({
  name: 'unit' in field && !field.wire.endsWith(`_${field.unit}`) ? `${field.wire}_${field.unit}` : field.wire,
  read: (position: Position) => cellOf(position[field.name], field.kind),
}));

function cellOf(value: string | number | boolean | null, kind: PositionField['kind']): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return kind === 'instant' && typeof value === 'number' ? iso(value) : value;
}

/** Number of positions written at a time: one or two milliseconds. */
const pieceLength = 250;

/** Writes items with a separator between them, a few in each piece. */
export function* inPieces<T>(items: readonly T[], separator: string, write: (item: T, index: number) => string) {
  for (let from = 0; from < items.length; from += pieceLength) {
    const written = items.slice(from, from + pieceLength).map((item, index) => write(item, from + index));
    yield `${from === 0 ? '' : separator}${written.join(separator)}`;
  }
}
