import { distanceNm, type Place } from '../../lib/geo.ts';

const radians = Math.PI / 180;
const earthRadiusNm = 3440.065;

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A great circle from one place to another, ready to be asked for many places. */
export interface Leg {
  readonly from: Place;
  readonly to: Place;
  readonly lengthNm: number;
  /** Directions from the centre of the earth to both ends, and the one across both. */
  readonly start: Vector;
  readonly end: Vector;
  readonly pole: Vector | null;
}

/** Returns the leg between two places. */
export function legBetween(from: Place, to: Place): Leg {
  const [start, end] = [directionOf(from), directionOf(to)];
  const across = cross(start, end);
  const length = Math.hypot(across.x, across.y, across.z);
  const pole = length < 1e-9 ? null : { x: across.x / length, y: across.y / length, z: across.z / length };
  return { from, to, lengthNm: distanceNm(from, to), start, end, pole };
}

/** Returns how far a place, given by its direction, is from a leg, nautical miles. */
export function offLegNm({ start, end, pole }: Leg, place: Vector): number {
  const toEnds = Math.min(angleBetween(start, place), angleBetween(end, place));
  if (pole === null) return toEnds * earthRadiusNm;
  // Beside the leg where it lies between the planes through its ends.
  const isBeside = dot(cross(pole, start), place) >= 0 && dot(cross(end, pole), place) >= 0;
  return (isBeside ? Math.abs(Math.asin(Math.max(-1, Math.min(1, dot(pole, place))))) : toEnds) * earthRadiusNm;
}

/** Returns the direction of a place from the centre of the earth. */
export function directionOf({ lat, lon }: Place): Vector {
  const level = Math.cos(lat * radians);
  return { x: level * Math.cos(lon * radians), y: level * Math.sin(lon * radians), z: Math.sin(lat * radians) };
}

function angleBetween(one: Vector, other: Vector): number {
  const chord = Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z);
  return 2 * Math.asin(Math.min(1, chord / 2));
}

function cross(one: Vector, other: Vector): Vector {
  return {
    x: one.y * other.z - one.z * other.y,
    y: one.z * other.x - one.x * other.z,
    z: one.x * other.y - one.y * other.x,
  };
}

function dot(one: Vector, other: Vector): number {
  return one.x * other.x + one.y * other.y + one.z * other.z;
}
