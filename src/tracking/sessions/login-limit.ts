import type { Journal, JournalContents, LoginFailure } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import { networkOf, networksOf } from '../../lib/network.ts';
import type { Pilot } from '../model.ts';
import { Refusal } from '../refusals.ts';
import { KnownNetworks, type NoteMemory } from './known-networks.ts';
import { type CountedFailure, LoginFailures, windowMs } from './login-failures.ts';
import { LoginQueue } from './login-queue.ts';

const firstWaitMs = 30_000;

/** Maximum numbers of failed logins in 15 minutes: of one pilot from one address, of one address, and of one pilot (high, so that a stranger cannot lock a pilot out). */
export interface LoginLimits {
  readonly perPilotAndAddress: number;
  readonly perAddress: number;
  readonly perPilot: number;
}

/** The journal of failures and of the networks from which pilots signed in. */
export interface FailureMemory extends Pick<Journal, 'saveLoginFailure'>, NoteMemory {
  readonly initial: Pick<JournalContents, 'loginFailures'>;
}

/** The result of an attempt. `account` is the owner of the login, also when the password is wrong; null for an unknown login. */
export interface Tried<T> {
  readonly result: T | null;
  readonly account: string | null;
  /** Whose key it is: failures do not count for the account, but where it was used belongs to the pilot. */
  readonly owner?: string | null;
}

/** Runs one login attempt from this address, unless throttled; see `LoginLimit.attempt`. */
export type AttemptLogin = (
  login: string,
  address: string,
  check: () => Promise<Tried<Pilot>>,
) => Promise<Pilot | null>;

/**
 * Counts failed logins, across restarts, and delays the next attempt longer each time. An account may have several login
 * names (e-mail, ident); failures count for each name and for the account. On a network from which this pilot signed in
 * before, only that network's failures for this pilot count.
 */
export class LoginLimit {
  readonly #failures: LoginFailures;
  readonly #journal: FailureMemory;
  readonly #clock: Clock;
  readonly #limits: LoginLimits;
  readonly #known: KnownNetworks;
  readonly #queue: LoginQueue;

  constructor(journal: FailureMemory, clock: Clock, limits: LoginLimits) {
    this.#journal = journal;
    this.#clock = clock;
    this.#limits = limits;
    this.#queue = new LoginQueue(clock);
    this.#known = new KnownNetworks(journal, clock);
    this.#failures = new LoginFailures(journal.initial.loginFailures);
  }

  /**
   * Runs one attempt. It counts as failed while it is under way, so that concurrent attempts are limited too.
   *
   * Too many failures for the login name or the address are a refusal. Too many for the account under other names have the
   * response of a wrong password, whatever the password: a refusal would reveal that the account exists, and its names.
   * @throws Refusal `login-throttled`, `server-busy`
   */
  async attempt<T>(loginHash: string, address: string, check: () => Promise<Tried<T>>): Promise<T | null> {
    const at = this.#clock.now();
    this.#failures.forgetBefore(at);
    const network = networkOf(address);
    const isKnown = this.#known.hasLogin(loginHash, network);
    this.#requireRoom(loginHash, address, isKnown);
    const failure = this.#failures.add({ at, loginHash, address });
    let isFailure = false;
    try {
      const hasFailed = () => this.#failures.hasFailed(network);
      const { networks } = failure;
      const { result, account, owner } = await this.#queue.run({ networks, isKnown, hasFailed }, check);
      const isHeld = account !== null && this.#waitOfAccount(account, network) > 0;
      isFailure = result === null || isHeld;
      // A throttled attempt is not counted for the account: otherwise a stranger could lock it out permanently.
      const counted = isHeld ? null : account;
      if (isFailure) await this.#fail(failure, { at, loginHash, address, account: counted });
      else await this.#known.add(account ?? owner ?? null, loginHash, network);
      return isHeld ? null : result;
    } finally {
      if (!isFailure) this.#failures.remove(failure);
    }
  }

  /** Notes that the owner of this login came from this address: from there, failures from elsewhere do not count. */
  async trust(loginHash: string, address: string): Promise<void> {
    await this.#known.add(null, loginHash, networkOf(address));
  }

  /** Counts a login that failed elsewhere and is stored there. */
  note(failure: LoginFailure): void {
    this.#failures.forgetBefore(failure.at);
    this.#failures.addFailed(failure);
  }

  async #fail(failure: CountedFailure, stored: LoginFailure): Promise<void> {
    this.#failures.settle(failure, stored.account);
    await this.#journal.saveLoginFailure(stored);
  }

  #requireRoom(loginHash: string, address: string, isKnown: boolean): void {
    const networks = networksOf(address);
    const ofLogin = this.#waitOfPilot(
      this.#failures.ofLogin(loginHash, networks[0]),
      isKnown ? [] : this.#failures.ofLogin(loginHash),
    );
    const ofSender = isKnown ? [] : this.#failures.ofSender(networks);
    const waitMs = Math.max(ofLogin, ...ofSender.map((each) => this.#wait(each, this.#limits.perAddress)));
    if (waitMs <= 0) return;
    throw new Refusal('login-throttled', {
      message: 'Too many failed logins. Wait, then try again.',
      retryAfterS: Math.ceil(waitMs / 1000),
    });
  }

  #waitOfAccount(account: string, network: string): number {
    const isKnown = this.#known.hasAccount(account, network);
    return this.#waitOfPilot(
      this.#failures.ofAccount(account, network),
      isKnown ? [] : this.#failures.ofAccount(account),
    );
  }

  /** @param everywhere - failures for this pilot from all networks; none where the pilot's network is known */
  #waitOfPilot(ofBoth: readonly CountedFailure[], everywhere: readonly CountedFailure[]): number {
    const { perPilotAndAddress, perPilot } = this.#limits;
    return Math.max(this.#wait(ofBoth, perPilotAndAddress), this.#wait(everywhere, perPilot));
  }

  /** Returns the remaining delay in milliseconds: 30 s after the first failure above the limit, doubled by each further one. */
  #wait(failures: readonly CountedFailure[], limit: number): number {
    const newest = failures.at(-1);
    if (newest === undefined || failures.length < limit) return 0;
    const delayMs = Math.min(windowMs, firstWaitMs * 2 ** Math.min(10, failures.length - limit));
    return newest.at + delayMs - this.#clock.now();
  }
}
