import { type Allowed, everything } from './fortune.ts';
import type { Plan } from './plan.ts';
import type { Run } from './run.ts';
import { Story, type Witness } from './story.ts';

/** How many runs a story may cost. */
const maxRuns = 800;
/** How many other worlds of each length are looked into for a shorter story. */
const otherSeeds = 60;
/** How long a story may be. */
const maxLines = 40;

/** The shortest run that was found to break the same promise, and what happens in it. */
export interface Shrunk {
  readonly run: Run;
  readonly story: readonly string[];
}

/** Runs the world of a failure again and again, with ever less of what went wrong, until nothing can be left out. */
export async function shrink(failed: Run, rerun: Rerun): Promise<Shrunk> {
  const { plan } = await new Shrinker(failed, rerun).run();
  const story = new Story();
  const run = await rerun(plan, story);
  return { run, story: [...story.lines(plan, maxLines), `NOT KEPT: ${run.problem?.detail}`] };
}

type Rerun = (plan: Plan, witness?: Witness) => Promise<Run>;

class Shrinker {
  readonly #rerun: Rerun;
  #best: Run;
  #left = maxRuns;

  constructor(failed: Run, rerun: Rerun) {
    this.#rerun = rerun;
    this.#best = failed;
  }

  async run(): Promise<Run> {
    await this.#fewerSteps();
    await this.#fewerPilots();
    await this.#fewer('strikes');
    await this.#fewerPilots();
    await this.#shorterElsewhere();
    await this.#fewerPilots();
    await this.#fewer('strikes');
    await this.#fewer('fates');
    await this.#fewerSteps();
    return this.#best;
  }

  /** Whether it fails like this too. Then it is the best so far, with nothing allowed but what did happen in it. */
  async #fails(change: Partial<Plan>): Promise<boolean> {
    if (this.#left === 0) return false;
    this.#left -= 1;
    const run = await this.#rerun({ ...this.#best.plan, ...change });
    if (run.problem?.invariant !== this.#best.problem?.invariant) return false;
    this.#best = run;
    return true;
  }

  async #fewerSteps(): Promise<void> {
    const { steps, plan } = this.#best;
    if (steps < plan.steps) await this.#fails({ steps });
    for (const share of [0.1, 0.25, 0.5, 0.75, 0.9])
      while (await this.#fails({ steps: Math.floor(this.#best.plan.steps * share) }));
  }

  /** In short worlds in which nothing else goes wrong the same may go wrong sooner. */
  async #shorterElsewhere(): Promise<void> {
    const { plan, struck } = this.#best;
    const mischief = plan.mischief.filter((kind) => struck.strikes.some((name) => name.startsWith(`${kind} `)));
    const shared = { mischief, mischiefEveryMs: 3_000, allowed: everything };
    for (const steps of [60, 120, 240, 480]) {
      for (let other = 1; other <= otherSeeds && steps < plan.steps; other += 1)
        if (await this.#fails({ ...shared, steps, seed: `${plan.seed} ${other}` })) return;
    }
  }

  async #fewerPilots(): Promise<void> {
    for (const { name } of this.#best.plan.pilots) {
      const { absent, pilots } = this.#best.plan;
      if (!absent.includes(name) && absent.length + 1 < pilots.length) await this.#fails({ absent: [...absent, name] });
    }
  }

  /** Leaves out parts, first large ones. */
  async #fewer(kind: keyof Allowed): Promise<void> {
    if (this.#best.struck[kind].length > 0 && (await this.#fails({ allowed: this.#with(kind, []) }))) return;
    for (let size = this.#best.struck[kind].length; size > 1; ) {
      size = Math.ceil(size / 2);
      for (let at = 0; at < this.#best.struck[kind].length; ) {
        const kept = this.#best.struck[kind].toSpliced(at, size);
        if (!(await this.#fails({ allowed: this.#with(kind, kept) }))) at += size;
      }
    }
  }

  #with(kind: keyof Allowed, names: readonly string[]): Allowed {
    return { ...this.#best.plan.allowed, [kind]: names };
  }
}
