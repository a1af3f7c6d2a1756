import { inaccuracyM, placeOn } from '../../../lib/runways/runway.ts';
import type { Position } from '../../model.ts';
import type { Landing } from './landings.ts';
import { displacedM } from './runway-landing.ts';

/** Between which values a figure lies that the reports do not show exactly. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** Where the wheels touched, as surely as the reports and the data of the runway show it. */
export interface LandingPlace {
  /** Past the landing threshold, metres. */
  readonly pastThresholdM: Range;
  /** From the centre line to either side, metres. */
  readonly offCentreM: Range;
}

/** Reports this many seconds apart show the place. */
const denseS = 2;

/**
 * Returns the range in which the place of a landing lies; null without a runway. Between reports farther apart than two seconds
 * it is anywhere between these two.
 */
export function placeOfLanding(positions: readonly Position[], { touchdown, onRunway }: Landing): LandingPlace | null {
  if (onRunway === null) return null;
  const { runway, fromThresholdM, offCentreM } = onRunway;
  const margin = inaccuracyM(runway);
  const isSure = touchdown.isPlaceReported || touchdown.gapS <= denseS;
  const around = isSure ? [] : positions.slice(touchdown.before, touchdown.before + 2);
  const places = around.map((position) => placeOn(runway, position));
  const along = places.map(({ alongM }) => alongM - displacedM(runway));
  const beside = places.map(({ rightM }) => Math.abs(rightM));
  return {
    pastThresholdM: rangeOf([fromThresholdM.value, ...along], margin),
    offCentreM: rangeOf([Math.abs(offCentreM.value), ...beside], margin),
  };
}

/** Returns the range of these values, wider by a margin on both sides. */
function rangeOf(values: readonly number[], margin = 0): Range {
  return { min: Math.min(...values) - margin, max: Math.max(...values) + margin };
}

/** Whether a figure is above a limit; null when it may be either. */
export function isAbove({ min, max }: Range, limit: number): boolean | null {
  if (min > limit) return true;
  return max <= limit ? false : null;
}
