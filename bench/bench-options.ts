import type { Cores } from './cores.ts';

/** What a bench is asked to do. */
export interface BenchOptions {
  readonly rounds: number;
  /** Only whether it runs: few flights and short stretches, whose figures say nothing. */
  readonly isShort: boolean;
  /** Who runs where, for the benches that pin. */
  readonly cores: Cores;
  /** Goals by name; empty for all. */
  readonly only: readonly string[];
  /** How long memory is watched. */
  readonly minutes: number;
  /** A real crew center to measure beside, and a key for its API. */
  readonly site: string | null;
  readonly key: string | null;
  /** Folder of another checkout to measure instead of this one. */
  readonly against: string | null;
  /** Progress and asides, not for the JSON output. */
  note(text: string): void;
}
