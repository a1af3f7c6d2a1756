import type { Position } from '../../tracking/model.ts';
import { convert } from '../browser/units.js';
import type { Visitor } from '../visitor/visitor.ts';
import type { MarkLevel } from './judged.ts';
import { levelStretchesOf } from './level-stretches.ts';
import { lookOf, phaseName } from './phase-bar.ts';
import { phaseSpansOf, unreported } from './phase-spans.ts';
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
  readonly altitude: string;
  /** The same, closed along the ground. */
  readonly area: string;
  readonly speed: string;
  readonly bands: readonly Band[];
  /** Pauses, and gaps between reports. */
  readonly breaks: readonly (Band & { readonly text: string })[];
  readonly steps: readonly Label[];
  readonly events: readonly number[];
  readonly ruled: readonly (Band & { readonly text: string; readonly level: MarkLevel })[];
  readonly times: readonly { readonly x: number; readonly text: string }[];
  readonly heights: readonly { readonly y: number; readonly text: string }[];
  /** What the speed's line reaches: `480 kt`. */
  readonly topSpeed: string;
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

const width = 1_000;
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
const maxTimes = 9;
const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720];

/** Returns the profile; null before there are two positions. @param marks - of the rules, as far as this visitor may know them */
export function drawProfile(record: FlightRecord, marks: readonly Ruled[], visitor: Visitor): ProfileDrawing | null {
  const { positions, events } = record;
  const [first, last] = [positions[0]?.recordedAt ?? 0, positions.at(-1)?.recordedAt ?? 0];
  if (positions.length < 2 || last <= first) return null;
  const frame = frameOf(first, Math.max(last, first + minMs), positions);
  const points = thin(positions, maxPoints);
  const spans = phaseSpansOf(record);
  const isBreak = (phase: string) => phase === 'paused' || phase === unreported;
  const altitude = pathOf(points, 'altitudeMslFt', frame.x, (feet) => height - (feet / frame.topFt) * height);
  return {
    from: frame.from,
    to: frame.to,
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
      .map((span) => ({ ...bandOf(span, frame), look: lookOf(span.phase), text: breakText(span, frame, visitor) })),
    steps: stepsOf(positions, frame, visitor),
    events: events.slice(0, maxEvents).map(({ recordedAt }) => frame.x(recordedAt)),
    ruled: marks.map(({ from, to, number, level }) => {
      return { ...bandOf({ from, to }, frame), look: level, level, text: String(number) };
    }),
    times: timesOf(frame, visitor),
    heights: heightsOf(frame, visitor),
    topSpeed: visitor.figures.speed(frame.topKt),
  };
}

/** A mark of the rules, as it is drawn. */
export interface Ruled {
  readonly from: number;
  readonly to: number;
  readonly number: number;
  readonly level: MarkLevel;
}

interface Frame {
  readonly from: number;
  readonly to: number;
  readonly topFt: number;
  readonly topKt: number;
  /** In the units of the `viewBox`; times beyond its edges are at them. */
  x(at: number): number;
}

function frameOf(from: number, to: number, positions: readonly Position[]): Frame {
  let [topFt, topKt] = [minTopFt, 100];
  for (const { altitudeMslFt, groundSpeedKt } of positions) {
    topFt = Math.max(topFt, altitudeMslFt ?? 0);
    topKt = Math.max(topKt, groundSpeedKt ?? 0);
  }
  const x = (at: number) => round((Math.max(0, Math.min(to - from, at - from)) / (to - from)) * width);
  // The speed stays below the altitude's labels.
  return { from, to, topFt: topFt * headroom, topKt: Math.ceil((topKt * 1.25) / 50) * 50, x };
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

/** Empty where it would be wider than what it names. */
function breakText(
  { from, to, phase }: { readonly from: number; readonly to: number; readonly phase: string },
  frame: Frame,
  visitor: Visitor,
): string {
  const isWide = (to - from) / (frame.to - frame.from) > (2 * textShare) / 100;
  return isWide ? `${phaseName(phase, visitor)} · ${visitor.figures.duration((to - from) / minuteMs)}` : '';
}

/** Those that do not fit beside each other are left out. */
function stepsOf(positions: readonly Position[], frame: Frame, { figures }: Visitor): readonly Label[] {
  const labels: Label[] = [];
  for (const { from, to, altitudeFt } of levelStretchesOf(positions)) {
    const x = round(frame.x((from + to) / 2) / 10);
    if (x - (labels.at(-1)?.x ?? -textShare) < textShare) continue;
    labels.push({ x, y: round((1 - altitudeFt / frame.topFt) * 100), text: figures.altitude(altitudeFt) });
  }
  return labels;
}

function timesOf({ from, to, x }: Frame, { figures }: Visitor): ProfileDrawing['times'] {
  const stepMin = timeSteps.find((minutes) => (to - from) / (minutes * minuteMs) < maxTimes) ?? 1_440;
  const step = stepMin * minuteMs;
  const count = Math.floor((to - from) / step) + 1;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: count }, (_, index) => first + index * step)
    .map((at) => ({ x: round(x(at) / 10), text: figures.clock(at).replace('Z', '') }))
    .filter((each) => each.x > 2 && each.x < 97);
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
