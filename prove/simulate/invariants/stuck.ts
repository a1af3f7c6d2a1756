import type { Invariant } from './invariant.ts';

export const nothingIsStuck: Invariant = {
  name: 'nothing-is-stuck',
  sentence: 'Nothing stays stuck once the faults have stopped.',
  atEnd(world) {
    const waiting = world.unfinished();
    return waiting.length === 0
      ? null
      : `after ${Math.round(world.calmMs / 60_000)} quiet minutes: ${waiting.join('; ')}`;
  },
};

/** Far above what a handful of pilots can cause; where several servers are, more fly, and most of all waits at once after a fault. */
const maxTasks = (pilots: number) => Math.max(400, 50 * pilots);
const maxQueued = 2_000;

export const memoryIsBounded: Invariant = {
  name: 'memory-is-bounded',
  sentence: 'Memory and journal stay bounded.',
  afterStep(world) {
    if (world.time.pending > maxTasks(world.plan.pilots.length))
      return `${world.time.pending} tasks wait: ${JSON.stringify(world.time.pendingByLabel())}`;
    return null;
  },
  atEnd(world) {
    const queued = world.server?.journal?.stats().queuedRows ?? 0;
    if (queued > maxQueued) return `${queued} writes wait for the disk`;
    const live = [...(world.server?.tracking?.flights ?? [])].filter(({ flight }) => flight.setAside === null);
    const most = 2 * world.plan.pilots.length;
    const states = live.map(({ flight }) => flight.state).join(' ');
    return live.length > most ? `${live.length} flights are in memory: ${states}` : null;
  },
};

export const journalIsWhole: Invariant = {
  name: 'journal-is-whole',
  sentence: 'The journal finds nothing damaged on a disk that damages nothing.',
  afterStep: (world) => world.models.disk.damage,
};
