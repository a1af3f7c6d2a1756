import type { Position } from '../../tracking/model.ts';

/** A stretch of time that is left out of a drawing, or drawn narrower than it lasted. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** An instant and its place from the left, in units of which the drawing has 1,000. */
type Knot = readonly [at: number, x: number];

/** How the times of a drawing lie along its width: evenly, but for long pauses, which are folded to strips. */
export interface TimeAxis {
  readonly from: number;
  readonly to: number;
  /** Between two of them times lie evenly. */
  readonly knots: readonly Knot[];
  /** The pauses that are folded, in order of time. */
  readonly folds: readonly Stretch[];
  /** What is between them. */
  readonly kept: readonly Stretch[];
  /** Times beyond its edges are at them. */
  x(at: number): number;
}

const width = 1_000;
const minuteMs = 60_000;
const maxTimes = 9;
/** Minutes from one time that is written to the next. */
const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720];
/** A folded pause takes this part of the width, and all of them together at most the other. */
const [foldPart, foldedPart] = [0.05, 0.4];

/** Returns the axis. @param pauses - in order of time, none within another */
export function timeAxis(from: number, to: number, pauses: readonly Stretch[]): TimeAxis {
  const inside = pauses
    .map((pause) => ({ from: Math.max(from, pause.from), to: Math.min(to, pause.to) }))
    .filter((pause) => pause.to > pause.from);
  const part = Math.min(foldPart, foldedPart / Math.max(1, inside.length));
  const long = inside.filter((pause) => pause.to - pause.from > part * (to - from));
  const foldedMs = long.reduce((sum, pause) => sum + pause.to - pause.from, 0);
  const keptMs = to - from - foldedMs;
  // What is all pause has nothing beside which it would be folded.
  const folds = keptMs > 0 ? long : [];
  const perMs = folds.length === 0 ? width / (to - from) : (width * (1 - part * folds.length)) / keptMs;
  const knots = knotsOf(from, to, folds, perMs, part * width);
  const ends = [from, ...folds.flatMap((fold) => [fold.from, fold.to]), to];
  const kept = folds.concat({ from: to, to }).map((_, index) => {
    return { from: ends[2 * index] ?? from, to: ends[2 * index + 1] ?? to };
  });
  return { from, to, knots, folds, kept, x: (at) => placeOf(at, knots) };
}

function knotsOf(from: number, to: number, folds: readonly Stretch[], perMs: number, foldX: number): readonly Knot[] {
  const knots: Knot[] = [[from, 0]];
  let [at, x] = [from, 0];
  for (const fold of folds) {
    x += (fold.from - at) * perMs;
    knots.push([fold.from, round(x)]);
    [at, x] = [fold.to, x + foldX];
    knots.push([fold.to, round(x)]);
  }
  return [...knots, [to, width]];
}

function placeOf(at: number, knots: readonly Knot[]): number {
  const next = knots.findIndex(([instant]) => instant >= at);
  const [before, after] = [knots[next - 1], knots[next]];
  if (after === undefined) return width;
  if (before === undefined) return 0;
  const share = (at - before[0]) / Math.max(1, after[0] - before[0]);
  return round(before[1] + (after[1] - before[1]) * share);
}

/** Returns the positions before, between and after the pauses. */
export function between(positions: readonly Position[], pauses: readonly Stretch[]): readonly (readonly Position[])[] {
  const parts: Position[][] = [[]];
  let index = 0;
  for (const position of positions) {
    while ((pauses[index]?.to ?? Number.POSITIVE_INFINITY) <= position.recordedAt) {
      index++;
      parts.push([]);
    }
    if (position.recordedAt <= (pauses[index]?.from ?? Number.POSITIVE_INFINITY)) parts.at(-1)?.push(position);
  }
  return parts;
}

/** Returns the full hours, or parts of them, that are written below a drawing: none within a folded pause. */
export function timesAlong({ kept }: TimeAxis): readonly number[] {
  const keptMs = kept.reduce((sum, { from, to }) => sum + to - from, 0);
  const step = minuteMs * (timeSteps.find((minutes) => keptMs / (minutes * minuteMs) < maxTimes) ?? 1_440);
  return kept.flatMap(({ from, to }) => {
    const first = Math.ceil(from / step) * step;
    return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => first + index * step);
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
