import { nearLon } from '../../geo.js';

/** How often it is looked where the chosen flight is, and how long sizes must have been the same. Milliseconds. */
const [lookMs, settleMs] = [1_000, 350];
/** Room that its symbol takes around its place, in pixels. */
const symbolPx = 12;

/**
 * Keeps the chosen flight beside the panel and the card: when the window, the text or one of them changes its size, and when it flies below
 * one. A visitor who moves the map may cover it.
 * @param {import('../view.js').MapView} view
 */
export function keepClear(view) {
  const { holder, map, scene } = view;
  /** The view in which it was seen at the last look; empty when it was not. */
  let seenIn = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const sizes = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => view.revealChosen(), settleMs);
  });
  for (const each of document.querySelectorAll('#map, .panel, #card')) sizes.observe(each);
  setInterval(() => {
    if (scene.chosen === null) return;
    const { lat, lon } = scene.chosen.at(Date.now());
    const { x, y } = map.latLngToContainerPoint([lat, nearLon(lon, map.getCenter().lng)]);
    const shown = `${scene.chosen.flight.id} ${map.getZoom()} ${map.getCenter()}`;
    const isHidden = isCovered(holder, x, y);
    if (isHidden && shown === seenIn) view.revealChosen();
    seenIn = isHidden ? '' : shown;
    holder.dataset.chosen = `${Math.round(x)},${Math.round(y)}`;
  }, lookMs);
}

/** @param {HTMLElement} holder @param {number} x @param {number} y in pixels of the map */
function isCovered(holder, x, y) {
  const { left, top } = holder.getBoundingClientRect();
  return [...document.querySelectorAll('.panel, #card')].some((each) => {
    const box = each.getBoundingClientRect();
    const [right, down] = [x + left, y + top];
    const isBeside = right + symbolPx <= box.left || right - symbolPx >= box.right;
    return !isBeside && down + symbolPx > box.top && down - symbolPx < box.bottom && box.width > 0;
  });
}
