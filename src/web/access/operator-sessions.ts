import type { Clock } from '../../lib/clock.ts';
import { digest, newToken } from '../../lib/tokens.ts';
import type { Records } from '../records.ts';

const noteName = 'web-sessions';
export const sessionHours = 12;

interface StoredSession {
  readonly hash: string;
  readonly expiresAt: number;
}

/** Sessions of the operator's browsers. They are stored as digests in one note, so that they survive a restart. */
export class OperatorSessions {
  #sessions: readonly StoredSession[];
  readonly #records: Pick<Records, 'readNote' | 'saveNote'>;
  readonly #clock: Clock;

  constructor(records: Pick<Records, 'readNote' | 'saveNote'>, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
    this.#sessions = readSessions(records.readNote(noteName));
  }

  /** Creates a session and returns its token. */
  async open(): Promise<string> {
    const token = newToken();
    const now = this.#clock.now();
    const session = { hash: digest(token), expiresAt: now + sessionHours * 3_600_000 };
    await this.#keep([...this.#sessions.filter(({ expiresAt }) => expiresAt > now), session]);
    return token;
  }

  isOpen(token: string): boolean {
    const hash = digest(token);
    return this.#sessions.some((session) => session.hash === hash && session.expiresAt > this.#clock.now());
  }

  async end(token: string): Promise<void> {
    const hash = digest(token);
    await this.#keep(this.#sessions.filter((session) => session.hash !== hash));
  }

  async endAll(): Promise<void> {
    await this.#keep([]);
  }

  async #keep(sessions: readonly StoredSession[]): Promise<void> {
    this.#sessions = sessions;
    await this.#records.saveNote(noteName, JSON.stringify(sessions));
  }
}

function readSessions(note: string | null): readonly StoredSession[] {
  const stored: unknown = note === null ? [] : JSON.parse(note);
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (each): each is StoredSession => typeof each?.hash === 'string' && Number.isFinite(each.expiresAt),
  );
}
