import { runwaysNear } from '../../lib/runways/runways.ts';
import { sightingsOf } from '../../tracking/figures/network-track.ts';
import type { Airport } from '../../tracking/model.ts';
import type { ReadSurroundings } from '../../tracking/rules/judging.ts';
import { filedRoute } from '../../web/route/filed-route.ts';
import { openNavigationData } from '../../web/route/open-navigation-data.ts';

export interface SurroundingsNeeds {
  /** Folder of waypoints and airways; null without: then only the coordinates of a filed route are known. */
  readonly navigationData: string | null;
  readonly onError: (error: unknown) => void;
}

/** Returns what is known of a flight beside its reports: the world's runways, and where its filed route leads. */
export function surroundingsOf({ navigationData, onError }: SurroundingsNeeds): ReadSurroundings {
  const data = openNavigationData(navigationData, (_what, error) => onError(error));
  return async ({ plan, ...flight }, pirep) => {
    const text = pirep.route ?? plan.route;
    const [from, to] = [placeOf(plan.departure), placeOf(plan.arrival)];
    const points = text === null || from === null || to === null ? [] : filedRoute(text, from, to, await data()).points;
    return { ...sightingsOf(flight), route: points.length === 0 ? null : points, runwaysNear };
  };
}

function placeOf({ lat, lon }: Airport) {
  return lat === null || lon === null ? null : { lat, lon };
}
