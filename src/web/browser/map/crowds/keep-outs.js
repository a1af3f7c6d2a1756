/** @typedef {import('../room.js').Box} Box */

/** What lies above the map. */
const covers = '.panel, #card, .leaflet-control, #controls';

/** Returns the boxes of the view that the panel, the card and buttons cover, in pixels of the view. @param {L.Map} map @returns {Box[]} */
export function keepOuts(map) {
  const { left, top } = map.getContainer().getBoundingClientRect();
  return [...document.querySelectorAll(covers)].flatMap((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return width === 0 ? [] : [{ x: x - left, y: y - top, width, height }];
  });
}

/** Returns the part of the view that nothing large covers. @param {L.Map} map @returns {Box} */
export function freeRect(map) {
  const size = map.getSize();
  let [left, top, right, bottom] = [0, 0, size.x, size.y];
  for (const { x, y, width, height } of keepOuts(map)) {
    if (width > size.x * 0.6) {
      if (y > size.y / 2) bottom = Math.min(bottom, y);
      else if (y + height < size.y / 2) top = Math.max(top, y + height);
    } else if (height > size.y * 0.4) {
      if (x + width / 2 < size.x / 2) left = Math.max(left, x + width);
      else right = Math.min(right, x);
    }
  }
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}
