/** @typedef {import('./room.js').Box} Box */

/** However far the panel and the card reach, this part of the map's height and width counts as free. */
const [minHigh, minWide] = [0.08, 0.24];

/** Returns the part of the map that neither the panel nor the card covers, in pixels of the map. @param {HTMLElement} holder @returns {Box} */
export function freeBox(holder) {
  const whole = holder.getBoundingClientRect();
  const covers = [...document.querySelectorAll('.panel, #card')].map((each) => each.getBoundingClientRect());
  return freeOf(
    whole,
    covers.filter(({ width, height }) => width > 0 && height > 0),
  );
}

/** @typedef {{ left: number, top: number, width: number, height: number }} Rect */

/** Returns what is left of a box beside others: one as wide as most of it is a sheet at its lower edge, others stand at a side. @param {Rect} whole @param {readonly Rect[]} covers @returns {Box} */
export function freeOf(whole, covers) {
  let [left, right, bottom] = [0, whole.width, whole.height];
  for (const cover of covers) {
    const [x, y] = [cover.left - whole.left, cover.top - whole.top];
    if (cover.width > whole.width * 0.75) bottom = Math.min(bottom, y);
    else if (x + cover.width / 2 < whole.width / 2) left = Math.max(left, x + cover.width);
    else right = Math.min(right, x);
  }
  const height = Math.max(bottom, whole.height * minHigh);
  const width = right - left;
  return width < whole.width * minWide ? { x: 0, y: 0, width: whole.width, height } : { x: left, y: 0, width, height };
}
