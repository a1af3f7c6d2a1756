import { altitudeColor } from './colors.js';
import { greatCircle, nearLon } from './geo.js';

/** @typedef {import('./canvas-layer.js').View} View */
/** @typedef {import('./colors.js').Palette} Palette */
/** @typedef {{ lat: number, lon: number, altitude: number | null, isGap?: boolean }} TrackPoint longitudes are unwrapped beyond ±180 */

/** Unwraps longitudes beyond ±180, so that the line never jumps across the map. @param {TrackPoint[]} points */
export function unwrap(points) {
  let last = points[0]?.lon ?? 0;
  return points.map((point) => {
    last = nearLon(point.lon, last);
    return { ...point, lon: last };
  });
}

/** Draws the flown track as a ribbon coloured by altitude, with a soft edge. @param {CanvasRenderingContext2D} context @param {View} view @param {TrackPoint[]} points @param {Palette} palette */
export function drawTrack(context, view, points, palette) {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  drawGaps(context, view, points, palette);
  for (const copy of turnsOf(view, points)) {
    context.globalAlpha = palette.isDark ? 0.5 : 0.14;
    strokeTrack(context, view, points, copy, palette.isDark ? palette.halo : palette.ink, 9);
    context.globalAlpha = 1;
    strokeTrack(context, view, points, copy, palette.halo, 6.4);
    strokeTrack(context, view, points, copy, null, 3.8, palette.isDark);
  }
}

/** @param {CanvasRenderingContext2D} context @param {View} view @param {TrackPoint[]} points @param {number} copy @param {string | null} color null to colour by altitude @param {number} width @param {boolean} [isDark] */
function strokeTrack(context, view, points, copy, color, width, isDark = false) {
  context.lineWidth = width;
  let [lastX, lastY, style] = [Number.NaN, Number.NaN, ''];
  for (const { lat, lon, altitude, isGap } of points) {
    const [x, y] = [view.x(lon + copy), view.y(lat)];
    const next = color ?? altitudeColor(altitude === null ? null : Math.round(altitude / 500) * 500, isDark);
    const isBreak = style !== next || isGap === true;
    if (isBreak && style !== '') context.stroke();
    if (isBreak) {
      context.beginPath();
      if (!Number.isNaN(lastX) && isGap !== true) context.moveTo(lastX, lastY);
      context.strokeStyle = style = next;
    }
    context.lineTo(x, y);
    [lastX, lastY] = [x, y];
  }
  if (style !== '') context.stroke();
}

/** Draws a dotted great circle over each long gap between reports: nobody knows where it flew there, and nobody planned that. @param {CanvasRenderingContext2D} context @param {View} view @param {TrackPoint[]} points @param {Palette} palette */
function drawGaps(context, view, points, palette) {
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (point.isGap === true && before !== undefined) drawWay(context, view, greatCircle(before, point), palette, dots);
  });
}

/** Draws a dashed great circle between two airports. @param {CanvasRenderingContext2D} context @param {View} view @param {{ lat: number, lon: number }} from @param {{ lat: number, lon: number }} to @param {Palette} palette */
export function drawRoute(context, view, from, to, palette) {
  drawWay(context, view, greatCircle(from, to), palette);
}

/** Lengths of strokes and gaps, pixels: of a plan, and of a way that nobody reported. */
const [dashes, dots] = [
  [6, 8],
  [0.1, 6],
];

/** Draws a dashed line through these places. @param {CanvasRenderingContext2D} context @param {View} view @param {readonly { lat: number, lon: number }[]} places with longitudes unwrapped @param {Palette} palette @param {number[]} [pattern] */
export function drawWay(context, view, places, palette, pattern = dashes) {
  const points = places.map(({ lat, lon }) => ({ lat, lon, altitude: null }));
  context.save();
  context.lineCap = 'round';
  context.setLineDash(pattern);
  for (const copy of turnsOf(view, points)) {
    strokeTrack(context, view, points, copy, palette.halo, 4.4);
    strokeTrack(context, view, points, copy, palette.route, pattern === dots ? 2.6 : 2);
  }
  context.restore();
}

/** Returns the copies of the world in which part of the line is visible. @param {View} view @param {TrackPoint[]} points */
function turnsOf(view, points) {
  const lons = points.map(({ lon }) => lon);
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  /** @type {number[]} */
  const turns = [];
  const first = Math.floor(view.left / view.scale - 0.5 - east / 360);
  const last = Math.ceil((view.left + view.width) / view.scale - 0.5 - west / 360);
  for (let turn = first; turn <= last; turn++) turns.push(turn * 360);
  return turns;
}

/** Draws the dot of an airport. @param {CanvasRenderingContext2D} context @param {View} view @param {{ lat: number, lon: number }} place @param {Palette} palette */
export function drawAirport(context, view, place, palette) {
  for (const copy of view.copies) {
    const [x, y] = [view.x(place.lon + copy), view.y(place.lat)];
    if (!view.holds(x, y, 80)) continue;
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.fillStyle = palette.halo;
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = palette.ink;
    context.stroke();
  }
}

/** Draws text with an outline, readable on any background. @param {CanvasRenderingContext2D} context @param {string} text @param {number} x @param {number} y @param {Palette} palette */
export function drawText(context, text, x, y, palette) {
  context.lineWidth = 3.5;
  context.lineJoin = 'round';
  context.strokeStyle = palette.halo;
  context.strokeText(text, x, y);
  context.fillStyle = palette.ink;
  context.fillText(text, x, y);
}
