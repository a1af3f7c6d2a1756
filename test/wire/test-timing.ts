import { setImmediate } from 'node:timers/promises';
import type { Timing } from '../../src/client/timing.ts';

/** A time that the test sets: a sleep takes no time but moves the clock. */
export class TestTiming implements Timing {
  /** The machine's clock, milliseconds since the Unix epoch; set it to make it wrong. */
  wallMs = Date.parse('2026-03-01T12:00:00Z');
  readonly slept: number[] = [];
  #elapsedMs = 0;

  now(): number {
    return this.wallMs;
  }

  elapsed(): number {
    return this.#elapsedMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.slept.push(ms);
    this.#elapsedMs += ms;
    this.wallMs += ms;
    // Files are written meanwhile.
    await setImmediate();
  }
}
