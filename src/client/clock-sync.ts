import type { Discovery } from './discovery.ts';
import type { Notify } from './notice.ts';
import type { ServerClock } from './server-clock.ts';
import type { Timing } from './timing.ts';
import { isTrackerError } from './tracker-error.ts';
import type { Transport } from './transport.ts';

export interface ClockSync {
  readonly discovery: Discovery;
  readonly transport: Transport;
  readonly timing: Timing;
  readonly clock: ServerClock;
}

/** Synchronizes with the server's clock. Keeps the previous correction when the server is unavailable. */
export async function syncClock(
  { discovery, transport, timing, clock }: ClockSync,
  notify: Notify,
): Promise<{ readonly movedMs: number; readonly now: number }> {
  const before = clock.offsetMs;
  const startedAt = timing.elapsed();
  try {
    const reply = await transport.send(discovery.base, { method: 'GET', path: discovery.dialect.hello }, null);
    const serverTime = reply.body?.server_time;
    const moved = clock.learn(typeof serverTime === 'string' ? serverTime : undefined, timing.elapsed() - startedAt);
    if (moved) notify({ kind: 'clock-corrected', offsetMs: clock.offsetMs });
  } catch (error) {
    if (!isTrackerError(error)) throw error;
  }
  return { movedMs: clock.offsetMs - before, now: clock.now() };
}
