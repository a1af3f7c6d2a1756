import { inaccuracyM, placeOn } from '../../lib/runways/runway.ts';
import type { Position } from '../model.ts';
import type { Landing } from './landings.ts';
import { type Range, rangeOf } from './range.ts';
import { displacedM } from './runway-landing.ts';

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
