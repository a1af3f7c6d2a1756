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
  readonly #records: Pick<Records, 'readNote' | 'saveNote'>;
  readonly #clock: Clock;
  #saving: Promise<void> = Promise.resolve();

  constructor(records: Pick<Records, 'readNote' | 'saveNote'>, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
  }

  /** Creates a session and returns its token. */
  async open(): Promise<string> {
    const token = newToken();
    const now = this.#clock.now();
    const session = { hash: digest(token), expiresAt: now + sessionHours * 3_600_000 };
    await this.#change((sessions) => [...sessions.filter(({ expiresAt }) => expiresAt > now), session]);
    return token;
  }

  isOpen(token: string): boolean {
    const hash = digest(token);
    return this.#read().some((session) => session.hash === hash && session.expiresAt > this.#clock.now());
  }

  async end(token: string): Promise<void> {
    const hash = digest(token);
    await this.#change((sessions) => sessions.filter((session) => session.hash !== hash));
  }

  async endAll(): Promise<void> {
    await this.#change(() => []);
  }

  /** As they are stored now: another server of a cluster may have stored them. */
  #read(): readonly StoredSession[] {
    return readSessions(this.#records.readNote(noteName));
  }

  /** One change after the other, because each begins with what the last one stored. */
  #change(change: (sessions: readonly StoredSession[]) => readonly StoredSession[]): Promise<void> {
    const saved = this.#saving.then(() => this.#records.saveNote(noteName, JSON.stringify(change(this.#read()))));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }
}

function readSessions(note: string | null): readonly StoredSession[] {
  const stored: unknown = note === null ? [] : JSON.parse(note);
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (each): each is StoredSession => typeof each?.hash === 'string' && Number.isFinite(each.expiresAt),
  );
}
