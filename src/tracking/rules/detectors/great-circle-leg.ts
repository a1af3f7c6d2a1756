import type { Place } from '../../../lib/geo.ts';

const radians = Math.PI / 180;
const earthRadiusNm = 3440.065;

/** A direction from the centre of the earth, of length 1. */
export interface Direction {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A great circle from one place to another, ready for the distances of many places. */
export interface Leg {
  readonly start: Direction;
  readonly end: Direction;
  readonly lengthNm: number;
  /** Across the circle, and across the planes through both ends; null for a leg without length. */
  readonly across: { readonly pole: Direction; readonly first: Direction; readonly last: Direction } | null;
}

/** Returns the leg between two places. */
export function legBetween(from: Place, to: Place): Leg {
  const [start, end] = [directionOf(from), directionOf(to)];
  const normal = cross(start, end);
  const length = Math.hypot(normal.x, normal.y, normal.z);
  const pole = { x: normal.x / length, y: normal.y / length, z: normal.z / length };
  const across = length < 1e-9 ? null : { pole, first: cross(pole, start), last: cross(end, pole) };
  return { start, end, lengthNm: milesOf(apart(start, end)), across };
}

/** Returns the direction of a place. */
export function directionOf({ lat, lon }: Place): Direction {
  const level = Math.cos(lat * radians);
  return { x: level * Math.cos(lon * radians), y: level * Math.sin(lon * radians), z: Math.sin(lat * radians) };
}

/** Returns how far a place is from a leg, as the square of a chord: quick, and in the order of the miles. */
export function offLeg({ start, end, across }: Leg, place: Direction): number {
  // Beside the leg where it lies between the planes through its ends.
  if (across !== null && dot(across.first, place) >= 0 && dot(across.last, place) >= 0) {
    const sine = dot(across.pole, place);
    return 2 - 2 * Math.sqrt(Math.max(0, 1 - sine * sine));
  }
  return Math.min(apart(start, place), apart(end, place));
}

/** Returns the square of the chord between two directions. */
export function apart(one: Direction, other: Direction): number {
  return Math.max(0, 2 - 2 * dot(one, other));
}

/** Returns nautical miles along the great circle, of the square of a chord. */
export function milesOf(chord2: number): number {
  return 2 * Math.asin(Math.min(1, Math.sqrt(chord2) / 2)) * earthRadiusNm;
}

/** Returns the square of the chord of so many nautical miles. */
export function chordOf(nm: number): number {
  return (2 * Math.sin(Math.min(Math.PI, nm / earthRadiusNm) / 2)) ** 2;
}

function cross(one: Direction, other: Direction): Direction {
  return {
    x: one.y * other.z - one.z * other.y,
    y: one.z * other.x - one.x * other.z,
    z: one.x * other.y - one.y * other.x,
  };
}

function dot(one: Direction, other: Direction): number {
  return one.x * other.x + one.y * other.y + one.z * other.z;
}
