import type { ProveOptions } from '../../prove.ts';
import type { Bug } from './bug.ts';
import { bugs } from './bugs.ts';
import type { WorldKind } from './child.ts';
import { type Finding, findPlanted, tableOf } from './planted.ts';
import { runChild } from './run-child.ts';
import { sharingBugs } from './sharing.ts';

/** Which bugs are looked for in a kind of world, and for how long. */
interface Search {
  /** The promise that the search shows; null for none. */
  readonly promise: string | null;
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
    promise: 'simulated.planted',
    bugs,
    shortNames: ['reply-before-commit', 'repeats-not-recognised', 'receipt-not-stored', 'finish-out-of-turn'],
    // Many, because a search of a few seeds finds something or not by chance.
    shortSeeds: 30,
    shortSteps: 2_000,
    seeds: 120,
    steps: 2_000,
  },
  cluster: {
    promise: null,
    bugs: sharingBugs,
    shortNames: ['acknowledged-before-commit'],
    shortSeeds: 4,
    shortSteps: 6_000,
    seeds: 40,
    steps: 20_000,
  },
};

/** Whether the simulation finds the bugs that were planted for it: a few of them in the short version. */
export async function provePlanted(options: ProveOptions, world: WorldKind = 'alone'): Promise<boolean> {
  const { given, short, seeds, out, note, figure } = options;
  const search = searches[world];
  const isMeant = ({ name }: Bug) =>
    given.planted !== undefined ? name === given.planted : !short || search.shortNames.includes(name);
  const meant = search.bugs.filter(isMeant);
  if (meant.length === 0) {
    out(`There is no planted bug "${given.planted}": ${search.bugs.map(({ name }) => name).join(', ')}.`);
    return false;
  }
  const steps = options.steps ?? (short ? search.shortSteps : search.steps);
  const size = { tries: short ? 1 : 3, seeds: seeds ?? (short ? search.shortSeeds : search.seeds), steps };
  const processes = Math.min(2, options.workers ?? 2);
  const folder = given.into ?? null;
  const { findings, failed } = await findPlanted({ ...size, world, bugs: meant, processes, folder, out, note });
  const table = tableOf(findings, meant);
  for (const row of table) out(`| ${row.join(' | ')} |`);
  const missed = findings.filter((finding) => finding.missed > 0);
  for (const { name } of missed) out(`Not found by every try: ${name}`);
  if (given.planted !== undefined) await tellOf(findings, { world, steps }, out);
  const isKept = failed.length === 0 && missed.length === 0;
  const text = `${meant.length} mistakes: ${meant.length - missed.length} noticed by each of ${size.tries} tries`;
  const isAll = meant.length === search.bugs.length;
  if (search.promise !== null && isAll) figure({ promise: search.promise, text, isKept, table });
  return isKept;
}

/** What happens with this bug when as little else as possible goes wrong, by the seed that found it first. */
async function tellOf(
  [finding]: readonly Finding[],
  where: { readonly world: WorldKind; readonly steps: number },
  out: (text: string) => void,
): Promise<void> {
  const [seed] = finding?.seeds ?? [];
  if (finding === undefined || seed === undefined) return;
  const [line] = await runChild({ ...where, name: finding.name, story: true }, [seed]);
  for (const each of line?.story ?? []) out(`  ${each}`);
}
