/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {import('./crowds/discs.js').Stack} Stack */
/** @typedef {{ aircraft: Aircraft | null, stack: Stack | null, airport: string | null }} Hit one of them, or none */

/** How far beside an aircraft or an airport one may point. */
const [touchPx, airportTouchPx] = [20, 9];

/** Returns what is drawn at this pixel of the view: the nearest aircraft or stack, else an airport. @param {import('./scene.js').Scene} scene @param {L.Point} point @returns {Hit} */
export function hitAt(scene, { x, y }) {
  /** @type {Aircraft | null} */
  let aircraft = null;
  let nearestPx = touchPx;
  for (const spot of scene.shown) {
    const px = Math.hypot(spot.x - x, spot.y - y);
    if (px < nearestPx) [aircraft, nearestPx] = [spot.aircraft, px];
  }
  const stack = scene.crowds?.discs.stackAt({ x, y }, touchPx) ?? null;
  if (stack !== null && (aircraft === null || Math.hypot(stack.x - x, stack.y - y) < nearestPx))
    return { aircraft: null, stack, airport: null };
  if (aircraft !== null) return { aircraft, stack: null, airport: null };
  const airport = scene.shownAirports.find(
    (each) => Math.hypot(each.x - x, each.y - y) < Math.max(airportTouchPx, each.radius + 3),
  );
  return { aircraft: null, stack: null, airport: airport?.airport.icao ?? null };
}
