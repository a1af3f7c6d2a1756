import type { Clock } from '../../src/lib/clock.ts';
import type { Platform } from '../../src/platform/port.ts';
import type { Steps } from './steps.ts';

/** A crew center with one pilot and a bid. */
export interface Host extends AsyncDisposable {
  readonly name: string;
  readonly login: string;
  readonly password: string;
  readonly bidId: string;
  /** As before the first flight. */
  reset(): Promise<void>;
  /** An adapter whose every step is counted. */
  openAdapter(steps: Steps, clock: Clock): Promise<OpenedAdapter>;
  /** Whether somebody waits for a lock of another connection; null where one process alone has the crew center. */
  readonly isLockAwaited: (() => Promise<boolean>) | null;
  /** What its tables hold of the pilot's PIREPs, read by another way. */
  count(): Promise<Counted>;
}

export interface OpenedAdapter {
  readonly platform: Platform;
  /** Ends what is left of it, also after a crash. */
  close(): Promise<void>;
}

export interface Counted {
  readonly open: number;
  readonly filed: number;
  readonly cancelled: number;
  /** How often the host has done what it does when a PIREP is filed: counted the flight, told its listeners, closed the bid. */
  readonly effects: number;
}

/** PIREPs of a crew center of version 7, by their states there. */
export function countStates(states: readonly number[], effects: number): Counted {
  const count = (...of: number[]) => states.filter((state) => of.includes(state)).length;
  return { open: count(0, 5, 7), filed: count(1, 2, 6), cancelled: count(3, 4), effects };
}
