import type { ProveOptions } from '../../prove.ts';
import { bugs } from './bugs.ts';
import { findPlanted } from './planted.ts';

/** One of each kind that is found soon. */
const shortNames = ['reply-before-commit', 'repeats-not-recognised', 'receipt-not-stored'];
const shortSeeds = 6;
const defaultSeeds = 120;
const defaultSteps = 2_000;

/** Whether the simulation finds the bugs that were planted for it: three of them in the short version. */
export async function provePlanted({ given, short, steps, seeds, out, note }: ProveOptions): Promise<boolean> {
  const all = bugs.map(({ name }) => name);
  const names = given.planted !== undefined ? all.filter((name) => name === given.planted) : short ? shortNames : all;
  if (names.length === 0) {
    out(`There is no planted bug "${given.planted}": ${all.join(', ')}.`);
    return false;
  }
  const size = {
    tries: short ? 1 : 3,
    seeds: seeds ?? (short ? shortSeeds : defaultSeeds),
    steps: steps ?? defaultSteps,
  };
  return findPlanted({ ...size, names, processes: 2, out, note });
}
