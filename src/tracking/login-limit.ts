import type { Journal, JournalContents, LoginFailure } from '../journal/journal.ts';
import type { Clock } from '../lib/clock.ts';
import { networkOf } from '../lib/network.ts';
import { KnownNetworks, type NoteMemory } from './known-networks.ts';
import { LoginQueue } from './login-queue.ts';
import { Refusal } from './refusals.ts';

const windowMs = 15 * 60_000;
const firstWaitMs = 30_000;
/** Maximum number of networks of one site (an IPv6 /48) with failed logins before they count as one address. */
const maxNetworksOfSite = 100;

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
}

interface Counted extends LoginFailure {
  readonly network: string;
  /** The same as `network` for an IPv4 address. */
  readonly site: string;
}

/**
 * Counts failed logins, across restarts, and delays the next attempt longer each time. An account may have several login
 * names (e-mail, ident); failures count for each name and for the account. On a network from which this pilot signed in
 * before, only that network's failures for this pilot count.
 */
export class LoginLimit {
  #failures: Counted[];
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
    this.#failures = journal.initial.loginFailures.map(toCounted);
  }

  /**
   * Runs one attempt. It counts as failed while it is under way, so that concurrent attempts are limited too.
   *
   * Too many failures for the login name or the address are a refusal. Too many for the account under other names have the
   * response of a wrong password, whatever the password: a refusal would reveal that the account exists, and its names.
   * @throws Refusal `login-throttled`, `server-busy`
   */
  async attempt<T>(loginHash: string, address: string, check: () => Promise<Tried<T>>): Promise<T | null> {
    const failure = toCounted({ at: this.#clock.now(), loginHash, address, account: null });
    const isKnown = this.#known.hasLogin(loginHash, failure.network);
    this.#requireRoom(failure, isKnown);
    this.#failures.push(failure);
    let isFailure = false;
    try {
      const { result, account } = await this.#queue.run(failure.network, isKnown, check);
      const isHeld = account !== null && this.#waitOfAccount(account, failure) > 0;
      isFailure = result === null || isHeld;
      // A throttled attempt is not counted for the account: otherwise a stranger could lock it out permanently.
      if (isFailure) await this.#fail(failure, isHeld ? null : account);
      else await this.#known.add(account, loginHash, failure.network);
      return isHeld ? null : result;
    } finally {
      if (!isFailure) this.#failures = this.#failures.filter((each) => each !== failure);
    }
  }

  /** Notes that the owner of this login came from this address: from there, failures from elsewhere do not count. */
  async trust(loginHash: string, address: string): Promise<void> {
    await this.#known.add(null, loginHash, networkOf(address, 64));
  }

  /** Counts a login that failed elsewhere and is stored there. */
  note(failure: LoginFailure): void {
    const [oldest] = this.#failures;
    if (oldest !== undefined && oldest.at <= failure.at - windowMs) this.#forgetBefore(failure.at);
    this.#failures.push(toCounted(failure));
  }

  #forgetBefore(now: number): void {
    this.#failures = this.#failures.filter((each) => each.at > now - windowMs);
  }

  async #fail(failure: Counted, account: string | null): Promise<void> {
    this.#failures = this.#failures.map((each) => (each === failure ? { ...failure, account } : each));
    const { at, loginHash, address } = failure;
    await this.#journal.saveLoginFailure({ at, loginHash, address, account });
  }

  #requireRoom(failure: Counted, isKnown: boolean): void {
    this.#forgetBefore(failure.at);
    const ofLogin = this.#failures.filter((each) => each.loginHash === failure.loginHash);
    const waitMs = Math.max(this.#waitOf(ofLogin, failure, isKnown), isKnown ? 0 : this.#waitOfAddress(failure));
    if (waitMs <= 0) return;
    throw new Refusal('login-throttled', {
      message: 'Too many failed logins. Wait, then try again.',
      retryAfterS: Math.ceil(waitMs / 1000),
    });
  }

  #waitOfAddress({ network, site, at }: Counted): number {
    const ofSite = this.#failures.filter((each) => each.site === site);
    const isOne = new Set(ofSite.map((each) => each.network)).size >= maxNetworksOfSite;
    const failures = isOne ? ofSite : ofSite.filter((each) => each.network === network);
    return this.#wait(failures, this.#limits.perAddress, at);
  }

  #waitOfAccount(account: string, failure: Counted): number {
    const ofAccount = this.#failures.filter((each) => each.account === account);
    return this.#waitOf(ofAccount, failure, this.#known.hasAccount(account, failure.network));
  }

  /** The failures that count for one pilot: those from this network, or all of them if the network is unknown. */
  #waitOf(failures: readonly Counted[], { network, at }: Counted, isKnown: boolean): number {
    const ofBoth = failures.filter((each) => each.network === network);
    return Math.max(
      this.#wait(ofBoth, this.#limits.perPilotAndAddress, at),
      isKnown ? 0 : this.#wait(failures, this.#limits.perPilot, at),
    );
  }

  /** Returns the remaining delay in milliseconds: 30 s after the first failure above the limit, doubled by each further one. */
  #wait(failures: readonly LoginFailure[], limit: number, now: number): number {
    const newest = failures.at(-1);
    if (newest === undefined || failures.length < limit) return 0;
    return newest.at + Math.min(windowMs, firstWaitMs * 2 ** Math.min(10, failures.length - limit)) - now;
  }
}

function toCounted(failure: LoginFailure): Counted {
  return { ...failure, network: networkOf(failure.address, 64), site: networkOf(failure.address, 48) };
}
