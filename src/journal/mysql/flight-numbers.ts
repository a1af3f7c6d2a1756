import { partitionCount } from '../partition.ts';

/** 2020-01-01, in milliseconds. */
const startMs = 1_577_836_800_000;

/**
 * Returns the number of a partition's next flight, above `last`. Numbers of all partitions differ, because each counts those with its own
 * remainder, and go up with time to the second, so that the flights of all can be listed by number, newest first.
 */
export function nextFlightNumber(partition: number, last: number, now: number): number {
  const bySecond = Math.max(0, Math.floor((now - startMs) / 1000)) * partitionCount + partition;
  if (bySecond > last) return bySecond;
  const next = last + 1;
  return next + ((((partition - next) % partitionCount) + partitionCount) % partitionCount);
}
