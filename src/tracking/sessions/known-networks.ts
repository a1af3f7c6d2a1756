import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';

const keepMs = 30 * 24 * 3_600_000;
/** Maximum number of networks per pilot; the newest are kept. */
const maxNetworks = 10;
const maxLogins = 5;
/** Another sign-in from the same network within this time is not stored again. */
const renewAfterMs = 24 * 3_600_000;

export type NoteMemory = Pick<Journal, 'readNote' | 'saveNote'>;

interface Seen {
  readonly network: string;
  readonly at: number;
}

/**
 * The networks from which each pilot signed in within 30 days; stored in the journal. A login is the digest of the name
 * that was typed: one account has a few of them.
 */
export class KnownNetworks {
  readonly #notes: NoteMemory;
  readonly #clock: Clock;

  constructor(notes: NoteMemory, clock: Clock) {
    this.#notes = notes;
    this.#clock = clock;
  }

  hasLogin(login: string, network: string): boolean {
    return this.#seenBy(login).some((seen) => seen.network === network);
  }

  hasAccount(account: string, network: string): boolean {
    return this.#loginsOf(account).some((login) => this.hasLogin(login, network));
  }

  async add(account: string | null, login: string, network: string): Promise<void> {
    if (account !== null) await this.#addLogin(account, login);
    const now = this.#clock.now();
    const known = this.#seenBy(login);
    const before = known.find((seen) => seen.network === network);
    if (before !== undefined && now - before.at < renewAfterMs) return;
    const others = known.filter((seen) => seen.network !== network);
    await this.#save(login, [...others, { network, at: now }].slice(-maxNetworks));
  }

  /** Forgets where a pilot signed in from. @param logins - further digests of theirs, which the account may not name */
  async forget(account: string, logins: readonly string[]): Promise<void> {
    for (const subject of [...this.#loginsOf(account), ...logins, account])
      if (this.#notes.readNote(noteOf(subject)) !== null) await this.#notes.saveNote(noteOf(subject), null);
  }

  async #addLogin(account: string, login: string): Promise<void> {
    const logins = this.#loginsOf(account);
    if (logins.includes(login)) return;
    await this.#save(account, [...logins, login].slice(-maxLogins));
    for (const forgotten of logins.slice(0, -maxLogins + 1)) await this.#notes.saveNote(noteOf(forgotten), null);
  }

  #seenBy(login: string): readonly Seen[] {
    return this.#read<Seen>(login).filter(({ at }) => this.#clock.now() - at < keepMs);
  }

  #loginsOf(account: string): readonly string[] {
    return this.#read<string>(account);
  }

  #read<T>(subject: string): readonly T[] {
    const note = this.#notes.readNote(noteOf(subject));
    return note === null ? [] : (JSON.parse(note) as T[]);
  }

  #save(subject: string, list: readonly unknown[]): Promise<void> {
    return this.#notes.saveNote(noteOf(subject), JSON.stringify(list));
  }
}

function noteOf(subject: string): string {
  return `signed-in-from ${subject}`;
}
