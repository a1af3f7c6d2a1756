/** Angles in degrees, distances in nautical miles. */

const radiusNm = 3440.065;
const rad = Math.PI / 180;

/** @typedef {{ lat: number, lon: number }} Place */

/** @param {Place} from @param {Place} to */
export function distanceNm(from, to) {
  const a =
    Math.sin(((to.lat - from.lat) * rad) / 2) ** 2 +
    Math.cos(from.lat * rad) * Math.cos(to.lat * rad) * Math.sin(((to.lon - from.lon) * rad) / 2) ** 2;
  return 2 * radiusNm * Math.asin(Math.min(1, Math.sqrt(a)));
}

/** Returns the initial course of the great circle. @param {Place} from @param {Place} to */
export function courseDeg(from, to) {
  const dLon = (to.lon - from.lon) * rad;
  const y = Math.sin(dLon) * Math.cos(to.lat * rad);
  const x =
    Math.cos(from.lat * rad) * Math.sin(to.lat * rad) -
    Math.sin(from.lat * rad) * Math.cos(to.lat * rad) * Math.cos(dLon);
  return (Math.atan2(y, x) / rad + 360) % 360;
}

/** Returns the place reached after this distance on this initial course; valid across the poles and the antimeridian. @param {Place} from @param {number} course @param {number} nm @returns {Place} */
export function travel(from, course, nm) {
  const d = nm / radiusNm;
  const sinLat =
    Math.sin(from.lat * rad) * Math.cos(d) + Math.cos(from.lat * rad) * Math.sin(d) * Math.cos(course * rad);
  const dLon = Math.atan2(
    Math.sin(course * rad) * Math.sin(d) * Math.cos(from.lat * rad),
    Math.cos(d) - Math.sin(from.lat * rad) * sinLat,
  );
  return { lat: Math.asin(Math.max(-1, Math.min(1, sinLat))) / rad, lon: wrapLon(from.lon + dLon / rad) };
}

/** Normalises a longitude to −180 … 180. @param {number} lon */
export function wrapLon(lon) {
  return ((((lon + 180) % 360) + 360) % 360) - 180;
}

/** Returns the longitude equivalent to `lon` that is nearest to `near`, so that a line never jumps across the map. @param {number} lon @param {number} near */
export function nearLon(lon, near) {
  return lon + 360 * Math.round((near - lon) / 360);
}

/** Returns places along the great circle, both ends included; longitudes are unwrapped beyond ±180. @param {Place} from @param {Place} to @param {number} [steps] @returns {Place[]} */
export function greatCircle(from, to, steps = 96) {
  const whole = distanceNm(from, to);
  const points = [from];
  let last = from.lon;
  for (let step = 1; step <= steps; step++) {
    const passed = points[0] ?? from;
    const { lat, lon } = step === steps ? to : travel(passed, courseDeg(from, to), (whole * step) / steps);
    last = nearLon(lon, last);
    points.push({ lat, lon: last });
  }
  return points;
}

/** Maximum latitude of a Mercator map; places nearer to a pole are drawn there. */
export const mercatorEdge = 85.0511287798;

/** Projects a place to a unit square, west to east, north to south. @param {Place} place @returns {[number, number]} */
export function mercator({ lat, lon }) {
  const edged = Math.max(-mercatorEdge, Math.min(mercatorEdge, lat));
  const y = Math.log(Math.tan(Math.PI / 4 + (edged * rad) / 2));
  return [lon / 360 + 0.5, 0.5 - y / (2 * Math.PI)];
}

/** Returns the latitude of this height in the unit square of `mercator`. @param {number} y */
export function mercatorLat(y) {
  return Math.atan(Math.sinh(Math.PI * (1 - 2 * Math.max(0, Math.min(1, y))))) / rad;
}
