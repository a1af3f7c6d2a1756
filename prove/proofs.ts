import { access } from './access/access.ts';
import { atOnce } from './at-once/at-once.ts';
import { cluster } from './cluster/cluster.ts';
import { durability } from './durability/durability.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { mutants } from './mutants/mutants.ts';
import { once } from './once/once.ts';
import { outage } from './outage/outage.ts';
import { phpvms5 } from './phpvms5/phpvms5.ts';
import { phpvms7 } from './phpvms7/phpvms7.ts';
import { phpvms7Core } from './phpvms7-core/record.ts';
import type { Prove } from './prove.ts';
import { restart } from './restart/restart.ts';
import { secrets } from './secrets/secrets.ts';
import { simulateCluster } from './simulate/cluster/simulate-cluster.ts';
import { simulate } from './simulate/simulate.ts';
import { soak } from './soak/soak.ts';
import { soakFleet } from './soak/soak-fleet.ts';

/** What `npm run prove` without a name runs, one after the other. */
export const proofs: Readonly<Record<string, Prove>> = {
  access,
  secrets,
  durability,
  cluster,
  simulate,
  'simulate-cluster': simulateCluster,
  once,
  'at-once': atOnce,
  outage,
  restart,
  soak,
  'soak-fleet': soakFleet,
  fuzz,
  mutants,
};

/** Proofs that have to be told of somebody's site: each alone. */
export const proofsOfSites: Readonly<Record<string, Prove>> = {
  phpvms5,
  phpvms7,
  'phpvms7-core': phpvms7Core,
};
