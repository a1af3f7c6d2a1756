import { mercatorLat } from '../geo.js';
import { blank } from './raster.js';

/** @typedef {import('./draw-ground.js').Pen} Pen */
/** @typedef {import('./draw-ground.js').Frame} Frame */

const rad = Math.PI / 180;
const dayMs = 86_400_000;
/** Pixels between the places whose darkness is computed; between them the browser shades. */
const step = 8;
/** Heights of the sun between which it becomes dark: just before sunset, and near the end of astronomical twilight. */
const [dusk, dark] = [1, -16];

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

/** Returns how dark it is, 0 by day to 1 at night, without a step anywhere. @param {number} sinHeight sine of the sun's height */
export function darkness(sinHeight) {
  const [from, to] = [Math.sin(dusk * rad), Math.sin(dark * rad)];
  const part = Math.max(0, Math.min(1, (from - sinHeight) / (from - to)));
  return part * part * (3 - 2 * part);
}

/**
 * Returns the darkness of places in a frame, row by row, each `step` pixels from the next; the first is half a step before its corner.
 * @param {Pick<Frame, 'scale' | 'left' | 'top' | 'width' | 'height'>} frame @param {number} at milliseconds since the epoch
 */
export function darknessOf({ scale, left, top, width, height }, at) {
  const sun = sunAt(at);
  const [columns, rows] = [Math.ceil(width / step) + 1, Math.ceil(height / step) + 1];
  const values = new Float32Array(columns * rows);
  const hours = Float64Array.from({ length: columns }, (_, column) => {
    const lon = ((left + (column - 0.5) * step) / scale - 0.5) * 360;
    return Math.cos((lon - sun.lon) * rad) * Math.cos(sun.lat * rad);
  });
  for (let row = 0; row < rows; row++) {
    const lat = mercatorLat((top + (row - 0.5) * step) / scale) * rad;
    const [high, flat] = [Math.sin(lat) * Math.sin(sun.lat * rad), Math.cos(lat)];
    for (let column = 0; column < columns; column++)
      values[row * columns + column] = darkness(high + flat * (hours[column] ?? 0));
  }
  return { columns, rows, values };
}

/** Returns a picture that is as opaque as it is dark, of this colour, to be drawn by `layNight`. @param {Frame} frame @param {number} at @param {readonly number[]} color red, green, blue and the opacity of full night @param {(darkness: number) => number} [shade] */
export function nightSheet(frame, at, [red = 0, green = 0, blue = 0, alpha = 1], shade = (darkness) => darkness) {
  const { columns, rows, values } = darknessOf(frame, at);
  const sheet = blank(columns, rows);
  const pixels = new ImageData(columns, rows);
  const words = new Uint32Array(pixels.data.buffer);
  const color = (blue << 16) | (green << 8) | red;
  values.forEach((value, index) => {
    words[index] = (Math.round(shade(value) * alpha * 255) << 24) | color;
  });
  sheet.context.putImageData(pixels, 0, 0);
  return sheet.canvas;
}

/** Lays the picture of a night over its frame. @param {Pen['context']} context @param {CanvasImageSource & { width: number, height: number }} sheet */
export function layNight(context, sheet) {
  context.imageSmoothingQuality = 'low';
  context.drawImage(sheet, -step, -step, sheet.width * step, sheet.height * step);
}
