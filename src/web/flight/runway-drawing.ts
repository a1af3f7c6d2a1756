import { placeOn } from '../../lib/runways/runway.ts';
import type { Position } from '../../tracking/model.ts';
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

/** Returns the drawing of a landing. */
export function drawRunway(landing: RunwayLanding, { positions }: Pick<FlightRecord, 'positions'>): RunwayDrawing {
  const { runway, touchdown, fromThresholdM, offCentreM } = landing;
  const startM = displacedM(runway);
  const perM = width / (runway.lengthM + 2 * marginM);
  const xOf = (alongM: number) => Math.max(2, Math.min(width - 2, Math.round((alongM + marginM) * perM * 10) / 10));
  const widthM = runway.widthFt === null ? defaultWidthM : runway.widthFt * 0.3048;
  const across = (offCentreM.value / widthM) * 2 * half;
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
    y: Math.round((middle + Math.max(-maxOut, Math.min(maxOut, across))) * 10) / 10,
    doubt: isSure
      ? null
      : { from: xOf(along(positions[touchdown.before])), to: xOf(along(positions[touchdown.before + 1])) },
  };
}
