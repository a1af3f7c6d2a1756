import { unwrap } from '../draw-lines.js';

/** @typedef {import('../draw-lines.js').TrackPoint} TrackPoint */

/** What this flight flew so far; empty where it may not be seen. @param {string} flights @param {string} id @returns {Promise<TrackPoint[]>} */
export async function loadTrail(flights, id) {
  const answer = await fetch(`${flights}${encodeURIComponent(id)}/track.json?points=1000`);
  if (!answer.ok) return [];
  const { lat, lon, altitude } = await answer.json();
  return unwrap(
    lat.map((/** @type {number} */ each, /** @type {number} */ index) => ({
      lat: each,
      lon: lon[index],
      altitude: altitude[index] ?? null,
    })),
  );
}
