import type { Draws } from '../chance.ts';
import { forAWhile } from '../mischief/mischief.ts';
import type { World } from '../world.ts';
import type { ClusterKeeper } from './cluster-keeper.ts';
import type { ClusterMischiefKind, ClusterPlan } from './cluster-plan.ts';

type ClusterMischief = (keeper: ClusterKeeper, world: World, draws: Draws, plan: ClusterPlan) => void;

const table: Readonly<Record<ClusterMischiefKind, ClusterMischief>> = {
  pause: ({ places }, _, draws) => places.pause(draws.wait(draws.pick([2_000, 12_000, 20_000, 20_000]))),
  'cut-database': ({ places }, _, draws) => places.cutDatabase(draws.wait(draws.pick([1_000, 8_000, 20_000]))),
  // With it somebody may set the clock back, which must not make a lease longer.
  'cut-leases': ({ places }, _, draws, { isClockBroken, mischief }) => {
    const backMs = mischief.includes('server-clock') && draws.happens(0.7) ? draws.whole(3_000, 20_000) : 0;
    places.cutLeases(draws.between(8_000, 25_000), isClockBroken, backMs);
  },
  'cut-servers': ({ places }, _, draws) => places.cutServers(draws.wait(20_000)),
  'database-stands'({ database }, world, draws) {
    const ms = draws.wait(draws.pick([1_000, 5_000, 15_000]));
    world.note(`the database stands still for ${Math.round(ms)} ms`);
    database.standStill(true);
    world.life.after(ms, () => database.standStill(false), 'mended');
  },
  'unclear-commits'({ database }, world, draws) {
    const share = draws.pick([0.05, 0.2]);
    world.note(`answers of commits are lost: ${share}`);
    database.faults = { conflict: share, lostBefore: share, lostAfter: share, late: share };
    forAWhile(world, draws, 30_000, () => database.heal());
  },
};

/** Lets one thing after the other go wrong between servers and database, until the faults stop. */
export class ClusterAdversary {
  readonly #world: World;
  readonly #keeper: ClusterKeeper;
  readonly #plan: ClusterPlan;
  readonly #draws: Draws;

  constructor(world: World, keeper: ClusterKeeper, plan: ClusterPlan) {
    this.#world = world;
    this.#keeper = keeper;
    this.#plan = plan;
    this.#draws = world.draws.fork('cluster adversary');
    if (plan.clusterMischief.length > 0) this.#arm();
  }

  #arm(): void {
    this.#world.life.after(this.#draws.wait(this.#plan.mischiefEveryMs), () => this.#strike(), 'mischief');
  }

  #strike(): void {
    if (this.#world.isCalm) return;
    const kind = this.#draws.pick(this.#plan.clusterMischief);
    const name = this.#world.fortune.nameOf(kind);
    if (this.#world.fortune.allows('strikes', name)) {
      this.#world.counters.fault(kind);
      table[kind](this.#keeper, this.#world, this.#draws.fork(name), this.#plan);
    }
    this.#arm();
  }
}
