import { distanceNm, type Place } from '../../src/lib/geo.ts';
import { greatCircle } from '../../src/lib/great-circle.ts';
import { metresBetween } from '../../src/lib/runways/metres.ts';
import type { Runway } from '../../src/lib/runways/runway.ts';

/** A line over the ground that an aircraft follows. */
export interface Way {
  readonly lengthM: number;
  /** Where it is after this many metres, and in which true direction it leads there. */
  at(metres: number): Place & { readonly courseDeg: number };
}

interface Stretch {
  readonly from: Place;
  readonly to: Place;
  readonly beginsM: number;
  readonly lengthM: number;
  readonly courseDeg: number;
}

/** Returns the place so many metres in this direction and right of it; exact to a decimetre within 50 km. */
export function placeFrom(from: Place, courseDeg: number, forwardM: number, rightM = 0): Place {
  const course = (courseDeg * Math.PI) / 180;
  const northM = forwardM * Math.cos(course) - rightM * Math.sin(course);
  const eastM = forwardM * Math.sin(course) + rightM * Math.cos(course);
  let place = from;
  for (let round = 0; round < 3; round++) {
    const found = metresBetween(from, place);
    const perLon = 111_320 * Math.cos((from.lat * Math.PI) / 180);
    place = { lat: place.lat + (northM - found.northM) / 111_200, lon: place.lon + (eastM - found.eastM) / perLon };
  }
  return place;
}

/** Returns a place by a runway: metres from the end of the pavement over which one arrives, and right of the centre line. */
export function onRunway({ start, bearingDeg }: Runway, alongM: number, rightM = 0): Place {
  return placeFrom(start, bearingDeg, alongM, rightM);
}

/** Returns the place half way between two others, and so many metres right of their line. */
export function beside(from: Place, to: Place, rightM: number): Place {
  const [, middle = from] = greatCircle(from, to, 2);
  const { eastM, northM } = metresBetween(from, to);
  return placeFrom(middle, (Math.atan2(eastM, northM) * 180) / Math.PI, 0, rightM);
}

/** Returns the way through these places: straight where they are near, along the great circle where they are not. */
export function wayThrough(places: readonly Place[]): Way {
  const fine = places.flatMap((place, index) => {
    const next = places[index + 1];
    if (next === undefined) return [place];
    return greatCircle(place, next, Math.max(1, Math.ceil(distanceNm(place, next) / 20))).slice(0, -1);
  });
  const stretches: Stretch[] = [];
  let beginsM = 0;
  fine.forEach((from, index) => {
    const to = fine[index + 1];
    if (to === undefined) return;
    const { eastM, northM } = metresBetween(from, to);
    const lengthM = Math.hypot(eastM, northM);
    if (lengthM < 0.01) return;
    stretches.push({
      from,
      to,
      beginsM,
      lengthM,
      courseDeg: ((Math.atan2(eastM, northM) * 180) / Math.PI + 360) % 360,
    });
    beginsM += lengthM;
  });
  let near = 0;
  return {
    lengthM: beginsM,
    at(metres) {
      while (near > 0 && (stretches[near]?.beginsM ?? 0) > metres) near -= 1;
      while (near < stretches.length - 1 && (stretches[near + 1]?.beginsM ?? 0) <= metres) near += 1;
      const stretch = stretches[near] as Stretch;
      const { from, to, courseDeg } = stretch;
      const share = (metres - stretch.beginsM) / stretch.lengthM;
      return { lat: from.lat + (to.lat - from.lat) * share, lon: from.lon + (to.lon - from.lon) * share, courseDeg };
    },
  };
}
