/** Where the panel and the card are sheets at the lower edge, as the style sheets say it too: phones held upright, narrow frames, and larger windows where texts are set larger. */
export const sheetMedia = '(max-width: 32.5em), (max-width: 43.75em) and (orientation: portrait)';

/** @typedef {'peek' | 'half' | 'full'} StopName */
/** @typedef {{ name: StopName, px: number }} Stop how high the sheet stands there */

/** Part of the window that a sheet has at its middle stop, and the room that is left above it at its upper one. */
const [halfPart, gapPx] = [0.52, 44];
/** Stops that are nearer to each other are one. */
const minStepPx = 56;
/** How long a sheet that is let go would go on moving, in milliseconds. */
const glideMs = 160;

/** Returns the stops of a sheet, the lowest first. @param {{ windowPx: number, headPx: number, wholePx: number }} sizes the height of the window, of what always shows, and of all that the sheet has @returns {Stop[]} */
export function stopsOf({ windowPx, headPx, wholePx }) {
  const maxPx = Math.max(headPx, Math.min(windowPx - gapPx, wholePx));
  /** @type {Stop[]} */
  const stops = [{ name: 'peek', px: Math.min(headPx, maxPx) }];
  const half = Math.round(windowPx * halfPart);
  if (half - headPx >= minStepPx && maxPx - half >= minStepPx) stops.push({ name: 'half', px: half });
  if (maxPx - headPx >= minStepPx) stops.push({ name: 'full', px: maxPx });
  return stops;
}

/** Returns the stop that a sheet reaches when it is let go. @param {readonly Stop[]} stops @param {number} px its height @param {number} speed pixels a millisecond, upwards @returns {StopName} */
export function stopFrom(stops, px, speed) {
  const goal = px + speed * glideMs;
  const [nearest] = stops.toSorted((a, b) => Math.abs(a.px - goal) - Math.abs(b.px - goal));
  return nearest?.name ?? 'peek';
}

/** Returns the stop that is so many steps higher; the last one where there is none. @param {readonly Stop[]} stops @param {StopName} name @param {number} steps @returns {StopName} */
export function stopBeside(stops, name, steps) {
  const index = stops.findIndex((each) => each.name === name);
  return stops[Math.max(0, Math.min(stops.length - 1, index + steps))]?.name ?? 'peek';
}

/** Returns the height while a finger pulls: as far as the stops reach it follows, beyond them less and less. @param {readonly Stop[]} stops @param {number} px */
export function pulledPx(stops, px) {
  const [low, high] = [stops[0]?.px ?? 0, stops.at(-1)?.px ?? 0];
  if (px > high) return high + (px - high) * 0.2;
  return px < low ? low - (low - px) * 0.2 : px;
}
