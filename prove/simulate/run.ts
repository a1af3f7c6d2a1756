import { Draws } from './chance.ts';
import { countTurns } from './event-loop.ts';
import { loadFileJournals } from './file-journal/file-disk.ts';
import type { Allowed } from './fortune.ts';
import { buildFronts } from './front.ts';
import type { Problem } from './judge.ts';
import { perhapsLong } from './long-flight.ts';
import { Adversary } from './mischief/adversary.ts';
import { type Plan, planOf } from './plan.ts';
import { watchMaps } from './readers/maps.ts';
import { Visitors } from './readers/visitors.ts';
import type { Witness } from './story.ts';
import { World } from './world.ts';

/** What became of one seed. */
export interface Run {
  readonly plan: Plan;
  readonly steps: number;
  /** How much virtual time went by, milliseconds. */
  readonly virtualMs: number;
  /** Digest of the whole trace. */
  readonly digest: string;
  readonly problem: Problem | null;
  readonly lastLines: readonly string[];
  /** What went wrong, by name. */
  readonly struck: Readonly<Record<keyof Allowed, readonly string[]>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly happened: Readonly<Record<string, number>>;
}

/** After this much quiet everything must have come to its end. */
const quietMs = 3 * 3_600_000;
const maxQuietSteps = 20_000;
/** How long the quiet lasts at least. */
const settlingMs = 20_000;

export function runSeed(seed: string, steps: number, witness?: Witness): Promise<Run> {
  const draws = new Draws(`${seed}/plan`);
  return runPlan(perhapsLong(planOf(seed, steps, draws), draws.fork('length')), witness);
}

/** Runs a plan from its beginning to the end, or to the first problem. */
export async function runPlan(plan: Plan, witness?: Witness): Promise<Run> {
  await buildFronts();
  if (plan.journal === 'file') await loadFileJournals();
  return runWorld(new World(plan, witness), (world) => new Adversary(world));
}

/** How long everything may take to come to its end. */
export interface Patience {
  readonly quietMs: number;
  readonly maxQuietSteps: number;
}

/** Runs a world until it is over. @param unleash - begins what goes wrong */
export async function runWorld(
  world: World,
  unleash: (world: World) => void,
  patience: Patience = { quietMs, maxQuietSteps },
): Promise<Run> {
  countTurns();
  const { plan } = world;
  const beganAt = world.time.now;
  world.begin();
  new Visitors(world);
  watchMaps(world);
  unleash(world);
  let goesOn = true;
  while (goesOn && world.steps < plan.steps) goesOn = await world.step();
  world.calm();
  while (goesOn && !isOver(world, patience)) goesOn = await world.step();
  if (world.problem === null) world.judgeEnd();
  world.models.dispose();
  const { steps, trace, counters, problem, fortune } = world;
  return {
    plan,
    steps,
    problem,
    virtualMs: world.time.now - beganAt,
    digest: trace.digest(),
    lastLines: trace.lastLines,
    struck: fortune.struck,
    faults: counters.faults,
    happened: counters.happened,
  };
}

/** Everything is done, and the crew center had time to get the last of it. */
function isOver(world: World, { quietMs, maxQuietSteps }: Patience): boolean {
  if (world.calmMs > quietMs || world.steps > world.plan.steps + maxQuietSteps) return true;
  return world.steps % 50 === 0 && world.calmMs > settlingMs && world.unfinished().length === 0;
}
