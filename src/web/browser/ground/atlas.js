/** @typedef {{ points: Float64Array, west: number, east: number, north: number, south: number }} Line a line in the Mercator square (0 … 1, from the north-west), with its bounds */
/** @typedef {{ land: Line[], lakes: Line[], borders: Line[] }} Atlas */

/** Loads outlines of the world as `build/basemap.ts` writes them. @param {string} url @returns {Promise<Atlas>} */
export async function loadAtlas(url) {
  const { size, land, lakes, borders } = await loadJson(url);
  /** @param {number[][]} lines */
  const decode = (lines) => lines.map((line) => toLine(line, size));
  return { land: decode(land), lakes: decode(lakes), borders: decode(borders) };
}

/** @param {string} url */
export async function loadJson(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The basemap could not be loaded (${answer.status}).`);
  return answer.json();
}

/** @param {number[]} steps a place, then steps to the next ones @param {number} size @returns {Line} */
function toLine(steps, size) {
  const points = new Float64Array(steps.length);
  let [west, east, north, south] = [1, 0, 1, 0];
  let [x, y] = [0, 0];
  for (let at = 0; at < steps.length; at += 2) {
    x += steps[at] ?? 0;
    y += steps[at + 1] ?? 0;
    points[at] = x / size;
    points[at + 1] = y / size;
    west = Math.min(west, x / size);
    east = Math.max(east, x / size);
    north = Math.min(north, y / size);
    south = Math.max(south, y / size);
  }
  return { points, west, east, north, south };
}
