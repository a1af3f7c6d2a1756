import type { Place } from '../geo.ts';

const equatorM = 6_378_137;
/** Square of the eccentricity of the WGS 84 ellipsoid. */
const e2 = 0.00669437999014;

/**
 * Returns how far east and north of `from` a place is, in metres on the plane that touches the ellipsoid between them.
 * Exact to a decimetre within 10 km, where a sphere is wrong by up to 50 m.
 */
export function metresBetween(from: Place, to: Place): { readonly eastM: number; readonly northM: number } {
  const lat = (((from.lat + to.lat) / 2) * Math.PI) / 180;
  const flattened = 1 - e2 * Math.sin(lat) ** 2;
  const perNorth = (equatorM * (1 - e2)) / flattened ** 1.5;
  const perEast = (equatorM / Math.sqrt(flattened)) * Math.cos(lat);
  const dLon = ((((to.lon - from.lon) % 360) + 540) % 360) - 180;
  return { eastM: ((dLon * Math.PI) / 180) * perEast, northM: (((to.lat - from.lat) * Math.PI) / 180) * perNorth };
}

/** A shorter way between two reports shows no course, metres. */
const minWayM = 15;

/** Returns the true course from one place to another near it, degrees; null when they are too near to show one. */
export function courseBetween(from: Place, to: Place): number | null {
  const { eastM, northM } = metresBetween(from, to);
  if (Math.hypot(eastM, northM) < minWayM) return null;
  return ((Math.atan2(eastM, northM) * 180) / Math.PI + 360) % 360;
}
