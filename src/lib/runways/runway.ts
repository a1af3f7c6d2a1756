import type { Place } from '../geo.ts';
import { metresBetween } from './metres.ts';

/** A runway in one of its two directions. */
export interface Runway {
  /** Code of the airport, usually ICAO's. */
  readonly airport: string;
  /** Name of this direction, `12L`. */
  readonly name: string;
  /** The end over which one arrives, and the other one: the ends of the pavement. */
  readonly start: Place;
  readonly end: Place;
  readonly startElevationFt: number;
  readonly endElevationFt: number;
  /** Distance of the landing threshold from `start`, feet; 0 where it is not displaced. */
  readonly displacedFt: number;
  /** Null when unknown. */
  readonly widthFt: number | null;
  readonly lengthM: number;
  /** True bearing from `start` to `end`, degrees. */
  readonly bearingDeg: number;
}

/** Returns the runways near a place, each in both directions. */
export type RunwaysNear = (place: Place) => readonly Runway[];

/** Maximum distance of a touchdown from the pavement: the coordinates of small airports are ten metres coarse, and sceneries differ. */
const maxBesideM = 75;
const maxBeforeM = 600;
const maxTurnDeg = 40;

/** Returns which of these runways an aircraft at this place with this course is on, or lands on; null when it is none of them. */
export function chooseRunway(runways: readonly Runway[], place: Place, courseDeg: number): Runway | null {
  let best: Runway | null = null;
  let besideM = maxBesideM;
  for (const runway of runways) {
    const { alongM, rightM } = placeOn(runway, place);
    const isOn = alongM > -maxBeforeM && alongM < runway.lengthM + maxBeforeM;
    if (!isOn || Math.abs(rightM) > besideM || Math.abs(turnDeg(runway.bearingDeg, courseDeg)) > maxTurnDeg) continue;
    [best, besideM] = [runway, Math.abs(rightM)];
  }
  return best;
}

/** Returns how far along the runway from its start, and how far right of its centre line, a place is. */
export function placeOn(
  { start, bearingDeg }: Pick<Runway, 'start' | 'bearingDeg'>,
  place: Place,
): { readonly alongM: number; readonly rightM: number } {
  const { eastM, northM } = metresBetween(start, place);
  const bearing = (bearingDeg * Math.PI) / 180;
  return {
    alongM: northM * Math.cos(bearing) + eastM * Math.sin(bearing),
    rightM: eastM * Math.cos(bearing) - northM * Math.sin(bearing),
  };
}

/**
 * Returns how far the pavement may lie from where the data have it, metres: half of the last digit of its coordinates, which three
 * quarters of all runways have with four decimals.
 */
export function inaccuracyM({ start, end }: Pick<Runway, 'start' | 'end'>): number {
  const isRoundedTo = (perDegree: number) =>
    [start.lat, start.lon, end.lat, end.lon].every((value) => {
      const units = value * perDegree;
      return Math.abs(units - Math.round(units)) < 1e-4;
    });
  const perDegree = [1e3, 1e4].find(isRoundedTo) ?? 1e5;
  return 111_320 / perDegree / 2;
}

/** Returns the turn from one course to another, from −180 to 180 degrees, right positive. */
export function turnDeg(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180;
}
