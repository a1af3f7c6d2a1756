import { setTimeout as wait } from 'node:timers/promises';
import type { Galera } from '../../test/hosts/galera/galera.ts';
import type { GaleraNode } from '../../test/hosts/galera/node.ts';
import { until } from '../../test/until.ts';
import type { ClusterServer } from './servers.ts';

/** What can be broken. */
export interface World {
  readonly galera: Galera;
  readonly servers: readonly ClusterServer[];
}

/** Something that happens to a cluster under load. */
export interface Fault {
  readonly name: string;
  /**
   * Lets it happen. Returns what makes it good again, and from when the service is counted: the moment of the fault, or that
   * from which the database has its majority again.
   */
  strike(world: World): Promise<{ readonly from: number; heal(): Promise<void> }>;
}

/** Longer than a lease, so that others take over. */
const beyondLeaseMs = 9_000;
const majorityGoneMs = 4_000;

function pick<T>(list: readonly T[]): T {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}

/** Each server speaks to another node first: this one to the node of the same place. */
function pickPair({ galera, servers }: World): readonly [ClusterServer, GaleraNode] {
  const index = Math.floor(Math.random() * servers.length);
  return [pick(servers.slice(index, index + 1)), pick(galera.nodes.slice(index, index + 1))];
}

/** Waits until every node counts every other one: a node that hung believes for a while that it never left. */
async function allJoined({ nodes }: Galera): Promise<void> {
  for (const node of nodes)
    await until(
      async () => {
        const rows = await node.query("SHOW GLOBAL STATUS LIKE 'wsrep_cluster_size'");
        return Number(rows[0]?.Value) === nodes.length && (await node.isReady());
      },
      { withinMs: 60_000, everyMs: 100, otherwise: () => 'the nodes of the database did not find each other again' },
    );
}

const now = () => performance.now();

export const faults: readonly Fault[] = [
  {
    name: 'kill -9 of a server',
    async strike({ servers }) {
      const server = pick(servers);
      const from = now();
      await server.process.kill();
      return { from, heal: () => server.process.start() };
    },
  },
  {
    name: 'kill -9 of a database node',
    async strike({ galera }) {
      const node = pick(galera.nodes);
      const from = now();
      await node.kill();
      return { from, heal: () => node.start() };
    },
  },
  {
    name: 'a database node that hangs',
    async strike({ galera }) {
      const node = pick(galera.nodes);
      const from = now();
      node.pause();
      return {
        from,
        async heal() {
          node.resume();
          await allJoined(galera);
        },
      };
    },
  },
  {
    name: 'kill -9 of a server and a node',
    async strike(world) {
      const [server, node] = pickPair(world);
      const from = now();
      await Promise.all([server.process.kill(), node.kill()]);
      return {
        from,
        async heal() {
          await node.start();
          await server.process.start();
        },
      };
    },
  },
  {
    name: 'a server without the database',
    async strike({ servers }) {
      const server = pick(servers);
      const from = now();
      server.cutOff();
      await wait(beyondLeaseMs);
      return { from, heal: async () => server.mend() };
    },
  },
  {
    name: 'two nodes gone and back',
    async strike({ galera }) {
      const gone = [...galera.nodes].sort(() => Math.random() - 0.5).slice(1);
      await Promise.all(gone.map((node) => node.kill()));
      await wait(majorityGoneMs);
      for (const node of gone) await node.begin(false);
      for (const node of galera.nodes) await node.ready();
      return { from: now(), heal: async () => undefined };
    },
  },
  {
    name: 'a server paused beyond its lease',
    async strike({ servers }) {
      const server = pick(servers);
      const from = now();
      server.process.pause();
      await wait(beyondLeaseMs);
      server.process.resume();
      return { from, heal: async () => undefined };
    },
  },
  {
    name: 'a graceful stop of a server',
    async strike({ servers }) {
      const server = pick(servers);
      const from = now();
      await server.process.end('SIGTERM');
      return { from, heal: () => server.process.start() };
    },
  },
];
