import { distanceNm, type Place } from '../../lib/geo.ts';
import { coordinatesOf } from './coordinates.ts';
import type { Fix, NavigationData } from './navigation-data.ts';

/** A filed route as places between the airports, without them. */
export interface FiledRoute {
  /** `great-circle`: no word of the route is a known place. */
  readonly basis: 'waypoints' | 'coordinates' | 'great-circle';
  readonly points: readonly FiledPoint[];
}

/** A place of a filed route. */
export interface FiledPoint extends Fix {
  /** Words between it and the place before it are unknown, so the way there is not the straight one. */
  readonly isAfterUnknown: boolean;
}

/** Words that leave the way straight: none, and a change of speed and level. */
const plainWord = /^(?:DCT|[NKM]\d{3,4}[FASM]\d{3,4})$/;
const maxWords = 300;
const maxPoints = 600;
/** A waypoint may lie this far off the straight way: its length, and a number of miles. */
const maxDetour = 1.6;
const detourNm = 300;

/**
 * Returns the places of a filed route. Waypoints and airways need navigation data; coordinates are read from the text.
 * Words that are unknown (procedures, speeds, remarks) are left out, and so is a waypoint far from the way.
 */
export function filedRoute(text: string, from: Place, to: Place, data: NavigationData | null): FiledRoute {
  const words = text
    .toUpperCase()
    .slice(0, 4_000)
    .split(/[\s,]+/)
    .slice(0, maxWords);
  const points: FiledPoint[] = [];
  let [airway, hasWaypoints, last, isUnknown] = ['', false, from, false];
  for (const word of words) {
    // `DEGES/N0450F350`: a change of speed and level.
    const name = word.replace(/\/[NKM]\d{3,4}[FASM]\d{3,4}$/, '');
    const place = coordinatesOf(name);
    const fix = place === null ? (data?.nearest(name, last) ?? null) : { ident: name, ...place };
    if (fix === null || !isOnTheWay(fix, last, to)) {
      airway = data?.isAirway(name) === true ? name : '';
      isUnknown ||= airway === '' && name !== '' && !plainWord.test(name);
      continue;
    }
    const before = points.at(-1);
    const between = airway === '' || before === undefined ? null : (data?.along(airway, before, fix) ?? null);
    isUnknown ||= airway !== '' && between === null;
    const added = (between ?? [fix]).map((each, index) => ({ ...each, isAfterUnknown: isUnknown && index === 0 }));
    points.push(...added);
    hasWaypoints ||= place === null;
    [airway, last, isUnknown] = ['', fix, false];
    if (points.length > maxPoints) break;
  }
  const basis = points.length === 0 ? 'great-circle' : hasWaypoints ? 'waypoints' : 'coordinates';
  return { basis, points: points.slice(0, maxPoints) };
}

function isOnTheWay(fix: Place, last: Place, to: Place): boolean {
  return distanceNm(last, fix) + distanceNm(fix, to) <= distanceNm(last, to) * maxDetour + detourNm;
}
