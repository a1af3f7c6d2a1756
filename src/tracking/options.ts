import type { Limits } from './calls.ts';
import type { LoginLimits } from './login-limit.ts';
import type { Quotas } from './quota.ts';

/** What the core is told at its start; each part takes what concerns it. */
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
