import { type Runway, turnDeg } from '../../lib/runways/runway.ts';
import type { Mark } from '../../tracking/model.ts';
import { displacedM, type RunwayLanding } from '../../tracking/rules/detectors/runway-landing.ts';
import type { ApproachTrack, Seen } from './approach-track.ts';
import { type RunwayExit, runwayExitOf } from './runway-exit.ts';
import { drawSigns, type Sign } from './runway-marks.ts';
import { type Paint, paintOf } from './runway-paint.ts';

/** A rectangle of a drawing. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The runway from above, landing from left to right, twice: whole, and below it the part where it touched down, enlarged. Both
 * are in true proportion, in the units of a `viewBox` of 360 × `height`.
 */
export interface RunwayDrawing {
  /** Name of the direction. */
  readonly name: string;
  readonly height: number;
  readonly whole: Part;
  readonly lens: Part & {
    readonly paint: readonly Box[];
    readonly aircraft: Aircraft;
    readonly threshold: number | null;
  };
  /** The part that the lens enlarges, in the whole. */
  readonly frame: Box;
  readonly exit: { readonly x: number; readonly y: number; readonly isLeft: boolean } | null;
  readonly left: RunwayExit | null;
  /** Where rules have marked something, with the numbers of these marks. */
  readonly marks: readonly Sign[];
}

/** One of the two, or a go-around's only one, seen through a window. */
export interface Part {
  readonly window: Box;
  readonly pavement: Box;
  /** Before a displaced threshold; null where it is not displaced. */
  readonly displaced: Box | null;
  /** The way over the ground between reports, and the reports. */
  readonly way: string;
  readonly dots: readonly Point[];
  /** Where it touched down; of a go-around, where it was lowest. */
  readonly touchdown: Point;
  /** Between the reports before and after the touchdown; null where its place is certain. */
  readonly doubt: { readonly from: number; readonly to: number } | null;
  readonly ticks: readonly { readonly x: number; readonly alongM: number }[];
}

/** Its nose and its way over the ground, degrees right of the runway; the nose is unknown where no heading is reported. */
interface Aircraft {
  readonly noseDeg: number | null;
  readonly wayDeg: number;
  readonly span: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const left = 4;
const width = 352;
/** Room before and behind the pavement, metres. */
const marginM = 150;
const wholeY = 20;
const wholeHalfM = 110;
/** How long the enlarged part is, where in it the touchdown is at the most, and how much grass is beside the runway, metres. */
const lensM = 450;
const lensBeforeM = 60;
const lensTouchM = 300;
const grassM = 24;
const maxHalfM = 110;
const betweenParts = 34;
const below = 34;
const usualWidthM = 45;
const spanM = 36;
const maxDots = 60;
/** Reports this far beside the runway are those of a taxiway, metres. */
const besideM = 130;

/** Returns the drawing of a landing. @param tickM - metres between two marks, of the whole and of the lens */
export function drawRunway(
  landing: RunwayLanding,
  track: ApproachTrack,
  marks: readonly Mark[],
  tickM: { readonly whole: number; readonly lens: number },
): RunwayDrawing {
  const { runway, fromThresholdM, offCentreM, headingOffDeg, touchdown } = landing;
  const startM = displacedM(runway);
  const widthM = widthOf(runway);
  const whole = scaled(-startM - marginM, runway.lengthM + 2 * marginM, wholeHalfM, wholeY);
  const lensFromM = Math.max(-lensBeforeM, fromThresholdM.value - lensTouchM, -startM - marginM);
  const fromM = Math.min(lensFromM, fromThresholdM.value - lensBeforeM);
  const halfM = Math.min(maxHalfM, Math.max(widthM / 2, Math.abs(offCentreM.value)) + grassM);
  const lens = scaled(fromM, lensM, halfM, wholeY + 2 * wholeHalfM * whole.perM + betweenParts);
  const left = runwayExitOf(track);
  const place = { alongM: fromThresholdM.value, rightM: offCentreM.value };
  const drawn = { runway, track, widthM, startM, place };
  return {
    name: runway.name,
    height: round(lens.y + lens.halfM * lens.perM + below),
    whole: { ...partOf(drawn, whole, tickM.whole), doubt: doubtOf(landing, track, whole) },
    lens: {
      ...partOf(drawn, lens, tickM.lens),
      doubt: doubtOf(landing, track, lens),
      paint: paintOf(runway)
        .map((paint) => boxOf(lens, paint))
        .filter(({ x, width: wide }) => x + wide > 0 && x < 360),
      aircraft: {
        noseDeg: headingOffDeg.reason?.kind === 'course-for-heading' ? null : round(headingOffDeg.value),
        wayDeg: round(turnDeg(runway.bearingDeg, touchdown.courseDeg)),
        span: round(Math.min(spanM, widthM * 0.9) * lens.perM),
      },
      threshold: fromM > 0 ? null : xOf(lens, 0),
    },
    frame: boxOf(whole, { fromM, toM: fromM + lensM, leftM: -halfM, rightM: halfM }),
    exit: left && {
      x: xOf(whole, left.alongM),
      y: yOf(whole, ((left.side === 'left' ? -1 : 1) * widthM) / 2),
      isLeft: left.side === 'left',
    },
    left,
    marks: drawSigns(landing, marks, (alongM) => xOf(whole, alongM)),
  };
}

/** A go-around from above, as far as the end of the runway, in true proportion. */
export interface PassDrawing {
  readonly name: string;
  readonly height: number;
  readonly whole: Part;
}

/** A go-around's picture is at least so wide for its length: a narrower one shows no turn. */
const passShare = 0.04;

/** Returns the drawing of a go-around; null where its runway is not known. @param tickM - metres between two marks */
export function drawPass(track: ApproachTrack, tickM: number): PassDrawing | null {
  const { runway, lowest } = track;
  if (runway === null || lowest === null) return null;
  const startM = displacedM(runway);
  const fromM = Math.min(lowest.alongM, -startM) - marginM;
  const longM = runway.lengthM - startM + marginM - fromM;
  const scale = scaled(fromM, longM, Math.max(wholeHalfM, longM * passShare), wholeY);
  const drawn = { runway, track, widthM: widthOf(runway), startM, place: lowest };
  return {
    name: runway.name,
    height: round(scale.y + scale.halfM * scale.perM + betweenParts / 2),
    whole: partOf(drawn, scale, tickM),
  };
}

function widthOf({ widthFt }: Runway): number {
  return widthFt === null ? usualWidthM : widthFt * 0.3048;
}

function scaled(fromM: number, longM: number, halfM: number, y: number): Scale {
  const perM = width / longM;
  return { fromM, longM, halfM, perM, y: y + halfM * perM };
}

/** How metres become units: from this place past the threshold on, and half as wide as this. */
interface Scale {
  readonly fromM: number;
  readonly longM: number;
  readonly halfM: number;
  readonly perM: number;
  /** Of the centre line. */
  readonly y: number;
}

interface Drawn {
  readonly runway: Runway;
  readonly track: ApproachTrack;
  readonly widthM: number;
  readonly startM: number;
  readonly place: Pick<Seen, 'alongM' | 'rightM'>;
}

function partOf({ runway, track, widthM, startM, place }: Drawn, scale: Scale, tickM: number): Part {
  const { fromM, longM, halfM } = scale;
  const toM = fromM + longM;
  const [leftM, rightM] = [-widthM / 2, widthM / 2];
  const way = wayOf(track, fromM, toM);
  const points = way.map((seen) => pointOf(scale, seen));
  return {
    window: boxOf(scale, { fromM, toM, leftM: -halfM, rightM: halfM }),
    pavement: boxOf(scale, { fromM: -startM, toM: runway.lengthM - startM, leftM, rightM }),
    displaced: startM > 0 ? boxOf(scale, { fromM: -startM, toM: 0, leftM, rightM }) : null,
    way: points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(''),
    dots: points.length > maxDots ? [] : points,
    touchdown: pointOf(scale, place),
    doubt: null,
    ticks: Array.from({ length: Math.max(0, Math.floor(toM / tickM)) }, (_, index) => (index + 1) * tickM)
      .filter((alongM) => alongM > fromM && alongM <= runway.lengthM - startM)
      .map((alongM) => ({ x: xOf(scale, alongM), alongM })),
  };
}

/** The reports in this part and the ones before and after it, up to the first one on a taxiway. */
function wayOf({ seen, touchdown }: ApproachTrack, fromM: number, toM: number): readonly Seen[] {
  const first = Math.max(0, seen.findIndex(({ alongM }) => alongM >= fromM) - 1);
  const beyond = seen.findIndex(({ alongM }, index) => index > first && alongM > toM);
  const off = seen.findIndex(({ at, rightM }) => at > (touchdown?.at ?? 0) && Math.abs(rightM) > besideM);
  const ends = [beyond, off].filter((index) => index >= 0).map((index) => index + 1);
  return seen.slice(first, Math.min(seen.length, ...ends));
}

function doubtOf({ fromThresholdM, touchdown }: RunwayLanding, track: ApproachTrack, scale: Scale): Part['doubt'] {
  if (fromThresholdM.basis !== 'estimated') return null;
  const after = track.seen.findIndex(({ at }) => at > touchdown.at);
  const [before, next] = [track.seen[after - 1], track.seen[after]];
  if (before === undefined || next === undefined) return null;
  return { from: xOf(scale, before.alongM), to: xOf(scale, next.alongM) };
}

function xOf({ fromM, perM }: Scale, alongM: number): number {
  return round(left + (alongM - fromM) * perM);
}

function yOf({ y, perM }: Scale, rightM: number): number {
  return round(y + rightM * perM);
}

function pointOf(scale: Scale, { alongM, rightM }: Pick<Seen, 'alongM' | 'rightM'>): Point {
  return { x: xOf(scale, alongM), y: yOf(scale, rightM) };
}

function boxOf(scale: Scale, { fromM, toM, leftM, rightM }: Paint): Box {
  const [x, y] = [xOf(scale, fromM), yOf(scale, leftM)];
  return { x, y, width: round((toM - fromM) * scale.perM), height: round((rightM - leftM) * scale.perM) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
