import type { Place } from '../../lib/geo.ts';
import { table } from '../../lib/table.ts';

/** `50N040W`, `5030N04000W`, `503000N0400000W`: degrees, with minutes, with seconds. */
const letterLast = /^(\d{2}|\d{4}|\d{6})([NS])(\d{3}|\d{5}|\d{7})([EW])$/;
/** `N50W040`, `N5030W04000`. */
const letterFirst = /^([NS])(\d{2}|\d{4}|\d{6})([EW])(\d{3}|\d{5}|\d{7})$/;
/** The five characters of databases: `5240N` is 52° N 40° W, `52N40` is 52° N 140° W. */
const short = /^(\d{2})(\d{2})([NESW])$/;
const shortFar = /^(\d{2})([NESW])(\d{2})$/;
/** What the letter of the short form says: the signs of latitude and longitude. */
const quadrants = table<readonly [number, number]>({
  N: [1, -1],
  E: [1, 1],
  S: [-1, 1],
  W: [-1, -1],
});

/** Returns the place that a word of a route writes as coordinates; null when it does not. */
export function coordinatesOf(word: string): Place | null {
  const text = word.replace('/', '');
  const [, lat, ns, lon, ew] = letterLast.exec(text) ?? [];
  if (lat !== undefined && lon !== undefined) return valid(degrees(lat, 2, ns === 'S'), degrees(lon, 3, ew === 'W'));
  const [, ns1, lat1, ew1, lon1] = letterFirst.exec(text) ?? [];
  if (lat1 !== undefined && lon1 !== undefined)
    return valid(degrees(lat1, 2, ns1 === 'S'), degrees(lon1, 3, ew1 === 'W'));
  const [, lat2, lon2, letter2] = short.exec(text) ?? [];
  if (letter2 !== undefined) return inQuadrant(letter2, Number(lat2), Number(lon2));
  const [, lat3, letter3, lon3] = shortFar.exec(text) ?? [];
  return letter3 === undefined ? null : inQuadrant(letter3, Number(lat3), 100 + Number(lon3));
}

function inQuadrant(letter: string, lat: number, lon: number): Place | null {
  const [north, east] = quadrants[letter] ?? [1, 1];
  return valid(lat * north, lon * east);
}

/** @param whole number of digits of the degrees; what follows are minutes and seconds */
function degrees(digits: string, whole: number, isNegative: boolean): number {
  const [minutes, seconds] = [digits.slice(whole, whole + 2), digits.slice(whole + 2)];
  const value = Number(digits.slice(0, whole)) + Number(minutes || 0) / 60 + Number(seconds || 0) / 3_600;
  return isNegative ? -value : value;
}

function valid(lat: number, lon: number): Place | null {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}
