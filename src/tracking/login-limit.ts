import type { Journal, JournalContents, LoginFailure } from '../journal/journal.ts';
import type { Clock } from '../lib/clock.ts';
import { Refusal } from './refusals.ts';

const windowMs = 15 * 60_000;
const firstWaitMs = 30_000;

/** Failed logins in 15 minutes: so many together, so many of one address, so many for one pilot (a stranger must not lock a pilot out). */
export interface LoginLimits {
  readonly perPilotAndAddress: number;
  readonly perAddress: number;
  readonly perPilot: number;
}

/** Where failures are kept. */
export interface FailureMemory extends Pick<Journal, 'saveLoginFailure'> {
  readonly initial: Pick<JournalContents, 'loginFailures'>;
}

/** Counts failed logins, across restarts, and makes the next try wait ever longer. */
export class LoginLimit {
  #failures: LoginFailure[];
  readonly #journal: FailureMemory;
  readonly #clock: Clock;
  readonly #limits: LoginLimits;

  constructor(journal: FailureMemory, clock: Clock, limits: LoginLimits) {
    this.#journal = journal;
    this.#clock = clock;
    this.#limits = limits;
    this.#failures = [...journal.initial.loginFailures];
  }

  /**
   * Runs one try. It counts as failed while it is under way, so that many at once gain nothing.
   * @throws Refusal `login-throttled`
   */
  async attempt<T>(loginHash: string, address: string, check: () => Promise<T | null>): Promise<T | null> {
    const failure: LoginFailure = { at: this.#clock.now(), loginHash, address };
    this.#demand(failure);
    this.#failures.push(failure);
    let isFailure = false;
    try {
      const result = await check();
      isFailure = result === null;
      if (isFailure) await this.#journal.saveLoginFailure(failure);
      return result;
    } finally {
      if (!isFailure) this.#failures = this.#failures.filter((each) => each !== failure);
    }
  }

  #demand({ at, loginHash, address }: LoginFailure): void {
    this.#failures = this.#failures.filter((each) => each.at > at - windowMs);
    const ofPilot = this.#failures.filter((each) => each.loginHash === loginHash);
    const ofAddress = this.#failures.filter((each) => each.address === address);
    const ofBoth = ofPilot.filter((each) => each.address === address);
    const waitMs = Math.max(
      this.#wait(ofBoth, this.#limits.perPilotAndAddress, at),
      this.#wait(ofAddress, this.#limits.perAddress, at),
      this.#wait(ofPilot, this.#limits.perPilot, at),
    );
    if (waitMs <= 0) return;
    throw new Refusal('login-throttled', {
      message: 'Too many failed logins. Wait, then try again.',
      retryAfterS: Math.ceil(waitMs / 1000),
    });
  }

  /** Milliseconds still to wait: 30 s after the first failure too many, doubled by every further one. */
  #wait(failures: readonly LoginFailure[], limit: number, now: number): number {
    const newest = failures.at(-1);
    if (newest === undefined || failures.length < limit) return 0;
    return newest.at + Math.min(windowMs, firstWaitMs * 2 ** Math.min(10, failures.length - limit)) - now;
  }
}
