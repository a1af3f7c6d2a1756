import { setTimeout as wait } from 'node:timers/promises';
import type { Direction } from '../gate.ts';
import type { ClusterServer, Way } from '../servers.ts';
import { beyondLeaseMs, type Fault, now, pick } from './fault.ts';

/** What gets through no more, at one server, and in which direction. Nobody is notified: packets are lost. */
const cut = (name: string, ways: readonly Way[], direction: Direction): Fault => ({
  name,
  async strike({ servers }) {
    const server: ClusterServer = pick(servers);
    const from = [now()];
    server.cut(ways, direction);
    await wait(beyondLeaseMs);
    return { from, heal: async () => server.mend() };
  },
});

export const cuts: readonly Fault[] = [
  cut('a server without the database', ['database'], 'both'),
  cut('a server that gets no answers of the database', ['database'], 'answers'),
  cut('a server that its peers do not reach', ['peers'], 'both'),
  cut('a server whose peers get no answers', ['peers'], 'answers'),
  cut('a server cut off from clients, peers and database', ['clients', 'peers', 'database'], 'both'),
];
