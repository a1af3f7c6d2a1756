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

/** What came of a try: `account` is whose login it is, also when the password is wrong; null when it is nobody's. */
export interface Tried<T> {
  readonly result: T | null;
  readonly account: string | null;
}

/**
 * Counts failed logins, across restarts, and makes the next try wait ever longer. An account may be named in several ways
 * (e-mail, ident); it is counted under each, and as itself.
 */
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
   *
   * Too many for the spelling or the address is a refusal. Too many for the account under other spellings is answered as a
   * wrong password, whatever the password was: a refusal would tell a stranger that the account exists, and its names.
   * @throws Refusal `login-throttled`
   */
  async attempt<T>(loginHash: string, address: string, check: () => Promise<Tried<T>>): Promise<T | null> {
    const failure: LoginFailure = { at: this.#clock.now(), loginHash, address, account: null };
    this.#demand(failure);
    this.#failures.push(failure);
    let isFailure = false;
    try {
      const { result, account } = await check();
      const isHeld = account !== null && this.#waitOfAccount(account, failure) > 0;
      isFailure = result === null || isHeld;
      // One that is held tried nothing: counted for the account it would let a stranger keep that shut.
      if (isFailure) await this.#fail(failure, isHeld ? null : account);
      return isHeld ? null : result;
    } finally {
      if (!isFailure) this.#failures = this.#failures.filter((each) => each !== failure);
    }
  }

  async #fail(failure: LoginFailure, account: string | null): Promise<void> {
    const known = { ...failure, account };
    this.#failures = this.#failures.map((each) => (each === failure ? known : each));
    await this.#journal.saveLoginFailure(known);
  }

  #demand({ at, loginHash, address }: LoginFailure): void {
    this.#failures = this.#failures.filter((each) => each.at > at - windowMs);
    const ofLogin = this.#failures.filter((each) => each.loginHash === loginHash);
    const ofAddress = this.#failures.filter((each) => each.address === address);
    const waitMs = Math.max(this.#waitOf(ofLogin, address, at), this.#wait(ofAddress, this.#limits.perAddress, at));
    if (waitMs <= 0) return;
    throw new Refusal('login-throttled', {
      message: 'Too many failed logins. Wait, then try again.',
      retryAfterS: Math.ceil(waitMs / 1000),
    });
  }

  #waitOfAccount(account: string, { at, address }: LoginFailure): number {
    const ofAccount = this.#failures.filter((each) => each.account === account);
    return this.#waitOf(ofAccount, address, at);
  }

  /** Of failures for one pilot: those from this address, and all of them. */
  #waitOf(failures: readonly LoginFailure[], address: string, now: number): number {
    const ofBoth = failures.filter((each) => each.address === address);
    return Math.max(
      this.#wait(ofBoth, this.#limits.perPilotAndAddress, now),
      this.#wait(failures, this.#limits.perPilot, now),
    );
  }

  /** Milliseconds still to wait: 30 s after the first failure too many, doubled by every further one. */
  #wait(failures: readonly LoginFailure[], limit: number, now: number): number {
    const newest = failures.at(-1);
    if (newest === undefined || failures.length < limit) return 0;
    return newest.at + Math.min(windowMs, firstWaitMs * 2 ** Math.min(10, failures.length - limit)) - now;
  }
}
