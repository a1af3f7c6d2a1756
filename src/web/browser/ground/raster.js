/** @typedef {import('./draw-ground.js').Frame} Frame */
/** @typedef {import('./draw-ground.js').Pen} Pen */
/** @typedef {{ canvas: OffscreenCanvas | HTMLCanvasElement, context: Pen['context'] }} Sheet */
/** @typedef {{ name: string, side: number, tile: number }} Source a picture of the world in the Mercator square, `side` pixels wide, in square tiles: `NAME-COLUMN-ROW.webp` */

/** Makes an empty picture, in a worker or in the page. @param {number} width @param {number} height @returns {Sheet} */
export function blank(width, height) {
  const isFree = typeof OffscreenCanvas === 'function';
  const canvas = isFree ? new OffscreenCanvas(width, height) : document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = /** @type {Pen['context'] | null} */ (canvas.getContext('2d'));
  if (context === null) throw new Error('This browser does not support canvas drawing.');
  return { canvas, context };
}

/** Tiles of one picture of the world: loaded when they are in view, coloured once, drawn on every visible copy of the world. */
export class Raster {
  /** @param {Source} source @param {(file: string) => Promise<ImageBitmap>} load */
  constructor(source, load) {
    this.source = source;
    this.load = load;
    /** Those that are being loaded, or not coloured yet. @type {Map<string, ImageBitmap | null>} */
    this.tiles = new Map();
    /** @type {Map<string, Sheet>} */
    this.colored = new Map();
    /** What the tiles are coloured for. */
    this.key = '';
  }

  /** Draws what is loaded of the frame. @param {Pen} pen @param {string} key of the colours @param {(pixels: Uint8ClampedArray) => void} color changes grey or pale pixels into those to draw */
  draw({ context, frame }, key, color) {
    const sheet = this.sheet(frame, key, color);
    if (sheet === null) return;
    // Mipmaps only where it is made smaller: they cost, and would blur what is made larger.
    context.imageSmoothingQuality = sheet.width < sheet.canvas.width ? 'medium' : 'low';
    context.drawImage(sheet.canvas, sheet.x, sheet.y, sheet.width, sheet.height);
  }

  /**
   * Puts the tiles of the frame together at their own size, so that no seam is seen where they are scaled; null when there is none yet.
   * @param {Frame} frame @param {string} key @param {(pixels: Uint8ClampedArray) => void} color
   */
  sheet(frame, key, color) {
    const { side, tile } = this.source;
    const fine = side / frame.scale;
    const [west, north] = [Math.floor(frame.left * fine) - 1, Math.max(0, Math.floor(frame.top * fine) - 1)];
    const east = Math.ceil((frame.left + frame.width) * fine) + 1;
    const south = Math.min(side, Math.ceil((frame.top + frame.height) * fine) + 1);
    if (south <= north) return null;
    if (key !== this.key) {
      // Both as loaded and in colours they would take twice the memory; the browser's cache has them.
      this.tiles.clear();
      this.colored.clear();
    }
    this.key = key;
    /** @type {Sheet | null} */
    let sheet = null;
    for (let row = Math.floor(north / tile); row * tile < south; row++) {
      for (let column = Math.floor(west / tile); column * tile < east; column++) {
        const drawn = this.tileAt(column, row, color);
        if (drawn === null) continue;
        sheet ??= blank(east - west, south - north);
        sheet.context.drawImage(drawn.canvas, column * tile - west, row * tile - north);
      }
    }
    if (sheet === null) return null;
    const [x, y] = [west / fine - frame.left, north / fine - frame.top];
    return { ...sheet, x, y, width: (east - west) / fine, height: (south - north) / fine };
  }

  /** @param {number} column of any copy of the world @param {number} row @param {(pixels: Uint8ClampedArray) => void} color */
  tileAt(column, row, color) {
    const { side, tile, name } = this.source;
    const count = side / tile;
    const file = `${name}-${((column % count) + count) % count}-${row}.webp`;
    const known = this.colored.get(file);
    if (known !== undefined) return known;
    const bitmap = this.tiles.get(file);
    if (bitmap === undefined) void this.fetch(file);
    if (!bitmap) return null;
    const sheet = blank(tile, tile);
    sheet.context.drawImage(bitmap, 0, 0);
    bitmap.close();
    this.tiles.set(file, null);
    const pixels = sheet.context.getImageData(0, 0, tile, tile);
    color(pixels.data);
    sheet.context.putImageData(pixels, 0, 0);
    this.colored.set(file, sheet);
    return sheet;
  }

  /** @param {string} file */
  async fetch(file) {
    this.tiles.set(file, null);
    this.tiles.set(file, await this.load(file));
  }
}
