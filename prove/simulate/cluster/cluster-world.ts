import type { Witness } from '../story.ts';
import { World } from '../world.ts';
import { ClusterKeeper } from './cluster-keeper.ts';
import type { ClusterPlan } from './cluster-plan.ts';

/** Pilots, a network, several servers with their database, and a crew center, in virtual time. */
export class ClusterWorld extends World {
  readonly cluster: ClusterKeeper;

  constructor(plan: ClusterPlan, witness?: Witness) {
    let cluster: ClusterKeeper | null = null;
    super(plan, witness, (world) => {
      cluster = new ClusterKeeper(world, plan);
      return cluster;
    });
    if (cluster === null) throw new Error('there are no servers');
    this.cluster = cluster;
  }

  override unfinished(): readonly string[] {
    const unheld = this.cluster.unheld().map((partition) => `nobody answers for partition ${partition}`);
    return [...unheld, ...super.unfinished()];
  }
}
