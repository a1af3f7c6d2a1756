import type { Galera } from '../../../test/hosts/galera/galera.ts';
import type { GaleraNode } from '../../../test/hosts/galera/node.ts';
import { until } from '../../../test/until.ts';

import type { ClusterServer } from '../servers.ts';

/** What can be broken. */
export interface World {
  readonly galera: Galera;
  readonly servers: readonly ClusterServer[];
}

/** What was broken. */
export interface Blow {
  /**
   * From when the service is counted, by `performance.now()`: the moment of the fault, each one of several, or that from which there is
   * again what the service needs.
   */
  readonly from: readonly number[];
  /** Makes it good again. */
  heal(): Promise<void>;
}

/** Something that happens to a cluster under load. */
export interface Fault {
  readonly name: string;
  /**
   * Operators stop every server for it: clients then wait for up to half a minute by themselves, which is no figure of the
   * service. It is tried when it is asked for by its name.
   */
  readonly isPlanned?: boolean;
  /** Lets it happen. */
  strike(world: World): Promise<Blow>;
}

/** Longer than a lease, so that others take over. */
export const beyondLeaseMs = 9_000;

export const now = () => performance.now();

export const nothingToHeal = async () => undefined;

export function pick<T>(list: readonly T[]): T {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}

/** Each server speaks to another node first: this one to the node of the same place. */
export function pickPair({ galera, servers }: World): readonly [ClusterServer, GaleraNode] {
  const index = Math.floor(Math.random() * servers.length);
  return [pick(servers.slice(index, index + 1)), pick(galera.nodes.slice(index, index + 1))];
}

/** Waits until every node counts every other one: a node that hung believes for a while that it never left. */
export async function allJoined({ nodes }: Galera): Promise<void> {
  for (const node of nodes)
    await until(
      async () => {
        const rows = await node.query("SHOW GLOBAL STATUS LIKE 'wsrep_cluster_size'");
        return Number(rows[0]?.Value) === nodes.length && (await node.isReady());
      },
      { withinMs: 60_000, everyMs: 100, otherwise: () => 'the nodes of the database did not find each other again' },
    );
}
