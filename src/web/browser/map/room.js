/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** Side of the cells by which boxes are found again, in pixels. */
const cell = 48;

/** The room for labels on the map: boxes that are taken, and what is free between them. */
export class Room {
  /** @param {{ width: number, height: number }} view */
  constructor({ width, height }) {
    this.width = width;
    this.height = height;
    /** @type {Map<number, Box[]>} */
    this.taken = new Map();
    /** What is not free either. @type {Room | null} */
    this.beside = null;
  }

  /** @param {Box} box */
  take(box) {
    for (const key of cells(box)) {
      const there = this.taken.get(key);
      if (there === undefined) this.taken.set(key, [box]);
      else there.push(box);
    }
  }

  /** @param {Box} box @returns {boolean} */
  isFree(box) {
    const isFree = cells(box).every((key) => this.taken.get(key)?.every((each) => areApart(box, each)) !== false);
    return isFree && this.beside?.isFree(box) !== false;
  }

  /** @param {Box} box */
  isWhole({ x, y, width, height }) {
    return x >= 0 && y >= 0 && x + width <= this.width && y + height <= this.height;
  }
}

/** @param {Box} one @param {Box} other */
function areApart(one, other) {
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  return isBeside || one.y + one.height <= other.y || other.y + other.height <= one.y;
}

/** @param {Box} box */
function cells({ x, y, width, height }) {
  const keys = [];
  for (let row = Math.floor(y / cell); row <= Math.floor((y + height) / cell); row++) {
    for (let column = Math.floor(x / cell); column <= Math.floor((x + width) / cell); column++) {
      keys.push(row * 100_000 + column);
    }
  }
  return keys;
}
