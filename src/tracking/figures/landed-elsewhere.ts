import { distanceNm, type Place } from '../../lib/geo.ts';
import type { Airport, Plan, Report } from '../model.ts';
import { foldReports } from './fold-restore.ts';
import type { Fold } from './fold-state.ts';

/** A landing farther than this from the planned arrival is a diversion. */
const elsewhereNm = 10;

/** Whether it did not end where it landed, as far as its reports show, or cannot have come there. */
function isEndDoubted({ doubt, jumpedAt, last, takeoff }: Fold, landing: Place): boolean {
  if (doubt !== null || (jumpedAt !== null && takeoff !== null && jumpedAt >= takeoff.at)) return true;
  return last !== null && distanceNm(last, landing) > elsewhereNm;
}

/** Returns the airport at a place; null where none is known. */
export type AirportAt = (place: Place) => Airport | null;

/** Returns where it landed according to the reports, if that is too far from the planned arrival; otherwise null. */
export function landedElsewhere(plan: Plan, reports: readonly Report[], startedAt: number | null = null): Place | null {
  return placeElsewhere(plan, foldReports(reports, startedAt));
}

/** Returns the same for the totals of the reports. */
export function placeElsewhere(plan: Plan, fold: Fold): Place | null {
  const place = fold.landingPlace;
  const { lat, lon } = plan.arrival;
  if (place === null || lat === null || lon === null || isEndDoubted(fold, place)) return null;
  return distanceNm(place, { lat, lon }) > elsewhereNm ? place : null;
}
