import type { Place } from '../../lib/geo.ts';
import { metresBetween } from '../../lib/runways/metres.ts';

/** A shorter way between two reports shows no course, metres. */
const minWayM = 15;

/** Returns the true course from one place to another near it, degrees; null when they are too near to show one. */
export function courseBetween(from: Place, to: Place): number | null {
  const { eastM, northM } = metresBetween(from, to);
  if (Math.hypot(eastM, northM) < minWayM) return null;
  return ((Math.atan2(eastM, northM) * 180) / Math.PI + 360) % 360;
}
