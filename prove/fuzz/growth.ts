import type { Memory } from './protocol.ts';

/** What a process may hold more than after its first minute: caches that fill, and what the collector has not returned. */
const slack = { heapShare: 0.1, heapBytes: 12 << 20, residentShare: 0.1, residentBytes: 80 << 20 };

export function hasGrown(before: Memory, after: Memory): boolean {
  return (
    after.heapBytes > before.heapBytes * (1 + slack.heapShare) + slack.heapBytes ||
    after.residentBytes > before.residentBytes * (1 + slack.residentShare) + slack.residentBytes
  );
}
