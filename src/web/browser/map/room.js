/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** Side of the cells that boxes occupy, in pixels. */
const cell = 9;

/** The room for labels on the map: a grid that moves with the world, so that panning moves labels and changes none. */
export class Room {
  /** @param {import('../canvas-layer.js').View} view */
  constructor({ left, top, width, height }) {
    this.left = left % (cell * 10_000);
    this.top = top;
    this.width = width;
    this.height = height;
    /** @type {Set<number>} */
    this.taken = new Set();
    /** What is not free either. @type {Room | null} */
    this.beside = null;
  }

  /** @param {Box} box */
  take(box) {
    for (const key of this.cells(box)) this.taken.add(key);
  }

  /** @param {Box} box @returns {boolean} */
  isFree(box) {
    return this.cells(box).every((key) => !this.taken.has(key)) && this.beside?.isFree(box) !== false;
  }

  /** Returns the first free one of these places that the view shows whole; else the first free one. @param {readonly Box[]} places @returns {Box | null} */
  choose(places) {
    const free = places.filter((box) => this.isFree(box));
    return free.find((box) => this.isWhole(box)) ?? free[0] ?? null;
  }

  /** @param {Box} box */
  isWhole({ x, y, width, height }) {
    return x >= 0 && y >= 0 && x + width <= this.width && y + height <= this.height;
  }

  /** @param {Box} box */
  cells({ x, y, width, height }) {
    const keys = [];
    const [west, north] = [x + this.left, y + this.top];
    for (let row = Math.floor(north / cell); row <= Math.floor((north + height) / cell); row++) {
      for (let column = Math.floor(west / cell); column <= Math.floor((west + width) / cell); column++) {
        keys.push(row * 100_000 + column);
      }
    }
    return keys;
  }
}
