/** @typedef {import('../room.js').Box} Box */
/** @typedef {import('../room.js').Room} Room */
/** @typedef {{ key: string, x: number, y: number, width: number, height: number, gap: number, order: number, isCentred?: boolean, isForced?: boolean, isLow?: boolean, isGround?: boolean }} Wanted a label around a place of the view; `gap` is how far from it, a low `order` is placed first, `isLow` may lie on symbols or below them, a name of the ground is whole or not there */
/** @typedef {{ side: number, dx: number, dy: number }} Placed where the label is, from its place */

/**
 * Puts labels where nothing else is. One that has a side keeps it while that is free, and goes before new ones of its order, so that
 * labels do not jump while aircraft move.
 * @param {{ labels: Room, symbols: Room }} rooms where no label may be, and where symbols are
 * @param {readonly Wanted[]} wanted @param {ReadonlyMap<string, Placed>} before @returns {Map<string, Placed>}
 */
export function layOut({ labels, symbols }, wanted, before) {
  /** @type {Map<string, Placed>} */
  const placed = new Map();
  const isNew = (/** @type {Wanted} */ { key }) => Number(!before.has(key));
  const inOrder = wanted.toSorted((a, b) => a.order - b.order || isNew(a) - isNew(b));
  for (const each of inOrder) {
    const sides = each.isCentred === true ? centred(each) : around(each);
    const known = before.get(each.key)?.side ?? -1;
    const free = sides.filter(({ box }) => labels.isFree(box) && (each.isLow === true || symbols.isFree(box)));
    const whole = free.filter(({ box }) => labels.isWhole(box));
    // What may lie below symbols lies beside them where it can.
    const clear = each.isLow === true ? whole.filter(({ box }) => symbols.isFree(box)) : whole;
    const found =
      clear.find(({ side }) => side === known) ??
      clear[0] ??
      whole.find(({ side }) => side === known) ??
      whole[0] ??
      (each.isGround === true ? undefined : free[0]) ??
      (each.isForced === true ? sides[0] : undefined);
    if (found === undefined) continue;
    labels.take(found.box);
    placed.set(each.key, { side: found.side, dx: found.box.x - each.x, dy: found.box.y - each.y });
  }
  return placed;
}

/** @typedef {{ side: number, box: Box }} Side */

/** The sides of a place, the usual one first: right, left, below, above, and the corners. @param {Wanted} wanted @returns {Side[]} */
function around({ x, y, width, height, gap }) {
  const [left, middle, right] = [x - gap - width, x - width / 2, x + gap];
  const [above, level, below] = [y - gap - height, y - height / 2, y + gap];
  const near = 0.6 * gap;
  const places = /** @type {const} */ ([
    [right, level],
    [left, level],
    [middle, below],
    [middle, above],
    [x + near, y - near - height],
    [x + near, y + near],
    [x - near - width, y - near - height],
    [x - near - width, y + near],
  ]);
  return places.map(([across, down], side) => ({ side, box: { x: across, y: down, width, height } }));
}

/** Over the place, and a little aside. @param {Wanted} wanted @returns {Side[]} */
function centred({ x, y, width, height }) {
  const [left, top] = [x - width / 2, y - height / 2];
  const shifts = /** @type {const} */ ([
    [0, 0],
    [0, -1.2],
    [0, 1.2],
    [-0.4, 0],
    [0.4, 0],
  ]);
  return shifts.map(([across, down], side) => ({
    side,
    box: { x: left + across * width, y: top + down * height, width, height },
  }));
}
