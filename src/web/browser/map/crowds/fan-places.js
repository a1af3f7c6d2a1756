/** @typedef {{ x: number, y: number }} Offset from the middle of the fan, in pixels */

/** Distance of neighbours: as far as their names need it, and at the closest as far as a finger needs it. */
const [widePx, closePx] = [66, 27];
/** Radius of the innermost ring at the closest. */
const innerPx = 40;

/** From this distance of neighbours on there is room for names. */
export const namedPx = 52;

/** Returns places on rings around the middle for so many aircraft, as far from each other as the radius allows. @param {number} count @param {number} maxRadiusPx @returns {{ places: Offset[], radiusPx: number, stepPx: number }} */
export function fanPlaces(count, maxRadiusPx) {
  for (let stepPx = widePx; ; stepPx -= 3) {
    const rings = ringsOf(count, stepPx);
    const radiusPx = rings.at(-1)?.radiusPx ?? 0;
    if (radiusPx > maxRadiusPx && stepPx > closePx) continue;
    return { places: rings.flatMap(({ size, radiusPx: px }) => onRing(size, px)), radiusPx, stepPx };
  }
}

/** @param {number} count @param {number} stepPx */
function ringsOf(count, stepPx) {
  /** @type {{ size: number, radiusPx: number }[]} */
  const rings = [];
  // Rings are a little closer to each other than neighbours on them: names are wider than tall.
  const apartPx = Math.max(closePx, stepPx * 0.8);
  let room = 0;
  for (let radiusPx = Math.max(innerPx, stepPx); room < count; radiusPx += apartPx) {
    const size = Math.floor((2 * Math.PI * radiusPx) / stepPx);
    rings.push({ size, radiusPx });
    room += size;
  }
  // All rings are filled alike.
  let left = count;
  for (const ring of rings) {
    const size = Math.min(ring.size, Math.ceil((left * ring.size) / room));
    room -= ring.size;
    left -= size;
    ring.size = size;
  }
  return rings;
}

/** @param {number} size @param {number} radiusPx @returns {Offset[]} */
function onRing(size, radiusPx) {
  return Array.from({ length: size }, (_, index) => {
    // The first is at the top, as the eye begins there.
    const turn = (2 * Math.PI * index) / size - Math.PI / 2;
    return { x: Math.cos(turn) * radiusPx, y: Math.sin(turn) * radiusPx };
  });
}
