import type { AdmissionLimits } from './flight/fresh-reports.ts';
import type { SealingLimits } from './flight/sealing.ts';
import type { LoginLimits } from './sessions/login-limit.ts';
import type { Limits } from './sessions/session-model.ts';
import type { WaitLimits } from './sessions/waiting.ts';

export interface SilenceLimits {
  /** Time without a report after which a flight is suspended, in minutes. */
  readonly suspendAfterMin: number;
  /** Time without a report after which a flight is abandoned, in hours. */
  readonly abandonAfterH: number;
}

/** How long things are kept; null for ever. */
export interface Retention {
  readonly flightDays: number | null;
  readonly auditDays: number | null;
}

/** Options of the core: what each part of it names as its own. */
export interface TrackingOptions extends AdmissionLimits, SealingLimits, SilenceLimits, WaitLimits {
  readonly limits: Limits;
  readonly loginLimits: LoginLimits;
  readonly retention: Retention;
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
