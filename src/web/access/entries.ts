import type { Clock } from '../../lib/clock.ts';
import { digest, newToken } from '../../lib/tokens.ts';
import { NoteList } from '../note-list.ts';
import type { Records } from '../records.ts';
import type { HostAdmin } from './staff.ts';

const noteName = 'web-entries';
const lifetimeMs = 60_000;
const maxWaiting = 50;

interface StoredEntry {
  readonly hash: string;
  readonly expiresAt: number;
  readonly admin: HostAdmin;
}

/** Links with which staff of the crew center enter, each good once and for a minute. Stored as digests, so that any server of a cluster takes them. */
export class Entries {
  readonly #clock: Clock;
  /** Two requests with one token do not both find it: one change of the list comes after the other. */
  readonly #list: NoteList<StoredEntry>;

  constructor(records: Pick<Records, 'readNote' | 'saveNote'>, clock: Clock) {
    this.#clock = clock;
    this.#list = new NoteList(records, noteName, isEntry);
  }

  /** Makes a token for one who enters. */
  async make(admin: HostAdmin): Promise<string> {
    const token = newToken();
    const entry = { hash: digest(token), expiresAt: this.#clock.now() + lifetimeMs, admin };
    await this.#list.change((items) => ({ items: [...this.#open(items).slice(1 - maxWaiting), entry], result: null }));
    return token;
  }

  /** Uses a token up and returns who enters; null when it is unknown, used or too old. */
  take(token: string): Promise<HostAdmin | null> {
    const hash = digest(token);
    return this.#list.change((items) => {
      const open = this.#open(items);
      const found = open.find((each) => each.hash === hash);
      return { items: open.filter((each) => each !== found), result: found?.admin ?? null };
    });
  }

  #open(items: readonly StoredEntry[]): readonly StoredEntry[] {
    return items.filter(({ expiresAt }) => expiresAt > this.#clock.now());
  }
}

function isEntry(value: unknown): value is StoredEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, expiresAt, admin } = value as Record<string, unknown>;
  return typeof hash === 'string' && typeof expiresAt === 'number' && typeof admin === 'object' && admin !== null;
}
