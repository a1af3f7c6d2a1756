import { distanceNm, greatCircle, nearLon } from '../geo.js';

/** @typedef {import('../geo.js').Place} Place */
/** @typedef {Place & { ident: string }} Waypoint */

/** Longest straight line between two places of a route, in nautical miles. */
const stepNm = 60;

/** Loads the places of a flight's filed route, without its airports; empty where none is known. @param {string} root @param {string} id @returns {Promise<Waypoint[]>} */
export async function loadRoute(root, id) {
  const answer = await fetch(`${root}flights/${encodeURIComponent(id)}/route.json`).catch(() => null);
  return answer?.ok === true ? (await answer.json()).points : [];
}

/** Returns the line from here along the rest of the route to the arrival; the great circle where no route is known. @param {Place} here @param {readonly Place[]} route @param {Place} arrival @returns {Place[]} */
export function lineAhead(here, route, arrival) {
  const places = [here, ...ahead(here, route, arrival), arrival];
  /** @type {Place[]} */
  const line = [here];
  for (let leg = 1; leg < places.length; leg++) {
    const [from, to] = [places[leg - 1] ?? here, places[leg] ?? arrival];
    const steps = Math.max(1, Math.min(96, Math.ceil(distanceNm(from, to) / stepNm)));
    for (const { lat, lon } of greatCircle(from, to, steps).slice(1))
      line.push({ lat, lon: nearLon(lon, line.at(-1)?.lon ?? lon) });
  }
  return line;
}

/** Returns the places that have not been passed: after the one from which the way on is the shortest. @template {Place} T @param {Place} here @param {readonly T[]} route @param {Place} arrival @returns {readonly T[]} */
export function ahead(here, route, arrival) {
  const left = distanceNm(here, arrival);
  const next = route.findIndex((place) => distanceNm(place, arrival) < left - 1);
  return next < 0 ? [] : route.slice(next);
}
