import type { ProveOptions } from '../../prove.ts';
import type { Bug } from './bug.ts';
import { bugs } from './bugs.ts';
import type { WorldKind } from './child.ts';
import { findPlanted } from './planted.ts';
import { sharingBugs } from './sharing.ts';

/** Which bugs are looked for in a kind of world, and for how long. */
interface Search {
  readonly bugs: readonly Bug[];
  /** One of each kind that is found soon. */
  readonly shortNames: readonly string[];
  readonly shortSeeds: number;
  readonly shortSteps: number;
  readonly seeds: number;
  readonly steps: number;
}

const searches: Readonly<Record<WorldKind, Search>> = {
  alone: {
    bugs,
    shortNames: ['reply-before-commit', 'repeats-not-recognised', 'receipt-not-stored'],
    ...{ shortSeeds: 6, shortSteps: 2_000, seeds: 120, steps: 2_000 },
  },
  cluster: {
    bugs: sharingBugs,
    shortNames: ['delivers-without-lease'],
    ...{ shortSeeds: 3, shortSteps: 8_000, seeds: 40, steps: 20_000 },
  },
};

/** Whether the simulation finds the bugs that were planted for it: a few of them in the short version. */
export async function provePlanted(
  { given, short, steps, seeds, out, note }: ProveOptions,
  world: WorldKind = 'alone',
): Promise<boolean> {
  const search = searches[world];
  const isMeant = ({ name }: Bug) =>
    given.planted !== undefined ? name === given.planted : !short || search.shortNames.includes(name);
  const meant = search.bugs.filter(isMeant);
  if (meant.length === 0) {
    out(`There is no planted bug "${given.planted}": ${search.bugs.map(({ name }) => name).join(', ')}.`);
    return false;
  }
  const size = {
    tries: short ? 1 : 3,
    seeds: seeds ?? (short ? search.shortSeeds : search.seeds),
    steps: steps ?? (short ? search.shortSteps : search.steps),
  };
  return findPlanted({ ...size, world, bugs: meant, processes: 2, out, note });
}
