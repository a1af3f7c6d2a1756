import type { Clock } from '../../lib/clock.ts';
import { digest, newToken } from '../../lib/tokens.ts';
import { Turns } from '../../lib/turns.ts';
import type { Records } from '../records.ts';

const noteName = 'web-sessions';
export const sessionHours = 12;

interface StoredSession {
  readonly hash: string;
  readonly expiresAt: number;
  /** Who entered from the crew center, as in the audit log; absent for the operator with the password. */
  readonly actor?: string;
}

/** Sessions of the operator's browsers. They are stored as digests in one note, so that they survive a restart. */
export class OperatorSessions {
  readonly #records: Pick<Records, 'readNote' | 'saveNote'>;
  readonly #clock: Clock;
  readonly #turns = new Turns();

  constructor(records: Pick<Records, 'readNote' | 'saveNote'>, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
  }

  /** Creates a session and returns its token. @param actor - who entered from the crew center; null for the operator */
  async open(actor: string | null = null): Promise<string> {
    const token = newToken();
    const now = this.#clock.now();
    const session = {
      hash: digest(token),
      expiresAt: now + sessionHours * 3_600_000,
      ...(actor !== null && { actor }),
    };
    await this.#change((sessions) => [...sessions.filter(({ expiresAt }) => expiresAt > now), session]);
    return token;
  }

  isOpen(token: string): boolean {
    return this.#find(token) !== null;
  }

  /** Returns who entered from the crew center; null for the operator with the password. */
  actorOf(token: string): string | null {
    return this.#find(token)?.actor ?? null;
  }

  #find(token: string): StoredSession | null {
    const hash = digest(token);
    return this.#read().find((session) => session.hash === hash && session.expiresAt > this.#clock.now()) ?? null;
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
    return this.#turns.run(noteName, () => this.#records.saveNote(noteName, JSON.stringify(change(this.#read()))));
  }
}

function readSessions(note: string | null): readonly StoredSession[] {
  const stored: unknown = note === null ? [] : JSON.parse(note);
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (each): each is StoredSession => typeof each?.hash === 'string' && Number.isFinite(each.expiresAt),
  );
}
