import { setTimeout as wait } from 'node:timers/promises';
import { type Fault, nothingToHeal, now, pick } from './fault.ts';
import { moveThereAndBack } from './move.ts';

/** Until a server that was started has its share of the pilots. */
const settledMs = 3_000;

/** What operators do. */
export const restarts: readonly Fault[] = [
  {
    name: 'a graceful stop of a server',
    async strike({ servers }) {
      const server = pick(servers);
      const from = [now()];
      await server.stop();
      return { from, heal: () => server.start() };
    },
  },
  {
    name: 'a rolling restart of all servers',
    async strike({ servers }) {
      const from: number[] = [];
      for (const server of servers) {
        from.push(now());
        await server.stop();
        await server.start();
        await wait(settledMs);
      }
      return { from, heal: nothingToHeal };
    },
  },
  { name: 'the journal moved into a file and back', isPlanned: true, strike: moveThereAndBack },
];
