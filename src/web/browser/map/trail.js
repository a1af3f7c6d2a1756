import { unwrap } from '../draw-lines.js';

/** @typedef {import('../draw-lines.js').TrackPoint} TrackPoint */

/** Loads the track of this flight so far; empty if this visitor may not see it. @param {string} flights @param {string} id @returns {Promise<TrackPoint[]>} */
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
