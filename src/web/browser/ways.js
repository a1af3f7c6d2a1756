/** Lines of many flights on the map, faint: from the wire to the screen. */

/** @typedef {import('./canvas-layer.js').View} View */
/** @typedef {{ x: number, y: number }} Spot in widths of the world, with x beyond 0 … 1 across the dateline */
/** @typedef {{ spots: readonly Spot[], west: number, east: number, north: number, south: number }} Way */

const edge = 85.05;

/** Reads lines of the server: latitude and longitude of the first place, then what they differ from the place before. @param {readonly (readonly number[])[]} lines @param {number} perDegree units of the figures @returns {Way[]} */
export function waysOf(lines, perDegree) {
  return lines.map((line) => {
    /** @type {Spot[]} */
    const spots = [];
    let [lat, lon, x] = [0, 0, Number.NaN];
    for (let index = 0; index + 1 < line.length; index += 2) {
      lat += line[index] ?? 0;
      lon += line[index + 1] ?? 0;
      const next = lon / perDegree / 360 + 0.5;
      // The shorter way, also across the dateline.
      x = Number.isNaN(x) ? next : next + Math.round(x - next);
      spots.push({ x, y: yOf(lat / perDegree) });
    }
    const [xs, ys] = [spots.map((spot) => spot.x), spots.map((spot) => spot.y)];
    return { spots, west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
  });
}

/** @param {number} lat */
function yOf(lat) {
  const level = (Math.max(-edge, Math.min(edge, lat)) * Math.PI) / 180;
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + level / 2)) / (2 * Math.PI);
}

/** Returns latitude and longitude of a spot, degrees. @param {Spot} spot */
export function placeOf({ x, y }) {
  return { lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, lon: (x - 0.5) * 360 };
}

/** Strokes a way in every copy of the world in which part of it is seen; returns where its ends are drawn. @param {CanvasRenderingContext2D} context @param {View} view @param {Way} way */
export function strokeWay(context, { left, top, width, height, scale }, { spots, west, east, north, south }) {
  /** @type {Spot[]} */
  const ends = [];
  if (south * scale < top || north * scale > top + height) return ends;
  for (let turn = Math.ceil(left / scale - east); turn <= (left + width) / scale - west; turn++) {
    context.beginPath();
    const drawn = spots.map(({ x, y }) => ({ x: (x + turn) * scale - left, y: y * scale - top }));
    for (const { x, y } of drawn) context.lineTo(x, y);
    context.stroke();
    ends.push(...drawn.slice(0, 1), ...drawn.slice(-1));
  }
  return ends;
}
