import { readBaseUrl } from './base-url.ts';
import { discover } from './discovery.ts';
import type { ClientOptions } from './options.ts';
import { asking, repeat } from './repeat.ts';
import { ServerClock } from './server-clock.ts';
import { systemTiming, type Timing } from './timing.ts';
import { TrackerClient } from './tracker-client.ts';
import { isTrackerError, type TrackerError } from './tracker-error.ts';
import { type Fetch, type Pack, Transport } from './transport.ts';

export type { Desk } from './desk.ts';
export type * from './desk-types.ts';
export type { BidAnswer, Credentials } from './dialect.ts';
export type { Finished, TrackedFlight } from './flight.ts';
export type { Notice, Notify } from './notice.ts';
export type { ClientOptions } from './options.ts';
export type { FlightMark, ReportStore, StoredFlight, StoredReport } from './report-store.ts';
export type { Timing } from './timing.ts';
export type { TrackerClient } from './tracker-client.ts';
export type * from './wire-types.ts';
export type { TrackerError };
export { isTrackerError };

export interface TrackerOptions extends ClientOptions {
  /** Timeout of one call, milliseconds. */
  readonly timeoutMs?: number;
  readonly fetch?: Fetch;
  readonly timing?: Timing;
  /** Compresses large bodies with gzip; null sends them as they are. Default: by the platform's `CompressionStream`. */
  readonly pack?: Pack | null;
}

/**
 * Connects to the tracker at a crew center's base URL and detects which contract it uses.
 * @throws TrackerError `bad-url`, `down`, `not-ours`, or the server's own refusal.
 */
export async function connectTracker(baseUrl: string, options: TrackerOptions = {}): Promise<TrackerClient> {
  const base = readBaseUrl(baseUrl);
  if (base.cut !== null) options.notify?.({ kind: 'base-url-cut', base: base.href, cut: base.cut });
  const timing = options.timing ?? systemTiming;
  const transport = new Transport({
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeoutMs: options.timeoutMs ?? 30_000,
    timing,
    pack: options.pack,
  });
  const hail = async () => {
    const startedAt = timing.elapsed();
    const discovery = await discover(base, transport);
    return { discovery, tookMs: timing.elapsed() - startedAt };
  };
  // A server that is being started says when to come back. What says nothing of the kind may be a wrong address.
  const isWaking = ({ retryAfterS }: TrackerError) => retryAfterS !== null;
  const { discovery, tookMs } = await repeat(
    { timing, random: options.random ?? Math.random },
    asking(options),
    hail,
    isWaking,
  );
  const clock = new ServerClock(timing);
  const isWrong = clock.learn(discovery.hello.server_time, tookMs);
  if (isWrong) options.notify?.({ kind: 'clock-corrected', offsetMs: clock.offsetMs });
  return new TrackerClient({ discovery, transport, timing, clock, options });
}
