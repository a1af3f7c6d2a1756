import type { Position } from '../../tracking/model.ts';
import { convert } from '../browser/units.js';
import type { Visitor } from '../visitor/visitor.ts';
import type { MarkLevel } from './judged.ts';
import { levelStretchesOf } from './level-stretches.ts';
import { lookOf, phaseName } from './phase-bar.ts';
import { phaseSpansOf, unreported } from './phase-spans.ts';
import { between, type Stretch, type TimeAxis, timeAxis, timesAlong } from './profile-axis.ts';
import type { FlightRecord } from './record.ts';
import { thin } from './thin.ts';

/**
 * Altitude and speed over time, with the phases behind them. Paths are in the units of a `viewBox` of 1,000 × 200; places of
 * texts are percent of the drawing, from its left and its top.
 */
export interface ProfileDrawing {
  /** Instants of its left and its right edge. */
  readonly from: number;
  readonly to: number;
  /** Instants and their places, between which times lie evenly. */
  readonly knots: TimeAxis['knots'];
  readonly altitude: string;
  /** The same, closed along the ground. */
  readonly area: string;
  readonly speed: string;
  readonly bands: readonly Band[];
  /** Pauses, and gaps between reports. */
  readonly breaks: readonly (Band & { readonly text: string; readonly isFolded: boolean })[];
  readonly steps: readonly Label[];
  readonly events: readonly number[];
  /** What happened on the way; a text is empty where the one before it is too near. */
  readonly named: readonly { readonly x: number; readonly text: string }[];
  readonly ruled: readonly (Band & { readonly text: string; readonly level: MarkLevel })[];
  readonly times: readonly { readonly x: number; readonly text: string }[];
  readonly heights: readonly { readonly y: number; readonly text: string }[];
  readonly speeds: readonly { readonly y: number; readonly text: string }[];
}

interface Band {
  readonly x: number;
  readonly width: number;
  readonly look: string;
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

const height = 200;
const minuteMs = 60_000;
/** The shortest time that is drawn: one that has just begun has room for its texts. */
const minMs = 10 * minuteMs;
const maxPoints = 280;
const maxBands = 200;
const maxEvents = 60;
/** Room above the highest point. */
const headroom = 1.18;
const minTopFt = 4_000;
/** A text of the drawing takes about this share of its width, percent. */
const textShare = 7;

/** Returns the profile; null before there are two positions. @param marks - of the rules, as far as this visitor may know them @param named - what happened on the way, in words */
export function drawProfile(
  record: FlightRecord,
  marks: readonly Ruled[],
  visitor: Visitor,
  named: readonly Named[] = [],
): ProfileDrawing | null {
  const { positions, events } = record;
  const [first, last] = [positions[0]?.recordedAt ?? 0, positions.at(-1)?.recordedAt ?? 0];
  if (positions.length < 2 || last <= first) return null;
  const spans = phaseSpansOf(record);
  const pauses = spans.filter(({ phase }) => phase === 'paused').slice(0, maxBands);
  const frame = frameOf(timeAxis(first, Math.max(last, first + minMs), pauses), positions);
  const flown = between(positions, pauses);
  const points = thin(flown.flat(), maxPoints);
  const isBreak = (phase: string) => phase === 'paused' || phase === unreported;
  const altitude = pathOf(points, 'altitudeMslFt', frame.x, (feet) => height - (feet / frame.topFt) * height);
  return {
    from: first,
    to: frame.axis.to,
    knots: frame.axis.knots,
    altitude,
    area: altitude === '' ? '' : `${altitude}V${height}H${startOf(altitude)}Z`,
    speed: pathOf(points, 'groundSpeedKt', frame.x, (knots) => height - (knots / frame.topKt) * height),
    bands: spans
      .filter(({ phase }) => !isBreak(phase))
      .slice(0, maxBands)
      .map((span) => ({ ...bandOf(span, frame), look: lookOf(span.phase) })),
    breaks: spans
      .filter(({ phase }) => isBreak(phase))
      .slice(0, maxBands)
      .map((span) => breakOf(span, frame, visitor)),
    steps: stepsOf(flown, frame, visitor),
    events: events.slice(0, maxEvents).map(({ recordedAt }) => frame.x(recordedAt)),
    named: namedOf(named, frame),
    ruled: marks.map(({ from, to, number, level }) => {
      return { ...bandOf({ from, to }, frame), look: level, level, text: String(number) };
    }),
    times: timesOf(frame, visitor),
    heights: heightsOf(frame, visitor),
    speeds: speedsOf(frame, visitor),
  };
}

/** A mark of the rules, as it is drawn. */
export interface Ruled {
  readonly from: number;
  readonly to: number;
  readonly number: number;
  readonly level: MarkLevel;
}

/** Something that happened on the way, such as a go-around. */
export interface Named {
  readonly at: number;
  readonly text: string;
}

interface Frame {
  readonly axis: TimeAxis;
  readonly topFt: number;
  readonly topKt: number;
  /** In the units of the `viewBox`; times beyond its edges are at them. */
  x(at: number): number;
}

function frameOf(axis: TimeAxis, positions: readonly Position[]): Frame {
  let [topFt, topKt] = [minTopFt, 100];
  for (const { altitudeMslFt, groundSpeedKt } of positions) {
    topFt = Math.max(topFt, altitudeMslFt ?? 0);
    topKt = Math.max(topKt, groundSpeedKt ?? 0);
  }
  // The speed stays below the altitude's labels.
  return { axis, topFt: topFt * headroom, topKt: Math.ceil((topKt * 1.25) / 50) * 50, x: axis.x };
}

function pathOf(
  points: readonly Position[],
  figure: 'altitudeMslFt' | 'groundSpeedKt',
  xOf: (at: number) => number,
  yOf: (value: number) => number,
): string {
  const places = points.flatMap((point) => {
    const value = point[figure];
    return value === null ? [] : [`${xOf(point.recordedAt)} ${round(Math.max(0, Math.min(height, yOf(value))))}`];
  });
  return places.length < 2 ? '' : `M${places.join('L')}`;
}

/** The x of the first point of a path. */
function startOf(path: string): string {
  return path.slice(1, path.indexOf(' '));
}

function bandOf({ from, to }: { readonly from: number; readonly to: number }, frame: Frame): Omit<Band, 'look'> {
  const x = frame.x(from);
  return { x, width: round(Math.max(1, frame.x(to) - x)) };
}

/** Its text is empty where it would be wider than what it names; a folded pause has it upright. */
function breakOf(
  span: Stretch & { readonly phase: string },
  frame: Frame,
  visitor: Visitor,
): ProfileDrawing['breaks'][number] {
  const band = bandOf(span, frame);
  const isFolded = frame.axis.folds.some(({ from }) => from >= span.from && from < span.to);
  const text = `${phaseName(span.phase, visitor)} · ${visitor.figures.duration((span.to - span.from) / minuteMs)}`;
  const isShown = isFolded || band.width > 20 * textShare;
  return { ...band, look: lookOf(span.phase), isFolded, text: isShown ? text : '' };
}

/** Those that do not fit beside each other are left out; a level at which it was paused is none that it flew at. */
function stepsOf(flown: readonly (readonly Position[])[], frame: Frame, { figures }: Visitor): readonly Label[] {
  const labels: Label[] = [];
  for (const { from, to, altitudeFt } of flown.flatMap(levelStretchesOf)) {
    const x = round(frame.x((from + to) / 2) / 10);
    if (x - (labels.at(-1)?.x ?? -textShare) < textShare) continue;
    labels.push({ x, y: round((1 - altitudeFt / frame.topFt) * 100), text: figures.altitude(altitudeFt) });
  }
  return labels;
}

function namedOf(named: readonly Named[], { x }: Frame): ProfileDrawing['named'] {
  let last = Number.NEGATIVE_INFINITY;
  return named.slice(0, maxEvents).map(({ at, text }) => {
    const place = x(at);
    if (place - last < 20 * textShare) return { x: place, text: '' };
    last = place;
    return { x: place, text };
  });
}

function timesOf({ axis }: Frame, { figures }: Visitor): ProfileDrawing['times'] {
  const labels: { readonly x: number; readonly text: string }[] = [];
  for (const at of timesAlong(axis)) {
    const x = round(axis.x(at) / 10);
    const isApart = x - (labels.at(-1)?.x ?? -textShare) >= textShare;
    if (x > 2 && x < 97 && isApart) labels.push({ x, text: figures.clock(at).replace('Z', '') });
  }
  return labels;
}

function speedsOf({ topKt }: Frame, { figures }: Visitor): ProfileDrawing['speeds'] {
  const perUnit = 1 / convert(1, figures.units.speed);
  const step = [50, 100, 200, 500].map((each) => each * perUnit).find((knots) => topKt / knots < 4) ?? topKt;
  return Array.from({ length: Math.floor(topKt / step) }, (_, index) => (index + 1) * step)
    .map((knots) => ({ y: round((1 - knots / topKt) * 100), text: figures.speed(knots) }))
    .filter(({ y }) => y > 8);
}

function heightsOf({ topFt }: Frame, { figures }: Visitor): ProfileDrawing['heights'] {
  const { altitude } = figures.units;
  const perUnit = 1 / convert(1, altitude);
  const steps = [500, 1_000, 2_000, 5_000, 10_000, 20_000].map((each) => each * perUnit);
  const step = steps.find((feet) => topFt / feet < 5) ?? topFt;
  return Array.from({ length: Math.floor(topFt / step) + 1 }, (_, index) => index * step)
    .map((feet) => ({ y: round((1 - feet / topFt) * 100), text: figures.altitude(feet) }))
    .filter(({ y }) => y > 4 && y < 96);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
