import { placeOn } from '../../lib/runways/runway.ts';
import type { Mark, Position } from '../../tracking/model.ts';
import { displacedM, type RunwayLanding } from '../../tracking/rules/detectors/runway-landing.ts';
import type { FlightRecord } from './record.ts';

/**
 * The runway from above with the touchdown, landing from left to right, in the units of a `viewBox` of 320 × 84.
 * Along, everything is to one scale; across, the pavement always has the same width.
 */
export interface RunwayDrawing {
  /** Name of the direction, as painted behind the threshold. */
  readonly name: string;
  readonly pavement: Span;
  /** Where the landing threshold is; right of `pavement.from` when it is displaced. */
  readonly threshold: number;
  readonly ticks: readonly { readonly x: number; readonly text: string }[];
  readonly x: number;
  readonly y: number;
  /** Between the reports before and after the touchdown; null where its place is certain. */
  readonly doubt: Span | null;
  /** Where rules have marked something on the runway or just beside it, with the numbers of these marks. */
  readonly marks: readonly { readonly x: number; readonly y: number; readonly text: string }[];
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const width = 320;
/** Room before and behind the pavement, metres. */
const marginM = 150;
const middle = 40;
/** Half the pavement; a touchdown farther out is drawn beside it. */
const half = 22;
const maxOut = 34;
const tickM = 500;
const defaultWidthM = 45;
/** Marks farther from the centre line are not of the landing. */
const besideM = 120;
const landingMs = 180_000;
const signWidth = 24;

/** Returns the drawing of a landing. @param marks - of the rules, in the order by which they are numbered */
export function drawRunway(
  landing: RunwayLanding,
  { positions }: Pick<FlightRecord, 'positions'>,
  marks: readonly Mark[],
): RunwayDrawing {
  const { runway, touchdown, fromThresholdM, offCentreM } = landing;
  const startM = displacedM(runway);
  const perM = width / (runway.lengthM + 2 * marginM);
  const xOf = (alongM: number) => Math.max(2, Math.min(width - 2, Math.round((alongM + marginM) * perM * 10) / 10));
  const widthM = runway.widthFt === null ? defaultWidthM : runway.widthFt * 0.3048;
  const yOf = (rightM: number) => {
    const across = (rightM / widthM) * 2 * half;
    return Math.round((middle + Math.max(-maxOut, Math.min(maxOut, across))) * 10) / 10;
  };
  const along = (position: Position | undefined) =>
    position === undefined ? startM + fromThresholdM.value : placeOn(runway, position).alongM;
  const isSure = fromThresholdM.basis !== 'estimated';
  const tickCount = Math.floor((runway.lengthM - startM) / tickM);
  return {
    name: runway.name,
    pavement: { from: xOf(0), to: xOf(runway.lengthM) },
    threshold: xOf(startM),
    ticks: Array.from({ length: tickCount }, (_, index) => (index + 1) * tickM).map((fromM) => {
      return { x: xOf(startM + fromM), text: fromM % 1_000 === 0 ? `${fromM / 1_000} km` : '' };
    }),
    x: xOf(startM + fromThresholdM.value),
    y: yOf(offCentreM.value),
    doubt: isSure
      ? null
      : { from: xOf(along(positions[touchdown.before])), to: xOf(along(positions[touchdown.before + 1])) },
    marks: together(marksOn(landing, marks, landedAt(landing, positions)), xOf, yOf),
  };
}

interface Placed {
  readonly number: number;
  readonly alongM: number;
  readonly rightM: number;
}

/** When the touchdown was reported; what was marked at another time is drawn on the map only. */
function landedAt({ touchdown }: RunwayLanding, positions: readonly Position[]): number {
  return positions[touchdown.before]?.recordedAt ?? 0;
}

/** Returns the marks on the pavement and just around it, while it landed and rolled out. */
function marksOn({ runway }: RunwayLanding, marks: readonly Mark[], landingAt: number): readonly Placed[] {
  return marks.flatMap(({ lat, lon, from }, index) => {
    if (lat === null || lon === null || Math.abs(from - landingAt) > landingMs) return [];
    const { alongM, rightM } = placeOn(runway, { lat, lon });
    const isNear = alongM > -marginM && alongM < runway.lengthM + marginM && Math.abs(rightM) < besideM;
    return isNear ? [{ number: index + 1, alongM, rightM }] : [];
  });
}

/** Marks whose numbers would cover each other have one sign: `1, 2`. */
function together(
  placed: readonly Placed[],
  xOf: (alongM: number) => number,
  yOf: (rightM: number) => number,
): RunwayDrawing['marks'] {
  const signs: { x: number; y: number; text: string }[] = [];
  for (const { number, alongM, rightM } of placed) {
    const x = xOf(alongM);
    const near = signs.find((sign) => Math.abs(sign.x - x) < signWidth);
    if (near === undefined) signs.push({ x, y: yOf(rightM), text: String(number) });
    else near.text += `, ${number}`;
  }
  return signs;
}
