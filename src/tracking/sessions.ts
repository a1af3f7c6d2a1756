import type { Journal, StoredSession } from '../journal/journal.ts';
import type { Clock } from '../lib/clock.ts';
import type { Secret } from '../lib/secret.ts';
import type { Limits, Session } from './calls.ts';
import type { Pilot } from './model.ts';
import { Refusal } from './refusals.ts';

/** How a token is made and recognised; only its digest is kept. */
export interface Tokens {
  newToken(): string;
  newId(): string;
  digest(text: string): string;
}

interface LiveSession extends Session {
  readonly stored: StoredSession;
  /** Calls left to this session, and when that was counted. */
  allowance: number;
  countedAt: number;
}

/** An expired session is remembered this long, so that its client is told "expired" and not "unknown". */
const rememberMs = 7 * 24 * 3_600_000;

/** Who is signed in. In memory for the path of every position, in the journal for the next start. */
export class Sessions {
  readonly #byHash = new Map<string, LiveSession>();
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #tokens: Tokens;
  readonly #limits: Limits;

  constructor(journal: Journal, clock: Clock, tokens: Tokens, limits: Limits) {
    this.#journal = journal;
    this.#clock = clock;
    this.#tokens = tokens;
    this.#limits = limits;
    for (const stored of journal.initial.sessions) this.#remember(stored);
  }

  /** @throws Refusal `no-session`, `session-expired`, `too-many-requests` */
  authenticate(token: string | null): Session {
    const session = token === null || token === '' ? undefined : this.#byHash.get(this.#tokens.digest(token));
    if (session === undefined)
      throw new Refusal('no-session', { message: 'Sign in first: no valid session token came with this call.' });
    const now = this.#clock.now();
    if (now >= session.expiresAt)
      throw new Refusal('session-expired', {
        message: 'The session has expired. Sign in again; an open flight goes on.',
      });
    this.#count(session, now);
    return session;
  }

  isLive(tokenHash: string): boolean {
    const session = this.#byHash.get(tokenHash);
    return session !== undefined && session.expiresAt > this.#clock.now();
  }

  /** @param token - `Secret` is made by the caller, so that this file knows the text for one line only */
  async open(
    pilot: Pilot,
    ttlMin: number,
    wrap: (token: string) => Secret,
  ): Promise<{ token: Secret; expiresAt: number }> {
    const token = this.#tokens.newToken();
    const now = this.#clock.now();
    const stored: StoredSession = {
      tokenHash: this.#tokens.digest(token),
      pilotId: pilot.id,
      pilotIdent: pilot.ident,
      pilotName: pilot.name,
      credentialVersion: pilot.credentialVersion,
      createdAt: now,
      expiresAt: now + ttlMin * 60_000,
    };
    await this.#journal.saveSession(stored);
    this.#remember(stored);
    return { token: wrap(token), expiresAt: stored.expiresAt };
  }

  async end(tokenHashes: readonly string[]): Promise<void> {
    if (tokenHashes.length === 0) return;
    for (const hash of tokenHashes) this.#byHash.delete(hash);
    await this.#journal.deleteSessions(tokenHashes);
  }

  /** Those that have not expired. */
  list(): readonly StoredSession[] {
    const now = this.#clock.now();
    return [...this.#byHash.values()].map((session) => session.stored).filter((stored) => stored.expiresAt > now);
  }

  async forgetExpired(): Promise<void> {
    const limit = this.#clock.now() - rememberMs;
    await this.end([...this.#byHash.values()].filter((each) => each.expiresAt < limit).map((each) => each.tokenHash));
  }

  #remember(stored: StoredSession): void {
    this.#byHash.set(stored.tokenHash, {
      tokenHash: stored.tokenHash,
      pilot: { id: stored.pilotId, ident: stored.pilotIdent, name: stored.pilotName },
      expiresAt: stored.expiresAt,
      stored,
      allowance: this.#limits.requestBurst,
      countedAt: this.#clock.now(),
    });
  }

  #count(session: LiveSession, now: number): void {
    const { requestBurst, requestsPerSecond } = this.#limits;
    const earned = ((now - session.countedAt) / 1000) * requestsPerSecond;
    session.allowance = Math.min(requestBurst, session.allowance + Math.max(0, earned));
    session.countedAt = now;
    if (session.allowance < 1) {
      throw new Refusal('too-many-requests', {
        message: `More than ${requestsPerSecond} calls a second. Send positions in batches.`,
        retryAfterS: 1,
      });
    }
    session.allowance -= 1;
  }
}
