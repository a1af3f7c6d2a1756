import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../geo.ts';
import { metresBetween } from './metres.ts';
import { chooseRunway, placeOn, type Runway } from './runway.ts';

/** All runways by cell of one degree, as lines of `runways.csv`, which `build/runways.ts` describes; read on first use. */
let linesByCell: ReadonlyMap<string, readonly string[]> | null = null;
/** Those of the cells that were looked at: a trial of rules looks at the same airports thousands of times. */
const runwaysByCell = new Map<string, readonly Runway[]>();

/** Returns the runway on which an aircraft at this place with this course is or lands, or null when there is none. */
export function findRunway(place: Place, courseDeg: number): Runway | null {
  return chooseRunway(runwaysNear(place), place, courseDeg);
}

/** An aircraft that landed farther from every runway, metres, did not land at their airport. */
const maxAwayM = 18_520;

/** Returns the airport of the runway nearest to a place, and the middle of its runways; null where there is none within 10 nm. */
export function airportAt(place: Place): (Place & { readonly icao: string; readonly name: null }) | null {
  const runways = runwaysNear(place);
  let [icao, awayM]: [string | null, number] = [null, maxAwayM];
  for (const runway of runways) {
    const { alongM, rightM } = placeOn(runway, place);
    const m = Math.hypot(rightM, Math.max(0, -alongM, alongM - runway.lengthM));
    if (m < awayM) [icao, awayM] = [runway.airport, m];
  }
  if (icao === null) return null;
  const starts = runways.filter(({ airport }) => airport === icao).map(({ start }) => start);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { icao, name: null, lat: mean(starts.map(({ lat }) => lat)), lon: mean(starts.map(({ lon }) => lon)) };
}

/** Returns the runways whose first end is less than a degree away, each in both directions. */
export function runwaysNear({ lat, lon }: Place): readonly Runway[] {
  return [-1, 0, 1].flatMap((dLat) => [-1, 0, 1].flatMap((dLon) => runwaysIn(cellOf(lat + dLat, lon + dLon))));
}

/** Returns the runways whose first end is in this square of whole degrees, each in its two directions. @param south - of its corner, as `west` */
export function runwaysInSquare(
  south: number,
  west: number,
  sideDeg: number,
): readonly (readonly [low: Runway, high: Runway])[] {
  const degrees = Array.from({ length: sideDeg }, (_, index) => index);
  const cells = degrees.flatMap((dLat) => degrees.map((dLon) => cellOf(south + dLat, west + dLon)));
  return cells.flatMap((cell) => {
    const runways = runwaysIn(cell);
    return runways.flatMap((low, index): [Runway, Runway][] => {
      const high = runways[index + 1];
      return index % 2 === 0 && high !== undefined ? [[low, high]] : [];
    });
  });
}

function runwaysIn(cell: string): readonly Runway[] {
  linesByCell ??= readLines();
  const lines = linesByCell.get(cell);
  if (lines === undefined) return [];
  const known = runwaysByCell.get(cell);
  if (known !== undefined) return known;
  const runways = lines.flatMap(bothWays);
  runwaysByCell.set(cell, runways);
  return runways;
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
