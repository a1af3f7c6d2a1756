import { setTimeout as wait } from 'node:timers/promises';
import { allJoined, type Fault, nothingToHeal, now, pick, pickPair } from './fault.ts';

const majorityGoneMs = 4_000;

/** What ends at once, and comes back. */
export const deaths: readonly Fault[] = [
  {
    name: 'kill -9 of a server',
    async strike({ servers }) {
      const server = pick(servers);
      const from = [now()];
      await server.kill();
      return { from, heal: () => server.start() };
    },
  },
  {
    name: 'kill -9 of a database node',
    async strike({ galera }) {
      const node = pick(galera.nodes);
      const from = [now()];
      await node.kill();
      return { from, heal: () => node.start() };
    },
  },
  {
    name: 'kill -9 of a server and a node',
    async strike(world) {
      const [server, node] = pickPair(world);
      const from = [now()];
      await Promise.all([server.kill(), node.kill()]);
      return {
        from,
        async heal() {
          await node.start();
          await server.start();
        },
      };
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
      return { from: [now()], heal: nothingToHeal };
    },
  },
  {
    name: 'a node that comes back without its data',
    async strike({ galera }) {
      const node = pick(galera.nodes);
      const from = [now()];
      await node.kill();
      node.wipe();
      return {
        from,
        async heal() {
          await node.start();
          await allJoined(galera);
        },
      };
    },
  },
];
