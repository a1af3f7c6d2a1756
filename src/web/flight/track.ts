import type { Audience } from './audience.ts';
import { touchdownIndex } from './landing.ts';
import type { FlightRecord } from './record.ts';
import { thin } from './thin.ts';

/** A track as sent to the page: columns of equal length. Times are integer milliseconds since the epoch. */
export interface TrackColumns {
  readonly time: readonly number[];
  readonly lat: readonly number[];
  readonly lon: readonly number[];
  readonly altitude: readonly (number | null)[];
  readonly gs: readonly (number | null)[];
  readonly vs: readonly (number | null)[];
  readonly heading: readonly (number | null)[];
  readonly marks: readonly TrackMark[];
  /** Total number of positions. */
  readonly count: number;
}

export interface TrackMark {
  readonly at: number;
  readonly kind: 'phase' | 'event';
  readonly text: string;
}

export function toTrack(record: FlightRecord, audience: Audience, limit: number): TrackColumns {
  const touchdown = touchdownIndex(record);
  const points = thin(record.positions, limit, touchdown === null ? [] : [touchdown]);
  return {
    time: points.map(({ recordedAt }) => recordedAt),
    lat: points.map(({ lat }) => round(lat, 5)),
    lon: points.map(({ lon }) => round(lon, 5)),
    altitude: points.map(({ altitudeMslFt }) => altitudeMslFt),
    gs: points.map(({ groundSpeedKt }) => groundSpeedKt),
    vs: points.map(({ verticalSpeedFpm }) => verticalSpeedFpm),
    heading: points.map(({ headingDeg }) => headingDeg),
    marks: marksOf(record, audience),
    count: record.positions.length,
  };
}

/** Returns phases and events sorted by time; the public does not see the client's own text. */
export function marksOf({ phases, events }: FlightRecord, audience: Audience): readonly TrackMark[] {
  const marks: TrackMark[] = phases.map(({ at, phase }) => ({ at, kind: 'phase', text: phase }));
  for (const { recordedAt, kind, message } of events) {
    const isOpen = audience !== 'public';
    if (kind === 'note' && !isOpen) continue;
    const text = isOpen && message !== null ? `${kind}: ${message}` : isOpen ? kind : plainKind(kind);
    marks.push({ at: recordedAt, kind: 'event', text });
  }
  return marks.sort((a, b) => a.at - b.at);
}

/** Kinds are an open vocabulary: a client may send any text. */
function plainKind(kind: string): string {
  return /^[a-z]+(-[a-z]+){0,3}$/.test(kind) ? kind : 'event';
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
