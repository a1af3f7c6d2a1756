import type { Report } from '../platform/check/run.ts';

/** The checks of the crew center's site, which run in the background. */
export interface SiteChecks {
  /** As they ended last; null before the first end. */
  readonly last: CheckRun | null;
  readonly isRunning: boolean;
  /** Starts them; does nothing while they run. */
  start(): void;
}

export interface CheckRun {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Null when they could not be run to their end. */
  readonly report: Report | null;
  /** Why they could not; null when they could. */
  readonly problem: string | null;
}

/** How many serious findings there are, for the menu; 0 before the first run. */
export function countSerious(checks: SiteChecks | null): number {
  return checks?.last?.report?.findings.filter(({ severity }) => severity === 'serious').length ?? 0;
}
