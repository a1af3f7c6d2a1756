import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../lib/clock.ts';
import type { Secret } from '../lib/secret.ts';
import type { CrewCenterSettings, Platform } from '../platform/port.ts';
import type { Limits, StartResult } from './calls.ts';
import type { Changes } from './changes.ts';
import type { DeliveryCursors } from './delivery-cursors.ts';
import type { Joined } from './joined.ts';
import type { LiveFlights } from './live-flights.ts';
import type { LoginLimit, LoginLimits } from './login-limit.ts';
import type { PilotLocks } from './pilot-locks.ts';
import type { Quotas } from './quota.ts';
import type { Sessions, Tokens } from './sessions.ts';
import type { Waits } from './waiting.ts';

/** What the calls are made of, built once in `tracking.ts`. */
export interface Parts {
  readonly journal: Journal;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly tokens: Tokens & { wrap(text: string): Secret };
  readonly options: TrackingOptions;
  readonly flights: LiveFlights;
  readonly sessions: Sessions;
  readonly loginLimit: LoginLimit;
  readonly locks: PilotLocks;
  readonly waits: Waits;
  /** Starts under way, by pilot and request. */
  readonly starts: Joined<StartResult>;
  readonly changes: Changes;
  readonly cursors: DeliveryCursors;
  /** The crew center's settings as last read; at most 5 s old while it answers. */
  settings(): CrewCenterSettings;
  /** A task that nobody waits for: its failure is a bug and is logged. */
  inBackground(task: Promise<unknown>): void;
}

export interface TrackingOptions {
  readonly limits: Limits;
  readonly loginLimits: LoginLimits;
  readonly quotas: Quotas;
  /** A flight without a report for so long is suspended, in minutes. */
  readonly suspendAfterMin: number;
  /** A flight without a report for so long is abandoned, in hours. */
  readonly abandonAfterH: number;
  /** `start`, `finish` and `cancel` wait for the crew center so long, in milliseconds. */
  readonly waitMs: number;
  /** Maximum number of calls that hold a worker of the crew center and wait at the same time, counted from their arrival. */
  readonly waitsHoldingWorkers: number;
  /** A `recordedAt` this far ahead of us is refused, in milliseconds. */
  readonly aheadMs: number;
  /** Reports of one flight that are sealed together. */
  readonly sealEvery: number;
  readonly sealAfterMs: number;
  readonly liveEveryMs: number;
  readonly trackEveryMs: number;
}

/** What no setting names. */
export const fixedOptions = {
  aheadMs: 5 * 60_000,
  sealEvery: 2_000,
  sealAfterMs: 10 * 60_000,
  liveEveryMs: 1_000,
  trackEveryMs: 60_000,
} as const satisfies Partial<TrackingOptions>;
