import type { ServerRow } from '../journal/lease-table.ts';
import type { LeaseTimes } from './lease-times.ts';

interface Seen {
  readonly beat: number;
  /** When the answer was here that showed this beat first. */
  readonly sinceMs: number;
  /** Of the time since then, what counts. */
  readonly countedMs: number;
  readonly silentMs: number;
}

/**
 * How long the beat of each server has stood still, as seen by one observer on its own monotonic clock. Time counts only
 * between two rounds that both reached the cluster, and at most two rounds' worth of it: while the cluster itself stands
 * still nobody's beat can move, and that says nothing about a server. What a cluster stands still when one of its nodes dies counts
 * all the same once beats could move again: a server that lives is seen within the rounds that are still to be counted.
 * So the figure is never more than the real silence.
 */
export class Silence {
  readonly #times: LeaseTimes;
  #seen = new Map<string, Seen>();
  #lastReadEnd = Number.NEGATIVE_INFINITY;

  constructor(times: LeaseTimes) {
    this.#times = times;
  }

  /**
   * Takes in what was read.
   * @param readStart - when the read was begun: what it shows may be as old as that
   * @param readEnd - when its answer was here: what it shows is at most as new as that
   */
  observe(servers: readonly ServerRow[], readStart: number, readEnd: number): void {
    const passed = Math.max(0, Math.min(readStart - this.#lastReadEnd, 2 * this.#times.roundMs));
    this.#lastReadEnd = readEnd;
    this.#seen = new Map(
      servers.map(({ id, beat }) => {
        const before = this.#seen.get(id);
        if (before?.beat !== beat) return [id, { beat, sinceMs: readEnd, countedMs: 0, silentMs: 0 }];
        const countedMs = before.countedMs + passed;
        const silentMs = Math.min(readStart - before.sinceMs, countedMs + this.#times.standstillMs);
        return [id, { beat, sinceMs: before.sinceMs, countedMs, silentMs }];
      }),
    );
  }

  /** Infinite for a server that has no row. */
  silentMs(id: string): number {
    return this.#seen.get(id)?.silentMs ?? Number.POSITIVE_INFINITY;
  }
}
