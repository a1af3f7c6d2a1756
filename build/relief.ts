import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { blur, convert, type Grid, gridOf, readBands, rowOf, toMercator } from './basemap/grid.ts';
import { depths, landHeights, shade } from './basemap/shading.ts';

/**
 * `node build/relief.ts FOLDER`: makes the pictures of the embedded basemap (relief, depths of the sea, lights of cities) from those
 * of Marble's maps (public domain: Natural Earth's heights, NASA's Blue Marble and city lights), and prints how large they became.
 * FOLDER is where Debian's `marble-qt-data` is unpacked; a name after it makes only that picture. Needs ImageMagick with WebP.
 */
const target = join(import.meta.dirname, '../src/web/browser/ground');
const [folder, only] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node build/relief.ts FOLDER [relief|relief-fine|sea|lights]');
const maps = join(folder, 'usr/share/marble/data/maps/earth');

/** Marble's heights: 16 × 8 pictures of 675 pixels, 2′ each. */
function readHeights(): Grid {
  const [tile, columns, rows] = [675, 16, 8];
  const whole = gridOf(tile * columns, tile * rows);
  const name = (number: number) => String(number).padStart(6, '0');
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const file = join(maps, 'srtm/3', name(row), `${name(row)}_${name(column)}.jpg`);
      const [part = gridOf(tile, tile)] = readBands(file, tile, tile, 'gray');
      for (let y = 0; y < tile; y++) {
        const line = part.values.subarray(y * tile, (y + 1) * tile);
        whole.values.set(line, (row * tile + y) * whole.width + column * tile);
      }
    }
  }
  return whole;
}

/** What the ground is like (forest, desert, ice), without the sea: how red, green and blue differ from grey, and how light it is. */
function readTint(side: number): readonly Grid[] {
  const bands = readBands(join(maps, 'bluemarble/bluemarble.jpg'), 2_700, 1_350, 'rgb').map((band) =>
    toMercator(band, side, 2),
  );
  const [red = gridOf(0, 0), , blue = red] = bands;
  const isSea = (at: number) => (blue.values[at] ?? 0) > (red.values[at] ?? 0) + 8;
  const weight = blur(
    gridOf(
      side,
      side,
      red.values.map((_, at) => (isSea(at) ? 0.0005 : 1)),
    ),
    3,
  );
  return bands.map((band) => {
    const land = gridOf(
      side,
      side,
      band.values.map((value, at) => (isSea(at) ? 0.0005 * 128 : value)),
    );
    const mean = blur(land, 3);
    return gridOf(
      side,
      side,
      mean.values.map((value, at) => value / (weight.values[at] ?? 1)),
    );
  });
}

/** Draws the relief: grey 128 is flat; its colour is that of the ground. */
function drawRelief(heights: Grid, side: number): Uint8Array {
  const land = smoothSouth(landHeights(toMercator(heights, side)), 256);
  const shaded = shade(land);
  const small = 1_024;
  const [red, green, blue] = readTint(small);
  const bytes = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const at = y * side + x;
      const tint = [red, green, blue].map((band) => bilinear(band, (x / side) * small, (y / side) * small));
      const grey = 0.299 * (tint[0] ?? 0) + 0.587 * (tint[1] ?? 0) + 0.114 * (tint[2] ?? 0);
      const light = 128 + 105 * Math.tanh(shaded.values[at] ?? 0) + (grey - 110) * 0.12 + (land.values[at] ?? 0) * 2.2;
      for (let band = 0; band < 3; band++) {
        const own = (tint[band] ?? 0) - grey;
        bytes[at * 3 + band] = Math.max(0, Math.min(255, Math.round(light + own)));
      }
    }
  }
  return bytes;
}

/**
 * Smooths what is below and around Antarctica's ice. It rises so slowly that the steps of the data would look like terraces, and the
 * edges of its shelves, of which the data have only some, like torn paper.
 */
function smoothSouth(land: Grid, fineness: number): Grid {
  const [side, smooth] = [land.width, blur(land, Math.round(land.width / fineness))];
  const [from, to] = [rowOf(-64, side), rowOf(-72, side)];
  return gridOf(
    side,
    side,
    land.values.map((value, at) => {
      const part = Math.max(0, Math.min(1, (Math.floor(at / side) - from) / (to - from)));
      return value * (1 - part) + (smooth.values[at] ?? 0) * part;
    }),
  );
}

function bilinear(grid: Grid | undefined, x: number, y: number): number {
  if (grid === undefined) return 0;
  const { width, height, values } = grid;
  const [left, top] = [Math.floor(x - 0.5), Math.max(0, Math.floor(y - 0.5))];
  const [along, down] = [x - 0.5 - left, Math.max(0, y - 0.5 - top)];
  const at = (column: number, row: number) =>
    values[Math.min(height - 1, row) * width + ((column + width) % width)] ?? 0;
  const upper = at(left, top) * (1 - along) + at(left + 1, top) * along;
  const lower = at(left, top + 1) * (1 - along) + at(left + 1, top + 1) * along;
  return upper * (1 - down) + lower * down;
}

/** Draws the sea: the whiter, the deeper, with the relief of its ground. */
function drawSea(heights: Grid, side: number): Uint8Array {
  const deep = smoothSouth(blur(depths(toMercator(heights, side)), 1), 50);
  const shaded = shade(
    gridOf(
      side,
      side,
      deep.values.map((value) => value * -7),
    ),
  );
  return Uint8Array.from(deep.values, (value, at) => {
    const floor = Math.tanh(shaded.values[at] ?? 0) * 38 * Math.min(1, value * 2);
    return Math.max(0, Math.min(255, Math.round(value * 225 + 12 * Math.min(1, value * 8) - floor)));
  });
}

/** Draws the lights: white is bright; the blue of the ground below them is left out. */
function drawLights(side: number): Uint8Array {
  const [red = gridOf(0, 0), green = red] = readBands(join(maps, 'citylights/citylights.jpg'), 2_700, 1_350, 'rgb');
  const light = gridOf(
    red.width,
    red.height,
    red.values.map((value, at) => Math.max(0, Math.min(value, green.values[at] ?? 0) - 62)),
  );
  const sharp = toMercator(light, side, 5);
  const [near, far] = [blur(sharp, 1), blur(sharp, 4)];
  return Uint8Array.from(sharp.values, (value, at) =>
    Math.min(255, Math.round(value * 0.5 + (near.values[at] ?? 0) * 1.1 + (far.values[at] ?? 0) * 0.6)),
  );
}

/** Writes one picture in square tiles. */
function write(name: string, side: number, tile: number, bytes: Uint8Array, quality: number): void {
  const format = bytes.length === side * side ? 'gray' : 'rgb';
  const scratch = join(target, `${name}.mpc`);
  convert(['-size', `${side}x${side}`, '-depth', '8', `${format}:-`, scratch], bytes);
  let size = 0;
  for (let row = 0; row < side / tile; row++) {
    for (let column = 0; column < side / tile; column++) {
      const file = join(target, `${name}-${column}-${row}.webp`);
      const area = `${tile}x${tile}+${column * tile}+${row * tile}`;
      convert([scratch, '-crop', area, '+repage', '-quality', `${quality}`, '-define', 'webp:method=6', file]);
      size += statSync(file).size;
    }
  }
  for (const each of readdirSync(target)) if (/\.(mpc|cache)$/.test(each)) rmSync(join(target, each));
  console.log(`${name}: ${size} bytes`);
}

const heights = readHeights();
/** Width of the whole, of a tile of it, and the quality of WebP that leaves no blocks to be seen. */
const pictures: Readonly<
  Record<string, readonly [side: number, tile: number, quality: number, draw: () => Uint8Array]>
> = {
  relief: [2_048, 2_048, 32, () => drawRelief(heights, 2_048)],
  'relief-fine': [4_096, 1_024, 32, () => drawRelief(heights, 4_096)],
  sea: [2_048, 2_048, 40, () => drawSea(heights, 2_048)],
  lights: [2_048, 2_048, 70, () => drawLights(2_048)],
};
for (const [name, [side, tile, quality, draw]] of Object.entries(pictures))
  if (only === undefined || only === name) write(name, side, tile, draw(), quality);
