import { setTimeout as wait } from 'node:timers/promises';
import { allJoined, beyondLeaseMs, type Fault, now, pick } from './fault.ts';

const hourMs = 3_600_000;

const wrongClock = (name: string, aheadMs: number): Fault => ({
  name,
  async strike({ servers }) {
    const server = pick(servers);
    const from = [now()];
    await server.setClock(aheadMs);
    await wait(beyondLeaseMs);
    return { from, heal: () => server.setClock(0) };
  },
});

/** A node without room stores nothing more, and leaves the others. */
export const fullDisk: Fault = {
  name: 'a node whose disk is full',
  async strike({ galera }) {
    const from = [now()];
    galera.smallDisk?.fill();
    await wait(beyondLeaseMs);
    return {
      from,
      async heal() {
        galera.smallDisk?.clear();
        // It left the others when it could not store what they had; it does not come back by itself.
        await galera.nodes.at(-1)?.kill();
        await galera.nodes.at(-1)?.start();
        await allJoined(galera);
      },
    };
  },
};

/** What becomes wrong with a machine whose programs go on. */
export const machines: readonly Fault[] = [
  wrongClock('a clock an hour ahead', hourMs),
  wrongClock('a clock an hour behind', -hourMs),
  fullDisk,
];
