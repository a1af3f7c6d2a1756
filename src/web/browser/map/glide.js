import { nearLon } from '../geo.js';

/** The shortest and the longest way take this time, in seconds. */
const [minS, maxS] = [0.16, 0.6];

/**
 * Returns how long the view glides, in seconds: the further, the longer.
 * @param {number} windows how far, in widths of the window @param {number} steps by how many zoom levels
 */
export function glideS(windows, steps) {
  const wanted = minS + 0.12 * Math.abs(windows) + 0.06 * Math.abs(steps);
  return Number.isFinite(wanted) ? Math.min(maxS, wanted) : maxS;
}

/** Returns how long the view takes to get to these bounds, in seconds. @param {L.Map} map @param {L.LatLngBounds} bounds */
export function durationTo(map, bounds) {
  const away = map.latLngToContainerPoint(bounds.getCenter()).distanceTo(map.getSize().divideBy(2));
  return glideS(away / map.getSize().x, map.getBoundsZoom(bounds) - map.getZoom());
}

/** Room between a place and what covers the map. */
const asidePx = 70;

/** Moves the view by as little as brings this place into a part of the map. @param {L.Map} map @param {import('../geo.js').Place} place @param {import('./room.js').Box} free @param {boolean} isSmooth */
export function glideAside(map, { lat, lon }, { x, y, width, height }, isSmooth) {
  const at = map.latLngToContainerPoint([lat, nearLon(lon, map.getCenter().lng)]);
  const [sideX, sideY] = [Math.min(asidePx, width / 3), Math.min(asidePx, height / 3)];
  const goal = L.point(
    Math.max(x + sideX, Math.min(x + width - sideX, at.x)),
    Math.max(y + sideY, Math.min(y + height - sideY, at.y)),
  );
  const step = at.subtract(goal);
  const px = Math.hypot(step.x, step.y);
  if (px >= 1) map.panBy(step, { animate: isSmooth, duration: glideS(px / map.getSize().x, 0) });
}
