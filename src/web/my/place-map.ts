import type { Place } from '../../lib/geo.ts';
import { greatCircle, nearLon } from '../../lib/great-circle.ts';
import { frameAround, linePath, type MapFrame, pixelOf } from '../picture/map-frame.ts';
import { groundOf } from '../picture/outlines.ts';

export interface NamedPlace extends Place {
  readonly icao: string;
}

/** An airport on a map, and how much it counts there: visits, or schedules. */
export interface MappedPlace extends NamedPlace {
  readonly count: number;
}

/** A map of airports in the units of a `viewBox` of 480 × 320; the paths are those of SVG. */
export interface PlaceMap<T extends MappedPlace> {
  readonly land: string;
  readonly lakes: string;
  readonly borders: string;
  /** From the middle to every airport, on great circles; empty without a middle. */
  readonly ways: string;
  /** Where the ways begin; null without them. */
  readonly here: Dot<NamedPlace> | null;
  /** The largest first, so that the smaller ones lie above them. */
  readonly dots: readonly Dot<T>[];
}

export interface Dot<T extends NamedPlace> {
  readonly place: T;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  /** Where its code is written; null where it would cover another code or dot. */
  readonly label: { readonly x: number; readonly y: number; readonly anchor: 'start' | 'end' } | null;
}

const box = { x: 0, y: 0, width: 480, height: 320 };
/** Ground that is shown around a single airport, degrees of latitude. */
const aroundDeg = 2;
const waySteps = 12;
/** Radius of the smallest dot, and how much larger the largest one is. */
const smallR = 4;
const moreR = 6;
/** So many have their full size; more are smaller, down to this share of it. */
const usualDots = 30;
const minSize = 0.4;
/** Room that a code takes. */
const letterWidth = 9;
const lineHeight = 15;
const besideDot = 3;

/**
 * Returns the map that shows all these airports; null without any. It shows the shorter way around the world.
 * @param middle - the airport from which ways lead to the others; null for a map without ways
 */
export function drawPlaces<T extends MappedPlace>(places: readonly T[], middle: NamedPlace | null): PlaceMap<T> | null {
  const sorted = places.toSorted((a, b) => b.count - a.count || (a.icao < b.icao ? -1 : 1));
  const [largest] = sorted;
  if (largest === undefined) return null;
  const centre = middle ?? largest;
  const near = ({ lat, lon }: Place) => ({ lat, lon: nearLon(lon, centre.lon) });
  const ways = middle === null ? [] : sorted.map((place) => greatCircle(middle, near(place), waySteps));
  const around = [-aroundDeg, aroundDeg].map((deg) => ({ lat: centre.lat + deg, lon: centre.lon }));
  const frame = frameAround([...sorted.map(near), ...ways.flat(), ...around], box);
  const { land, lakes, borders } = groundOf(frame);
  // Its area grows with its count; many are smaller.
  const size = Math.max(minSize, Math.min(1, Math.sqrt(usualDots / sorted.length)));
  const radiusOf = ({ count }: T) => size * (smallR + moreR * Math.sqrt(count / Math.max(1, largest.count)));
  const bare = sorted.map((place) => dotOf(frame, place, near(place), radiusOf(place)));
  const start = middle === null ? null : dotOf(frame, middle, middle, smallR);
  const rooms = [...bare, ...(start === null ? [] : [start])].map(({ x, y, r }) => roomAt(x - r, y, 2 * r, 2 * r));
  const here = start === null ? null : withLabel(start, rooms);
  const dots = bare.map((dot) => withLabel(dot, rooms));
  return { land, lakes, borders, ways: ways.map((way) => linePath(frame, way)).join(''), here, dots };
}

function dotOf<T extends NamedPlace>(frame: MapFrame, place: T, at: Place, r: number): Dot<T> {
  const [x, y] = pixelOf(frame, at);
  return { place, x: rounded(x), y: rounded(y), r: rounded(r), label: null };
}

interface Room {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Writes the code on one side of the dot or the other, where nothing is yet. @param rooms - those that are taken; its own is added */
function withLabel<T extends NamedPlace>({ place, x, y, r }: Dot<T>, rooms: Room[]): Dot<T> {
  const width = place.icao.length * letterWidth;
  for (const anchor of ['start', 'end'] as const) {
    const left = anchor === 'start' ? x + r + besideDot : x - r - besideDot - width;
    const room = roomAt(left, y, width, lineHeight);
    const isOut = room.left < 0 || room.right > box.width || room.top < 0 || room.bottom > box.height;
    if (isOut || rooms.some((each) => isOver(each, room))) continue;
    rooms.push(room);
    const label = { x: rounded(anchor === 'start' ? left : room.right), y: rounded(y + lineHeight / 3), anchor };
    return { place, x, y, r, label };
  }
  return { place, x, y, r, label: null };
}

function roomAt(left: number, middleY: number, width: number, height: number): Room {
  return { left, right: left + width, top: middleY - height / 2, bottom: middleY + height / 2 };
}

function isOver(one: Room, other: Room): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
