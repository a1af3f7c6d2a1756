import { spawnSync } from 'node:child_process';
import { northing } from './outlines.ts';

/** One band of a picture, row by row from its upper left corner. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

export function gridOf(width: number, height: number, values = new Float32Array(width * height)): Grid {
  return { width, height, values };
}

/** Runs ImageMagick. @returns what it wrote to its standard output */
export function convert(args: readonly string[], input?: Uint8Array): Buffer {
  const run = spawnSync('convert', args, { input, maxBuffer: 2 ** 30 });
  if (run.error !== undefined) throw run.error;
  if (run.status !== 0) throw new Error(`convert ${args.join(' ')}: ${run.stderr.toString()}`);
  return run.stdout;
}

/** Reads one picture, red, green and blue or only grey. */
export function readBands(file: string, width: number, height: number, format: 'rgb' | 'gray'): readonly Grid[] {
  const bytes = convert([file, '-depth', '8', `${format}:-`]);
  const count = format === 'rgb' ? 3 : 1;
  if (bytes.length !== width * height * count) throw new Error(`${file} is not ${width}×${height}.`);
  return Array.from({ length: count }, (_, band) =>
    gridOf(
      width,
      height,
      Float32Array.from({ length: width * height }, (_, at) => bytes[at * count + band] ?? 0),
    ),
  );
}

/** Projects a whole world in degrees to the Mercator square, as means of what each of its pixels covers. */
export function toMercator(source: Grid, side: number, samples = 3): Grid {
  const { width, height, values } = source;
  const target = gridOf(side, side);
  const rowAt = new Float64Array(side * samples + 1);
  for (let line = 0; line < side * samples; line++) rowAt[line] = latitudeOf((line + 0.5) / (side * samples));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      let sum = 0;
      for (let down = 0; down < samples; down++) {
        const row = Math.min(height - 1, Math.floor(((90 - (rowAt[y * samples + down] ?? 0)) / 180) * height));
        for (let along = 0; along < samples; along++) {
          const column = Math.floor(((x + (along + 0.5) / samples) / side) * width);
          sum += values[row * width + column] ?? 0;
        }
      }
      target.values[y * side + x] = sum / samples ** 2;
    }
  }
  return target;
}

/** The latitude at a height of the Mercator square. */
export function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

/** Blurs nearly as a Gaussian does: three times the mean of a square, around the world. */
export function blur(grid: Grid, radius: number): Grid {
  let blurred = grid;
  for (let turn = 0; turn < 3; turn++) blurred = meanAcross(meanAlong(blurred, radius), radius);
  return blurred;
}

function meanAlong({ width, height, values }: Grid, radius: number): Grid {
  const target = gridOf(width, height);
  for (let y = 0; y < height; y++) {
    const at = (x: number) => values[y * width + ((x + width) % width)] ?? 0;
    for (const [x, mean] of runningMeans(width, radius, at)) target.values[y * width + x] = mean;
  }
  return target;
}

function meanAcross({ width, height, values }: Grid, radius: number): Grid {
  const target = gridOf(width, height);
  for (let x = 0; x < width; x++) {
    const at = (y: number) => values[Math.max(0, Math.min(height - 1, y)) * width + x] ?? 0;
    for (const [y, mean] of runningMeans(height, radius, at)) target.values[y * width + x] = mean;
  }
  return target;
}

/** Each index of a line with the mean of what is within `radius` of it. */
function* runningMeans(length: number, radius: number, at: (index: number) => number) {
  let sum = 0;
  for (let index = -radius; index <= radius; index++) sum += at(index);
  for (let index = 0; index < length; index++) {
    yield [index, sum / (2 * radius + 1)] as const;
    sum += at(index + radius + 1) - at(index - radius);
  }
}

/** How much wider the map is than the ground at each row, against the equator. */
export function stretchOf(side: number): Float64Array {
  return Float64Array.from({ length: side }, (_, y) => 1 / Math.cos((latitudeOf((y + 0.5) / side) * Math.PI) / 180));
}

/** The row of a latitude. */
export function rowOf(lat: number, side: number): number {
  return Math.floor(northing(lat) * side);
}
