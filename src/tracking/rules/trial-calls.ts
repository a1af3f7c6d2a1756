import type { TrialTotals, TriedFlight } from './trial.ts';

/** A set of rules, tried on the flights of the past. */
export interface Trial {
  readonly id: string;
  /** The set that is tried. */
  readonly set: number;
  readonly setName: string;
  readonly startedAt: number;
  readonly startedBy: string;
  /** `applying`: the flights that it lists are judged again by its set; `done` again afterwards. */
  readonly state: 'running' | 'done' | 'applying' | 'stopped' | 'failed';
  readonly endedAt: number | null;
  /** Why it failed; null when it did not. */
  readonly reason: string | null;
  /** How many of its flights were judged again; null while nobody asked for it. */
  readonly applied: number | null;
  /** Who asked for it. */
  readonly appliedBy: string | null;
  /** Only flights that ended since then; null means all that are kept. */
  readonly since: number | null;
  /** Where it continues: flights are tried newest first. */
  readonly before: number | null;
  readonly totals: TrialTotals;
  /** Flights that are listed, in pieces; and how many more there are than are kept. */
  readonly pieces: number;
  readonly listed: number;
  readonly unlisted: number;
}

/** The operator's calls about what a set of rules would have done. */
export interface TrialCalls {
  /** Newest first; at most five are kept. */
  listTrials(): Promise<readonly Trial[]>;
  /** Returns a trial with its flights, newest first. @throws Refusal `not-found` */
  readTrial(id: string): Promise<{ readonly trial: Trial; readonly flights: readonly TriedFlight[] }>;
  /**
   * Begins to try a saved set on the flights of the past; nothing of them is changed.
   * @param since - only flights that ended at or after this instant; null means all
   * @throws Refusal `not-found` for an unknown set; `invalid` while another trial is running
   */
  startTrial(actor: string, set: number, since: number | null): Promise<Trial>;
  /**
   * Does what a trial found: judges each flight that it lists again by its set, in the background; `applied` counts them.
   * @throws Refusal `not-found`; `invalid` for a trial that is not done, and while another one is running
   */
  applyTrial(actor: string, id: string): Promise<Trial>;
  /** @throws Refusal `not-found` */
  stopTrial(actor: string, id: string): Promise<Trial>;
}
