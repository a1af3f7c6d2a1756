import type { TreeShape } from './shape.ts';

/**
 * What a measure of the tree may not exceed, as the newest decision record that names it says (`test/shape.test.ts` holds that).
 * A lower one needs no reason.
 */
export const caps = {
  parts: 16,
  arrows: 67,
  coreFloors: 9,
  coreArrows: 100,
  coreFiles: 15,
  tinyFiles: 25,
  handLists: 0,
  pressedObjects: 0,
  doubleCasts: 9,
  clients: 4,
  worlds: 5,
} as const satisfies Partial<Record<keyof TreeShape, number>>;
