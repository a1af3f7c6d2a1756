import type { ApproachTrack, Seen } from './approach-track.ts';

/**
 * An approach from the side, flying from left to right, in the units of a `viewBox` of 360 × 170. Heights are drawn
 * larger than distances, by `factor`.
 */
export interface SideDrawing {
  /** Reports, where they are few enough to be seen one by one. */
  readonly dots: readonly Point[];
  /** Between reports that follow each other closely, and between those that do not: as paths. */
  readonly sure: string;
  readonly guessed: string;
  /** The 3° path; null where no runway is known. */
  readonly path: { readonly from: Point; readonly to: Point; readonly middle: Point } | null;
  /** The pavement; null where no runway is known. */
  readonly pavement: { readonly from: number; readonly to: number } | null;
  readonly threshold: number;
  readonly touchdown: Point | null;
  readonly lowest: Point | null;
  readonly crossing: Point | null;
  readonly heights: readonly { readonly y: number; readonly value: number }[];
  readonly distances: readonly { readonly x: number; readonly value: number }[];
  readonly ground: number;
  readonly factor: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What is drawn beside the reports: the height over the threshold, and steps of the visitor's units. */
export interface SideScale {
  readonly thresholdHeightFt: number | null;
  /** Feet between two lines. */
  readonly heightStepFt: number;
  /** Metres between two marks. */
  readonly distanceStepM: number;
}

export const nmM = 1_852;
/** What is drawn of an approach, before and behind the threshold. */
export const sideNm = 5;
const behindM = nmM;
const left = 8;
const right = 352;
const top = 12;
const ground = 138;
const usualTopFt = 1_800;
const maxTopFt = 3_200;
const maxDots = 45;
/** Between reports farther apart it flew as nobody knows, milliseconds. */
const closeMs = 12_000;
/** A path of 3° that crosses the threshold at 50 ft (ICAO Annex 10, Volume I, 3.1.5). */
const crossingFt = 50;
const footM = 0.3048;
const slope = Math.tan((3 * Math.PI) / 180);

/** Returns the drawing; null where fewer than two reports with a height lie in it. */
export function drawSide(track: ApproachTrack, scale: SideScale): SideDrawing | null {
  const { runway, touchdown, lowest } = track;
  const fromM = Math.min(-sideNm * nmM, (lowest?.alongM ?? 0) - nmM);
  const high = track.seen.filter(isHigh);
  const inside = high.filter(({ alongM }) => alongM >= fromM && alongM <= behindM);
  // On the ground it has no height that would show its path.
  if (inside.filter(({ heightFt }) => heightFt > 0).length < 2) return null;
  const topFt = Math.min(maxTopFt, Math.max(usualTopFt, ...inside.map(({ heightFt }) => heightFt + 100)));
  const perM = (right - left) / (behindM - fromM);
  const perFt = (ground - top) / topFt;
  const xOf = (alongM: number) => round(left + (alongM - fromM) * perM);
  const yOf = (heightFt: number) => round(ground - Math.max(0, heightFt) * perFt);
  const pointOf = ({ alongM, heightFt }: High): Point => ({ x: xOf(alongM), y: yOf(heightFt) });
  const pathFt = (alongM: number) => crossingFt - (alongM * slope) / footM;
  const aimM = (crossingFt * footM) / slope;
  const pavedM = runway === null ? 0 : runway.lengthM - runway.displacedFt * footM;
  return {
    dots: inside.length > maxDots ? [] : inside.map(pointOf),
    ...linesOf(around(high, fromM), pointOf),
    path: runway && {
      from: { x: xOf(fromM), y: yOf(Math.min(pathFt(fromM), topFt * 1.2)) },
      to: { x: xOf(aimM), y: ground },
      middle: { x: xOf(fromM / 2), y: yOf(pathFt(fromM / 2)) },
    },
    pavement: runway && { from: xOf(-runway.displacedFt * footM), to: Math.min(right + left, xOf(pavedM)) },
    threshold: xOf(0),
    touchdown: touchdown && { x: xOf(touchdown.alongM), y: ground },
    lowest: lowest !== null && isHigh(lowest) ? pointOf(lowest) : null,
    crossing: scale.thresholdHeightFt === null ? null : { x: xOf(0), y: yOf(scale.thresholdHeightFt) },
    heights: stepsTo(topFt, scale.heightStepFt).map((value) => ({ y: yOf(value), value })),
    distances: stepsTo(-fromM, scale.distanceStepM).map((value) => ({ x: xOf(-value), value })),
    ground,
    factor: Math.round(perFt / footM / perM),
  };
}

interface High extends Seen {
  readonly heightFt: number;
}

function isHigh(seen: Seen): seen is High {
  return seen.heightFt !== null;
}

/** With the reports before the first and after the last that are drawn, so that the line leads from edge to edge. */
function around(high: readonly High[], fromM: number): readonly High[] {
  const first = high.findIndex(({ alongM }) => alongM >= fromM);
  const end = high.findIndex(({ alongM }) => alongM > behindM);
  return high.slice(Math.max(0, first - 1), end < 0 ? high.length : end + 1);
}

function linesOf(high: readonly High[], pointOf: (seen: High) => Point): Pick<SideDrawing, 'sure' | 'guessed'> {
  const lines = { sure: '', guessed: '' };
  high.forEach((here, index) => {
    const before = high[index - 1];
    if (before === undefined) return;
    const [from, to] = [pointOf(before), pointOf(here)];
    const segment = `M${from.x} ${from.y}L${to.x} ${to.y}`;
    if (here.at - before.at > closeMs) lines.guessed += segment;
    else if (lines.sure.endsWith(`L${from.x} ${from.y}`)) lines.sure += `L${to.x} ${to.y}`;
    else lines.sure += segment;
  });
  return lines;
}

function stepsTo(end: number, step: number): readonly number[] {
  return Array.from({ length: Math.floor(end / step) }, (_, index) => (index + 1) * step);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
