import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Maximum distance of a touchdown from the pavement: the coordinates of small airports are ten metres coarse, and sceneries differ. */
const maxBesideM = 75;
const maxBeforeM = 600;
const maxTurnDeg = 40;

/** All runways by cell of one degree, as lines of `runways.csv`, which `build/runways.ts` describes; read on first use. */
let linesByCell: ReadonlyMap<string, readonly string[]> | null = null;

/** Returns the runway on which an aircraft at this place with this course is or lands, or null when there is none. */
export function findRunway(place: Place, courseDeg: number): Runway | null {
  let best: Runway | null = null;
  let besideM = maxBesideM;
  for (const runway of runwaysNear(place)) {
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

/** Returns the turn from one course to another, from −180 to 180 degrees, right positive. */
export function turnDeg(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

/** Returns the runways whose first end is less than a degree away, each in both directions. */
function runwaysNear({ lat, lon }: Place): readonly Runway[] {
  linesByCell ??= readLines();
  const found: Runway[] = [];
  for (const dLat of [-1, 0, 1]) {
    for (const dLon of [-1, 0, 1]) {
      for (const line of linesByCell.get(cellOf(lat + dLat, lon + dLon)) ?? []) found.push(...bothWays(line));
    }
  }
  return found;
}

function cellOf(lat: number, lon: number): string {
  return `${Math.floor(lat)} ${(Math.floor(lon) + 540) % 360}`;
}

function readLines(): ReadonlyMap<string, readonly string[]> {
  const cells = new Map<string, string[]>();
  const text = readFileSync(join(import.meta.dirname, 'runways.csv'), 'utf8');
  for (const line of text.trimEnd().split('\n').slice(1)) {
    const [, , , lat, lon] = line.split(',', 5);
    const cell = cellOf(Number(lat) / 1e5, Number(lon) / 1e5);
    const lines = cells.get(cell);
    if (lines === undefined) cells.set(cell, [line]);
    else lines.push(line);
  }
  return cells;
}

function bothWays(line: string): readonly [Runway, Runway] {
  const [airport = '', low = '', high = '', ...numbers] = line.split(',');
  const [lat = 0, lon = 0, dLat = 0, dLon = 0, lowFt = 0, highFt = 0, lowShift = 0, highShift = 0, width = 0] =
    numbers.map(Number);
  const one = { lat: lat / 1e5, lon: lon / 1e5 };
  const other = { lat: (lat + dLat) / 1e5, lon: (lon + dLon) / 1e5 };
  const widthFt = width > 0 ? width : null;
  return [
    {
      airport,
      name: low,
      ...directed(one, other),
      startElevationFt: lowFt,
      endElevationFt: highFt,
      displacedFt: lowShift,
      widthFt,
    },
    {
      airport,
      name: high,
      ...directed(other, one),
      startElevationFt: highFt,
      endElevationFt: lowFt,
      displacedFt: highShift,
      widthFt,
    },
  ];
}

function directed(start: Place, end: Place): Pick<Runway, 'start' | 'end' | 'lengthM' | 'bearingDeg'> {
  const { eastM, northM } = metresBetween(start, end);
  const bearingDeg = ((Math.atan2(eastM, northM) * 180) / Math.PI + 360) % 360;
  return { start, end, lengthM: Math.hypot(eastM, northM), bearingDeg };
}
