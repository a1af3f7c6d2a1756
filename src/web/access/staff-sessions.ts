import type { Clock } from '../../lib/clock.ts';
import { digest, newToken } from '../../lib/tokens.ts';
import { NoteList } from '../note-list.ts';
import type { Records } from '../records.ts';

const noteName = 'web-sessions';
export const sessionHours = 12;
/** Of one member; the oldest ends. */
const maxSessions = 20;
/** How exactly the last use of a session is known. */
export const useNotedMs = 5 * 60_000;

/** A browser in which a member of the staff is signed in. Instants are milliseconds since the epoch. */
export interface StaffSession {
  /** SHA-256 of its token, lower-case hex: the token itself is not stored. */
  readonly hash: string;
  readonly memberId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When it was used last, on five minutes; absent until it was used some minutes after it began. */
  readonly usedAt?: number;
  /** The browser, as it says. */
  readonly browser: string;
  readonly network: string;
}

/** Sessions of the staff's browsers, stored as digests, so that they survive a restart. */
export class StaffSessions {
  readonly #clock: Clock;
  readonly #list: NoteList<StaffSession>;

  constructor(records: Pick<Records, 'readNote' | 'saveNote'>, clock: Clock) {
    this.#clock = clock;
    this.#list = new NoteList(records, noteName, isSession);
  }

  /** Creates a session and returns its token. */
  async open(memberId: string, place: Pick<StaffSession, 'browser' | 'network'>): Promise<string> {
    const token = newToken();
    const createdAt = this.#clock.now();
    const expiresAt = createdAt + sessionHours * 3_600_000;
    const session = { hash: digest(token), memberId, createdAt, expiresAt, ...place };
    await this.#list.change((items) => {
      const open = items.filter((each) => each.expiresAt > createdAt);
      const surplus = open.filter((each) => each.memberId === memberId).slice(0, -maxSessions + 1);
      return { items: [...open.filter((each) => !surplus.includes(each)), session], result: null };
    });
    return token;
  }

  find(token: string): StaffSession | null {
    const hash = digest(token);
    return this.list().find((session) => session.hash === hash) ?? null;
  }

  /** Those that are open, newest first. */
  list(): readonly StaffSession[] {
    return this.#list.items.filter(({ expiresAt }) => expiresAt > this.#clock.now()).toReversed();
  }

  /** Notes that a session is in use, where that was not noted in the last minutes. */
  async noteUse({ hash, createdAt, usedAt = createdAt }: StaffSession): Promise<void> {
    const now = this.#clock.now();
    if (now - usedAt < useNotedMs) return;
    await this.#list.change((items) => ({
      items: items.map((each) => (each.hash === hash ? { ...each, usedAt: now } : each)),
      result: null,
    }));
  }

  /** Ends those that are meant, and returns how many there were. */
  end(isMeant: (session: StaffSession) => boolean): Promise<number> {
    return this.#list.change((items) => {
      const left = items.filter((session) => !isMeant(session));
      return { items: left, result: items.length - left.length };
    });
  }
}

function isSession(value: unknown): value is StaffSession {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, memberId, expiresAt } = value as Record<string, unknown>;
  return typeof hash === 'string' && typeof memberId === 'string' && Number.isFinite(expiresAt);
}
