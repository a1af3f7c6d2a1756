import type { Clock } from '../../lib/clock.ts';
import { digest, newToken } from '../../lib/tokens.ts';
import { Turns } from '../../lib/turns.ts';
import type { Records } from '../records.ts';

const noteName = 'web-entries';
const lifetimeMs = 60_000;
const maxWaiting = 50;

interface StoredEntry {
  readonly hash: string;
  readonly expiresAt: number;
  readonly actor: string;
}

/** Links with which staff of the crew center enter, each good once and for a minute. Stored as digests, so that any server of a cluster takes them. */
export class Entries {
  readonly #records: Pick<Records, 'readNote' | 'saveNote'>;
  readonly #clock: Clock;
  /** Two requests with one token must not both find it. */
  readonly #turns = new Turns();

  constructor(records: Pick<Records, 'readNote' | 'saveNote'>, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
  }

  /** Makes a token. @param actor - who enters, as in the audit log */
  async make(actor: string): Promise<string> {
    const token = newToken();
    const entry = { hash: digest(token), expiresAt: this.#clock.now() + lifetimeMs, actor };
    await this.#turns.run(noteName, () => this.#save([...this.#open().slice(1 - maxWaiting), entry]));
    return token;
  }

  /** Uses a token up and returns who enters; null when it is unknown, used or too old. */
  take(token: string): Promise<string | null> {
    const hash = digest(token);
    return this.#turns.run(noteName, async () => {
      const open = this.#open();
      const found = open.find((each) => each.hash === hash);
      if (found === undefined) return null;
      await this.#save(open.filter((each) => each !== found));
      return found.actor;
    });
  }

  #open(): readonly StoredEntry[] {
    const stored: unknown = JSON.parse(this.#records.readNote(noteName) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => isEntry(each) && each.expiresAt > this.#clock.now()) : [];
  }

  #save(entries: readonly StoredEntry[]): Promise<void> {
    return this.#records.saveNote(noteName, entries.length === 0 ? null : JSON.stringify(entries));
  }
}

function isEntry(value: unknown): value is StoredEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, expiresAt, actor } = value as Record<string, unknown>;
  return typeof hash === 'string' && typeof expiresAt === 'number' && typeof actor === 'string';
}
