import { setTimeout as wait } from 'node:timers/promises';
import { allJoined, type Fault, nothingToHeal, now, pick } from './fault.ts';

/** Shorter than a lease or about as long, and longer: what is paused finds itself replaced. */
const seconds = [5, 30, 90];

/** SIGSTOP: connections stay, and nothing answers. */
export const pauses: readonly Fault[] = seconds.flatMap((forS): readonly Fault[] => [
  {
    name: `a server paused for ${forS} s`,
    async strike({ servers }) {
      const server = pick(servers);
      const from = [now()];
      server.pause();
      await wait(forS * 1_000);
      server.resume();
      return { from, heal: nothingToHeal };
    },
  },
  {
    name: `a database node paused for ${forS} s`,
    async strike({ galera }) {
      const node = pick(galera.nodes);
      const from = [now()];
      node.pause();
      await wait(forS * 1_000);
      return {
        from,
        async heal() {
          node.resume();
          await allJoined(galera);
        },
      };
    },
  },
]);
