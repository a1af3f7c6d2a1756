import type { Figure } from './promises/figures.ts';

/** A promise that is shown to hold, by a command, and whose proof is shown to be able to fail. */
export interface Prove {
  /** Its name and options. */
  readonly usage: string;
  /** Whether `--record` keeps what its self-test shows. */
  readonly recordsSelfTest?: boolean;
  /** Answers whether it is proven. */
  run(options: ProveOptions): Promise<boolean>;
}

/** Whose site, and who flies and looks there. */
export const givenNames = [
  'site',
  'folder',
  'login',
  'password-file',
  'proxied',
  'handed',
  'only',
  'port',
  'pilot',
  'admin',
  'stranger-key',
  'schedules',
  'names',
  'into',
  'planted',
  'patches',
  'room',
] as const;
export type GivenName = (typeof givenNames)[number];

export interface ProveOptions {
  /** Long enough to fail when something is broken, short enough for `npm run verify`. */
  readonly short: boolean;
  /** Only whether the proof can fail. */
  readonly selfTest: boolean;
  readonly rounds: number | null;
  /** How long a proof that can run for any time is to run; not whole numbers only. */
  readonly minutes: number | null;
  /** How many steps a simulation takes, from which seed, and how many seeds. */
  readonly steps: number | null;
  readonly seed: number | null;
  readonly seeds: number | null;
  /** How many mistakes are drawn, and how many are tried at the same time. */
  readonly sample: number | null;
  readonly workers: number | null;
  /** What a proof against somebody else's machine has to be told. */
  readonly given: Readonly<Partial<Record<GivenName, string>>>;
  /** Progress, on standard error. */
  note(text: string): void;
  /** A result. */
  out(text: string): void;
  /** What was shown of a promise of `promises/promises.ts`, also when it is not kept; `--record` keeps it. */
  figure(figure: Figure): void;
}
