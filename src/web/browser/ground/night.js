import { mercator } from '../geo.js';

/** @typedef {import('./draw-ground.js').Pen} Pen */

const rad = Math.PI / 180;
const dayMs = 86_400_000;
/** Width in pixels of the strips that the edge of the night consists of. */
const step = 4;
/** Heights of the sun at which it becomes darker: sunset, and the ends of civil, nautical and astronomical twilight. */
const depths = [-0.83, -6, -12, -18];

/**
 * Returns the place above which the sun stands, in degrees. Low-precision formulas of the Astronomical Almanac, good to 0.01°.
 * @param {number} at milliseconds since the epoch @returns {{ lat: number, lon: number }}
 */
export function sunAt(at) {
  const days = (at - Date.UTC(2000, 0, 1, 12)) / dayMs;
  const anomaly = (357.528 + 0.9856003 * days) * rad;
  const meanLongitude = 280.46 + 0.9856474 * days;
  const longitude = (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad;
  const tilt = (23.439 - 0.0000004 * days) * rad;
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(longitude), Math.cos(longitude)) / rad;
  const siderealDeg = 280.46061837 + 360.98564736629 * days;
  const lon = ascension - siderealDeg;
  return { lat: Math.asin(Math.sin(tilt) * Math.sin(longitude)) / rad, lon: ((((lon + 180) % 360) + 360) % 360) - 180 };
}

/** Darkens the night side, step by step through twilight. @param {Pen} pen @param {number} at milliseconds since the epoch */
export function drawNight({ context, frame, colors }, at) {
  const sun = sunAt(at);
  const { scale, left, top, width, height } = frame;
  context.fillStyle = colors.night;
  /** @param {number} lat */
  const yOf = (lat) => {
    // Beyond the edge of the map it is as dark as at the pole.
    if (Math.abs(lat) > 89.9) return lat > 0 ? -step : height + step;
    return Math.max(-step, Math.min(height + step, mercator({ lat, lon: 0 })[1] * scale - top));
  };
  for (const depth of depths) {
    context.beginPath();
    let [lastNorth, lastSouth] = [Number.NaN, Number.NaN];
    for (let x = -step; x <= width + step; x += step) {
      const lon = ((left + x) / scale - 0.5) * 360;
      const [north = 0, south = 0] = darkBetween(sun, lon, depth).map(yOf);
      if (x > -step && (south > north || lastSouth > lastNorth)) {
        context.moveTo(x - step, lastNorth);
        context.lineTo(x, north);
        context.lineTo(x, south);
        context.lineTo(x - step, lastSouth);
        context.closePath();
      }
      [lastNorth, lastSouth] = [north, south];
    }
    context.fill();
  }
}

/** Returns the northern and southern latitude between which the sun is lower than `depth` on this meridian; the same where it is not. @param {{ lat: number, lon: number }} sun @param {number} lon @param {number} depth @returns {[north: number, south: number]} */
export function darkBetween(sun, lon, depth) {
  const hour = (lon - sun.lon) * rad;
  // sin(height) = sin(lat) sin(sun) + cos(lat) cos(sun) cos(hour) = size * sin(lat + turn)
  const a = Math.sin(sun.lat * rad);
  const b = Math.cos(sun.lat * rad) * Math.cos(hour);
  const size = Math.hypot(a, b);
  const turn = Math.atan2(b, a);
  const ratio = Math.sin(depth * rad) / size;
  const low = Math.asin(Math.max(-1, ratio));
  // Lower than this from `π − low` to `2π + low`, turned back to latitudes.
  const [first, second] = [Math.PI - low - turn, 2 * Math.PI + low - turn];
  const middle = (first + second) / 2;
  const shift = Math.round(middle / (2 * Math.PI)) * 2 * Math.PI;
  const [south, north] = [(first - shift) / rad, (second - shift) / rad];
  /** @param {number} lat */
  const edged = (lat) => Math.max(-90, Math.min(90, lat));
  return [edged(north), edged(south)];
}
