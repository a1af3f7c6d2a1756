import { eventKinds } from '../../tracking/position/event-kinds.ts';
import type { TextKey } from '../browser/wording.js';
import type { Visitor } from '../visitor/visitor.ts';
import type { Audience } from './audience.ts';
import { judgementFor, levelOf, type MarkLevel } from './judged.ts';
import { touchdownIndex } from './landing.ts';
import { markSentence } from './mark-sentence.ts';
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
  /** What the airline's rules have marked; none for the public. */
  readonly ruled: readonly TrackRuledMark[];
  /** Total number of positions. */
  readonly count: number;
}

export interface TrackMark {
  readonly at: number;
  readonly kind: 'phase' | 'event';
  readonly text: string;
}

/** A mark of the rules: from when to when, and where it began if that is known. */
export interface TrackRuledMark {
  readonly number: number;
  readonly from: number;
  readonly to: number;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly level: MarkLevel;
  readonly text: string;
}

/** A mark with what its text is made of: the phase or the kind of event, and the client's message. */
export interface ReportedMark extends TrackMark {
  readonly word: string;
  readonly message: string | null;
}

/** Returns the track, its marks in the visitor's language. */
export function toTrack(record: FlightRecord, audience: Audience, limit: number, visitor: Visitor): TrackColumns {
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
    marks: marksOf(record, audience).map((mark) => {
      return { at: mark.at, kind: mark.kind, text: markText(mark, visitor) };
    }),
    ruled: ruledMarksOf(record, audience, visitor),
    count: record.positionCount,
  };
}

function ruledMarksOf(record: FlightRecord, audience: Audience, visitor: Visitor): readonly TrackRuledMark[] {
  const marks = judgementFor(record, audience)?.marks ?? [];
  return marks.map((mark, index) => {
    const { from, to, lat, lon } = mark;
    return { number: index + 1, from, to, lat, lon, level: levelOf(mark), text: markSentence(mark, visitor) };
  });
}

/** Returns phases and events sorted by time; the public does not see the client's own text. */
export function marksOf({ phases, events }: FlightRecord, audience: Audience): readonly ReportedMark[] {
  const marks: ReportedMark[] = phases.map(({ at, phase }) => {
    return { at, kind: 'phase', text: phase, word: phase, message: null };
  });
  const isOpen = audience !== 'public';
  for (const { recordedAt, kind, message } of events) {
    if (kind === 'note' && !isOpen) continue;
    const word = isOpen ? kind : plainKind(kind);
    const shown = isOpen ? message : null;
    const text = shown === null ? word : `${word}: ${shown}`;
    marks.push({ at: recordedAt, kind: 'event', text, word, message: shown });
  }
  return marks.sort((a, b) => a.at - b.at);
}

/** Returns the text of a mark in the visitor's language; what only the client knows remains as it wrote it. */
export function markText({ kind, word, message }: ReportedMark, { figures, wording }: Visitor): string {
  if (kind === 'phase') return figures.phase(word);
  const isKnown = eventKinds.some((each) => each.kind === word) || word === otherKind;
  const name = isKnown ? wording.say(`event.${word}` as TextKey) : word;
  return message === null ? name : `${name}: ${message}`;
}

/** What the public reads of a kind that may be free text. */
const otherKind = 'event';

/** Kinds are an open vocabulary: a client may send any text. */
function plainKind(kind: string): string {
  return /^[a-z]+(-[a-z]+){0,3}$/.test(kind) ? kind : otherKind;
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
