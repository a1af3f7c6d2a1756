import type { Memory } from './protocol.ts';

/** What a process may hold more than after its first minute: caches that fill, and what the collector has not returned. */
const slack = { heapShare: 0.1, heap: 12 << 20, residentShare: 0.1, rss: 80 << 20 };

export function hasGrown(before: Memory, after: Memory): boolean {
  return (
    after.heap > before.heap * (1 + slack.heapShare) + slack.heap ||
    after.rss > before.rss * (1 + slack.residentShare) + slack.rss
  );
}
