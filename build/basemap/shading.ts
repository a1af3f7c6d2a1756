import { blur, type Grid, gridOf, stretchOf } from './grid.ts';

/** Grey of the sea level in Marble's heights; land is lighter, the more the higher, and the sea darker. */
export const seaLevel = 93;

/** Widths in pixels by which heights are smoothed, and how much each counts: fine ridges on the shape of whole ranges. */
const scales: readonly (readonly [radius: number, weight: number, steepness: number])[] = [
  [0, 0.75, 0.8],
  [2, 0.5, 1.5],
  [6, 0.25, 3],
];

/** Shades heights as if the sun stood in the north-west: −1 in shadow to 1 in the light, 0 where it is flat. */
export function shade(heights: Grid): Grid {
  const { width, height } = heights;
  const shaded = gridOf(width, height);
  const stretch = stretchOf(height);
  for (const [radius, weight, steepness] of scales) {
    const { values } = radius === 0 ? heights : blur(heights, radius);
    for (let y = 0; y < height; y++) {
      // Where the map is stretched the same slope rises less from pixel to pixel.
      const steep = steepness * Math.sqrt(stretch[y] ?? 1);
      const [above, below] = [Math.max(0, y - 1) * width, Math.min(height - 1, y + 1) * width];
      for (let x = 0; x < width; x++) {
        const [west, east] = [(x + width - 1) % width, (x + 1) % width];
        const row = y * width;
        const along = (values[row + east] ?? 0) - (values[row + west] ?? 0);
        const down = (values[below + x] ?? 0) - (values[above + x] ?? 0);
        const slope = Math.tanh(((along + down) / 2) * steep * -1);
        shaded.values[row + x] = (shaded.values[row + x] ?? 0) - weight * slope;
      }
    }
  }
  return shaded;
}

/** Land only, from 0 at the sea to about 10 on the highest mountains; the sea is flat. */
export function landHeights(grey: Grid): Grid {
  return gridOf(
    grey.width,
    grey.height,
    grey.values.map((value) => 10 * (Math.max(0, value - seaLevel) / (255 - seaLevel)) ** 1.5),
  );
}

/** From 0 at the coast to 1 in the deepest basins. */
export function depths(grey: Grid): Grid {
  return gridOf(
    grey.width,
    grey.height,
    grey.values.map((value) => Math.max(0, Math.min(1, (seaLevel - 2 - value) / 72))),
  );
}
