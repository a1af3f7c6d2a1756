import type { Limits } from './calls.ts';
import type { Quotas } from './flight/quota.ts';
import type { LoginLimits } from './sessions/login-limit.ts';
import type { Retention } from './sweep/retention.ts';

/** Options of the core; each part uses its own. */
export interface TrackingOptions {
  readonly limits: Limits;
  readonly loginLimits: LoginLimits;
  readonly quotas: Quotas;
  readonly retention: Retention;
  /** Time without a report after which a flight is suspended, in minutes. */
  readonly suspendAfterMin: number;
  /** Time without a report after which a flight is abandoned, in hours. */
  readonly abandonAfterH: number;
  /** How long `start`, `finish` and `cancel` wait for the crew center, in milliseconds. */
  readonly waitMs: number;
  /** Maximum number of calls that hold a worker of the crew center and wait at the same time, counted from their arrival. */
  readonly waitsHoldingWorkers: number;
  /** Maximum time that a `recordedAt` may be ahead of the server's clock, in milliseconds. */
  readonly aheadMs: number;
  /** Number of reports of one flight that are sealed together. */
  readonly sealEvery: number;
  readonly sealAfterMs: number;
  readonly liveEveryMs: number;
  readonly trackEveryMs: number;
}

/** Options without a setting. */
export const fixedOptions = {
  aheadMs: 5 * 60_000,
  sealEvery: 2_000,
  sealAfterMs: 10 * 60_000,
  liveEveryMs: 1_000,
  trackEveryMs: 60_000,
} as const satisfies Partial<TrackingOptions>;
