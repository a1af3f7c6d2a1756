import type { LoginFailure } from '../../journal/journal.ts';
import { networksOf } from '../../lib/network.ts';

/** Failures that count. */
export const windowMs = 15 * 60_000;
/** Number of networks of a wider one with failed logins from which all of the wider one counts as one address. */
const maxNetworksOfWider = 100;
/** Maximum number of failures that are remembered; the oldest is forgotten first. */
const maxRemembered = 20_000;

/** A failed login, or an attempt under way, which counts like one. */
export interface CountedFailure {
  readonly at: number;
  readonly loginHash: string;
  /** Networks of the sender, narrowest first. */
  readonly networks: readonly [string, ...string[]];
}

interface Remembered extends CountedFailure {
  account: string | null;
  isUnderWay: boolean;
}

/** The failed logins of the last 15 minutes, each found by login name, account and network without reading the others. */
export class LoginFailures {
  /** Oldest first. */
  readonly #all = new Set<Remembered>();
  readonly #byKey = new Map<string, Remembered[]>();
  /** How many narrower networks of each wider one have failures. */
  readonly #narrower = new Map<string, number>();

  constructor(initial: readonly LoginFailure[]) {
    for (const each of initial) this.addFailed(each);
  }

  get size(): number {
    return this.#all.size;
  }

  /** Adds an attempt that is under way; `settle` or `remove` ends it. */
  add({ at, loginHash, address }: Omit<LoginFailure, 'account'>): CountedFailure {
    return this.#remember({ at, loginHash, networks: networksOf(address), account: null, isUnderWay: true });
  }

  addFailed(failure: LoginFailure): void {
    const { at, loginHash, address, account } = failure;
    this.#remember({ at, loginHash, networks: networksOf(address), account, isUnderWay: false });
  }

  /** Notes that an attempt failed, and for which account it counts. */
  settle(failure: CountedFailure, account: string | null): void {
    const found = failure as Remembered;
    found.isUnderWay = false;
    if (!this.#all.has(found) || account === null) return;
    found.account = account;
    for (const key of accountKeys(found)) this.#insert(key, found);
  }

  remove(failure: CountedFailure): void {
    const found = failure as Remembered;
    if (!this.#all.delete(found)) return;
    for (const key of [...loginKeys(found), ...accountKeys(found)]) this.#take(key, found);
    for (const [depth, network] of found.networks.entries()) {
      const wider = found.networks[depth + 1];
      if (!this.#take(ofNetwork(network), found) || wider === undefined) continue;
      const left = (this.#narrower.get(wider) ?? 0) - 1;
      if (left > 0) this.#narrower.set(wider, left);
      else this.#narrower.delete(wider);
    }
  }

  forgetBefore(now: number): void {
    for (const oldest of this.#all) {
      if (oldest.at > now - windowMs) return;
      this.remove(oldest);
    }
  }

  /** Oldest first. @param network - only those from there */
  ofLogin(loginHash: string, network?: string): readonly CountedFailure[] {
    return this.#find(['login', loginHash, ...(network === undefined ? [] : [network])].join(' '));
  }

  /** Oldest first. @param network - only those from there */
  ofAccount(account: string, network?: string): readonly CountedFailure[] {
    return this.#find(['account', account, ...(network === undefined ? [] : [network])].join(' '));
  }

  /** The failures that count for a sender: from its own network, and from each wider one of which many networks failed. */
  ofSender([own, ...wider]: CountedFailure['networks']): readonly (readonly CountedFailure[])[] {
    const asOne = wider.filter((network) => (this.#narrower.get(network) ?? 0) >= maxNetworksOfWider);
    return [own, ...asOne].map((network) => this.#find(ofNetwork(network)));
  }

  /** Whether a login from this network failed; those under way do not count. */
  hasFailed(network: string): boolean {
    return this.#find(ofNetwork(network)).some(({ isUnderWay }) => !isUnderWay);
  }

  #remember(failure: Remembered): Remembered {
    this.#all.add(failure);
    for (const key of [...loginKeys(failure), ...accountKeys(failure)]) this.#insert(key, failure);
    for (const [depth, network] of failure.networks.entries()) {
      const wider = failure.networks[depth + 1];
      if (this.#insert(ofNetwork(network), failure) && wider !== undefined)
        this.#narrower.set(wider, (this.#narrower.get(wider) ?? 0) + 1);
    }
    const [oldest] = this.#all;
    if (this.#all.size > maxRemembered && oldest !== undefined) this.remove(oldest);
    return failure;
  }

  #find(key: string): readonly Remembered[] {
    return this.#byKey.get(key) ?? [];
  }

  /** Returns whether it is the first one of this key. */
  #insert(key: string, failure: Remembered): boolean {
    const list = this.#byKey.get(key);
    if (list === undefined) this.#byKey.set(key, [failure]);
    else list.push(failure);
    return list === undefined;
  }

  /** Returns whether none is left of this key. The one that is removed is the oldest or one of the newest. */
  #take(key: string, failure: Remembered): boolean {
    const list = this.#byKey.get(key);
    if (list === undefined) return false;
    const place = list[0] === failure ? 0 : list.lastIndexOf(failure);
    if (place === 0) list.shift();
    else if (place > 0) list.splice(place, 1);
    if (list.length === 0) this.#byKey.delete(key);
    return list.length === 0;
  }
}

function loginKeys({ loginHash, networks: [own] }: Remembered): readonly string[] {
  return [`login ${loginHash}`, `login ${loginHash} ${own}`];
}

function accountKeys({ account, networks: [own] }: Remembered): readonly string[] {
  return account === null ? [] : [`account ${account}`, `account ${account} ${own}`];
}

function ofNetwork(network: string): string {
  return `network ${network}`;
}
