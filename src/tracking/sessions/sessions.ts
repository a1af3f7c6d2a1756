import type { Journal, StoredSession } from '../../journal/journal.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Secret } from '../../lib/secret.ts';
import type { Pilot, SessionLifetime } from '../model.ts';
import { Refusal } from '../refusals.ts';
import { Allowance, type Rate } from './allowance.ts';
import type { Limits, RequestSource, Session, Tokens } from './session-model.ts';
import { type SessionUse, surplusOf } from './session-surplus.ts';

/** A session, and from where and when its newest request came; `source` is null while none has come since the server started. */
export interface UsedSession extends Session {
  readonly source: RequestSource | null;
  readonly usedAt: number;
}

interface LiveSession extends UsedSession, SessionUse {
  readonly stored: StoredSession;
  readonly allowance: Allowance;
  readonly ofPilot: Allowance;
  usedAt: number;
  reportedAt: number | null;
  source: RequestSource | null;
}

/** Maximum rate of all of a pilot's sessions together, as a multiple of one session's: enough for a client and a tool. */
const sessionsWorth = 2;

const maxProgram = 300;

/** How long an expired session is kept, so that its client gets "expired" instead of "unknown". */
const rememberMs = 7 * 24 * 3_600_000;

/** The signed-in sessions: in memory, because every position uses them, and in the journal for the next start. */
export class Sessions {
  readonly #byHash = new Map<string, LiveSession>();
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #tokens: Tokens;
  readonly #limits: Limits;
  readonly #rates: Readonly<Record<'ofSession' | 'ofPilot', Rate>>;
  readonly #byPilot = new Map<string, Allowance>();

  constructor(journal: Journal, clock: Clock, tokens: Tokens, limits: Limits) {
    this.#journal = journal;
    this.#clock = clock;
    this.#tokens = tokens;
    this.#limits = limits;
    const { requestsPerSecond: perSecond, requestBurst: burst } = limits;
    const ofPilot = { perSecond: perSecond * sessionsWorth, burst: burst * sessionsWorth };
    this.#rates = { ofSession: { perSecond, burst }, ofPilot };
    for (const stored of journal.initial.sessions) this.#remember(stored);
  }

  /** @throws Refusal `no-session`, `session-expired`, `too-many-requests` */
  authenticate(token: string | null): Session {
    return this.#use(token === null || token === '' ? null : this.#tokens.digest(token));
  }

  /** The same by the name under which `openNamed` opened it. */
  authenticateNamed(tokenHash: string): Session {
    return this.#use(tokenHash);
  }

  #use(tokenHash: string | null): Session {
    const session = tokenHash === null ? undefined : this.#byHash.get(tokenHash);
    if (session === undefined)
      throw new Refusal('no-session', { message: 'Sign in first: the request has no valid session token.' });
    const now = this.#clock.now();
    if (now >= session.expiresAt)
      throw new Refusal('session-expired', {
        message: 'The session has expired. Sign in again; an open flight continues.',
      });
    this.#count(session, now);
    session.usedAt = now;
    return session;
  }

  /** The version of the password with which this session was opened. */
  credentialVersionOf({ tokenHash }: Session): string | null {
    return this.#byHash.get(tokenHash)?.stored.credentialVersion ?? null;
  }

  /** Keeps the session from being ended for a newer one while its client flies. */
  noteReport({ tokenHash }: Session): void {
    const session = this.#byHash.get(tokenHash);
    if (session !== undefined) session.reportedAt = this.#clock.now();
  }

  /** Names a session towards its pilot and the staff: no part of its token, nor of the digest that is stored. */
  idOf(tokenHash: string): string {
    return this.#tokens.digest(tokenHash).slice(0, 16);
  }

  /** Notes from where the newest request of a session comes. */
  noteSource({ tokenHash }: Session, source: RequestSource): void {
    const session = this.#byHash.get(tokenHash);
    const { program, address } = source;
    // Nearly always as before: a new object for each request would outlive the young generation.
    if (session === undefined || (session.source?.address === address && session.source.program === program)) return;
    session.source = { program: program.slice(0, maxProgram), address };
  }

  /** All that have not expired. */
  used(): readonly UsedSession[] {
    const now = this.#clock.now();
    return [...this.#byHash.values()].filter(({ expiresAt }) => expiresAt > now);
  }

  /** Those of a pilot that have not expired, the oldest first. */
  ofPilot(pilotId: string): readonly UsedSession[] {
    return this.used().filter(({ pilot }) => pilot.id === pilotId);
  }

  isLive(tokenHash: string): boolean {
    return (this.#byHash.get(tokenHash)?.expiresAt ?? 0) > this.#clock.now();
  }

  /** Id of the pilot whose session this is. */
  pilotOf(tokenHash: string): string | null {
    return this.#byHash.get(tokenHash)?.pilot.id ?? null;
  }

  /** How long the session still lasts, in milliseconds. */
  restOf(tokenHash: string): number {
    return Math.max(0, (this.#byHash.get(tokenHash)?.expiresAt ?? 0) - this.#clock.now());
  }

  /** Hides the text of a token from logs. */
  wrap(token: string): Secret {
    return this.#tokens.wrap(token);
  }

  /** @throws Refusal `login-throttled` when the maximum number of sessions is reached and all are flying */
  async open(
    pilot: Pilot,
    lasts: { readonly lifetime: SessionLifetime; readonly ms: number },
  ): Promise<{ token: Secret; expiresAt: number }> {
    const token = this.#tokens.newToken(pilot.id);
    const { expiresAt } = await this.openNamed(this.#tokens.digest(token), pilot, lasts);
    return { token: this.#tokens.wrap(token), expiresAt };
  }

  /**
   * Opens a session, or replaces the one of this name.
   * @param tokenHash - digest of its token; another text makes a session that no token opens
   * @throws Refusal as `open`
   */
  async openNamed(
    tokenHash: string,
    pilot: Pilot,
    lasts: { readonly lifetime: SessionLifetime; readonly ms: number },
  ): Promise<StoredSession> {
    const now = this.#clock.now();
    const stored: StoredSession = {
      tokenHash,
      pilotId: pilot.id,
      pilotIdent: pilot.ident,
      pilotName: pilot.name,
      credentialVersion: pilot.credentialVersion,
      createdAt: now,
      expiresAt: now + lasts.ms,
      lifetime: lasts.lifetime,
    };
    const surplus = this.#byHash.has(tokenHash) ? [] : this.#surplusOf(pilot.id, now, lasts.lifetime);
    this.#remember(stored);
    try {
      await this.#journal.saveSession(stored);
    } catch (error) {
      this.#forget([stored.tokenHash]);
      throw error;
    }
    await this.end(surplus);
    return stored;
  }

  async end(tokenHashes: readonly string[]): Promise<void> {
    if (tokenHashes.length === 0) return;
    const ended = tokenHashes.flatMap((hash) => this.#byHash.get(hash) ?? []);
    this.#forget(tokenHashes);
    try {
      await this.#journal.deleteSessions(tokenHashes);
    } catch (error) {
      // They are still on disk: forgotten here, they would be back after a restart, and nobody could end them.
      for (const session of ended) this.#putBack(session);
      throw error;
    }
  }

  /** Those that have not expired. */
  list(): readonly StoredSession[] {
    const now = this.#clock.now();
    return [...this.#byHash.values()].flatMap(({ stored }) => (stored.expiresAt > now ? stored : []));
  }

  async forgetExpired(): Promise<void> {
    const limit = this.#clock.now() - rememberMs;
    await this.end([...this.#byHash.values()].filter((each) => each.expiresAt < limit).map((each) => each.tokenHash));
  }

  #surplusOf(pilotId: string, now: number, opened: SessionLifetime): readonly string[] {
    const own = [...this.#byHash.values()].filter((each) => each.pilot.id === pilotId);
    const surplus = surplusOf(own, now, opened);
    if (surplus.kind === 'ends') return surplus.tokenHashes;
    throw new Refusal('login-throttled', {
      message: `You are signed in ${own.length} times and all of them report. Sign out somewhere, or wait.`,
      retryAfterS: Math.max(1, Math.ceil((surplus.freeAt - now) / 1000)),
    });
  }

  #remember(stored: StoredSession): void {
    const now = this.#clock.now();
    const { tokenHash, pilotId, pilotIdent: ident, pilotName: name, createdAt, expiresAt, lifetime } = stored;
    const ofPilot = this.#byPilot.get(pilotId) ?? new Allowance(this.#rates.ofPilot, now);
    this.#byPilot.set(pilotId, ofPilot);
    this.#byHash.set(tokenHash, {
      tokenHash,
      createdAt,
      expiresAt,
      lifetime,
      stored,
      ofPilot,
      usedAt: now,
      reportedAt: null,
      source: this.#byHash.get(tokenHash)?.source ?? null,
      pilot: { id: pilotId, ident, name },
      allowance: new Allowance(this.#rates.ofSession, now),
    });
  }

  /** As it was: its calls stay counted. */
  #putBack(session: LiveSession): void {
    const { tokenHash, pilot, ofPilot } = session;
    this.#byHash.set(tokenHash, session);
    if (!this.#byPilot.has(pilot.id)) this.#byPilot.set(pilot.id, ofPilot);
  }

  #forget(tokenHashes: readonly string[]): void {
    const pilotIds = new Set(tokenHashes.flatMap((hash) => this.#byHash.get(hash)?.pilot.id ?? []));
    for (const hash of tokenHashes) this.#byHash.delete(hash);
    for (const { pilot } of this.#byHash.values()) pilotIds.delete(pilot.id);
    for (const pilotId of pilotIds) this.#byPilot.delete(pilotId);
  }

  #count(session: LiveSession, now: number): void {
    if (session.allowance.take(now) && session.ofPilot.take(now)) return;
    throw new Refusal('too-many-requests', {
      message: `More than ${this.#limits.requestsPerSecond} calls a second. Send positions in batches.`,
      retryAfterS: 1,
    });
  }
}
