import { convert, type Units } from '../browser/units.js';
import { type Flown, isSure, type PilotSpread } from '../safety/flown-figures.ts';

/**
 * A runway from above with many touchdowns, landing from left to right, in the units of a `viewBox` of 320 × 80. Across, the
 * pavement is that of a runway 45 m wide.
 */
export interface TouchdownPlot {
  readonly threshold: number;
  readonly ticks: readonly { readonly x: number; readonly metres: number }[];
  /** Where half of the airline's pilots usually touch down, and the middle one of them; null with too few. */
  readonly airline: { readonly from: number; readonly to: number; readonly middle: number } | null;
  /** Hollow where it lies between reports far apart; then nobody knows how far from the centre line. */
  readonly dots: readonly { readonly x: number; readonly y: number; readonly isHollow: boolean }[];
}

const width = 320;
const middleY = 34;
/** Half the pavement; a touchdown farther out is drawn beside it. */
const half = 22;
const maxOut = 30;
const widthM = 45;
/** Room before the threshold, and what is shown behind it at least and at most, metres. */
const beforeM = 150;
const minShownM = 1_200;
const maxShownM = 3_500;
/** Room for the words of a tick. */
const tickWidth = 52;

/** Returns where these flights touched down, beside where the airline's pilots do; null where no place is known. */
export function drawTouchdowns(
  flights: readonly Flown[],
  spread: PilotSpread | null,
  units: Units,
): TouchdownPlot | null {
  const places = flights.flatMap(({ touchdown }) => touchdown ?? []);
  if (places.length === 0) return null;
  const farthestM = Math.max(minShownM, spread?.high ?? 0, ...places.map(({ fromThresholdM }) => fromThresholdM));
  const shownM = beforeM + Math.min(maxShownM, farthestM) + beforeM;
  const xOf = (metres: number) => Math.max(3, Math.min(width - 3, tenths(((beforeM + metres) * width) / shownM)));
  const yOf = (metres: number) => {
    return tenths(middleY + Math.max(-maxOut, Math.min(maxOut, (metres / widthM) * 2 * half)));
  };
  const stepM = stepOf(units, (shownM * tickWidth) / width);
  const tickCount = Math.floor((shownM - 2 * beforeM) / stepM);
  return {
    threshold: xOf(0),
    ticks: Array.from({ length: tickCount }, (_, index) => (index + 1) * stepM).map((metres) => {
      return { x: xOf(metres), metres };
    }),
    airline: spread && { from: xOf(spread.low), to: xOf(spread.high), middle: xOf(spread.middle) },
    dots: places.map((place) => {
      const isHollow = !isSure(place);
      return { x: xOf(place.fromThresholdM), y: isHollow ? middleY : yOf(place.offCentreM), isHollow };
    }),
  };
}

/** Metres between two ticks: 1,000 ft or 500 m, or twice as much where their words would cover each other. */
function stepOf({ altitude }: Units, minM: number): number {
  const one = altitude === 'ft' ? convert(1_000, 'm') : 500;
  return one < minM ? 2 * one : one;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
