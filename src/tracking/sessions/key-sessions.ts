import type { Clock } from '../../lib/clock.ts';
import type { Secret } from '../../lib/secret.ts';
import type { Platform } from '../../platform/port.ts';
import type { Pilot } from '../model.ts';
import { isRefusal, isUnanswered, Refusal } from '../refusals.ts';
import type { CurrentSettings } from './current-settings.ts';
import type { AttemptLogin } from './login-limit.ts';
import { keySessionName, type Session } from './session-model.ts';
import type { Sessions } from './sessions.ts';
import { requireMayFly } from './standing.ts';

/** How long a checked key is right without asking the crew center again. */
const freshMs = 60_000;
/** From this age on it is checked while it is still used, so that no request of a flying client waits. */
const checkAfterMs = 30_000;
/** When the next request asks again, after the crew center could not be reached. */
const askAgainMs = 10_000;
/** How many keys are noted before those of ended sessions are looked for. */
const minNoted = 1_000;

interface KeySessionNeeds {
  readonly platform: Pick<Platform, 'authenticateKey'>;
  readonly settings: CurrentSettings;
  readonly sessions: Sessions;
  readonly attempt: AttemptLogin;
  readonly clock: Clock;
  digest(text: string): string;
  /** Receives what is no refusal from a check that no request waits for. */
  readonly onError: (error: unknown) => void;
}

/** A key that was right. */
interface Noted {
  /** Of its session. One text, not one made for each request: a map finds it without reading it. */
  readonly name: string;
  readonly checkedAt: number;
}

/**
 * The sessions of clients that send an API key with every request. They are opened by the key itself, and stored, so that
 * a flight continues while the crew center is down, also after a restart.
 */
export class KeySessions {
  readonly #needs: KeySessionNeeds;
  /** When each key was last right, by its digest. */
  readonly #noted = new Map<string, Noted>();
  #maxNoted = minNoted;
  /** The checks under way, by the digest of the key: all requests with one key share one. */
  readonly #checks = new Map<string, Promise<void>>();

  constructor(needs: KeySessionNeeds) {
    this.#needs = needs;
  }

  /** See `Calls.authenticateKey`. */
  authenticate(apiKey: Secret | null, address: string): Session | Promise<Session> {
    if (apiKey === null || apiKey.reveal() === '')
      throw new Refusal('no-session', { message: 'Send your API key: the request has none.' });
    const { sessions, clock } = this.#needs;
    const digest = this.#needs.digest(apiKey.reveal());
    const noted = this.#noted.get(digest);
    const ageMs = clock.now() - (noted?.checkedAt ?? Number.NEGATIVE_INFINITY);
    // A clock that was set back says nothing of its age.
    if (noted !== undefined && ageMs >= 0 && ageMs < checkAfterMs && sessions.isLive(noted.name))
      return sessions.authenticateNamed(noted.name);
    return this.#ask(digest, apiKey, address, ageMs);
  }

  #ask(digest: string, apiKey: Secret, address: string, ageMs: number): Session | Promise<Session> {
    const { sessions } = this.#needs;
    // No token has such a digest, so that a key does not open sessions that need a token.
    const name = keySessionName(digest);
    if (!sessions.isLive(name))
      return this.#check(digest, apiKey, address).then(() => sessions.authenticateNamed(name));
    const check = this.#check(digest, apiKey, null);
    if (ageMs >= freshMs) return check.then(() => sessions.authenticateNamed(name));
    check.catch((error: unknown) => {
      if (!isRefusal(error)) this.#needs.onError(error);
    });
    return sessions.authenticateNamed(name);
  }

  /** @param address - of a key that is not known yet; null for one that was right before */
  #check(digest: string, apiKey: Secret, address: string | null): Promise<void> {
    const known = this.#checks.get(digest);
    if (known !== undefined) return known;
    const check = (
      address === null ? this.#checkAgain(digest, apiKey) : this.#checkNew(digest, apiKey, address)
    ).finally(() => this.#checks.delete(digest));
    this.#checks.set(digest, check);
    return check;
  }

  async #checkNew(digest: string, apiKey: Secret, address: string): Promise<void> {
    const { attempt, platform, clock } = this.#needs;
    const askedAt = clock.now();
    const ask = async () => {
      const result = await platform.authenticateKey(apiKey);
      return { result, account: null, owner: result?.id ?? null };
    };
    const pilot = await attempt(apiKey.reveal(), address, ask);
    if (pilot === null) throw unknownKey();
    await this.#open(digest, pilot, askedAt);
  }

  async #checkAgain(digest: string, apiKey: Secret): Promise<void> {
    const { platform, sessions, clock } = this.#needs;
    const name = keySessionName(digest);
    const askedAt = clock.now();
    let pilot: Pilot | null;
    try {
      pilot = await platform.authenticateKey(apiKey);
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      this.#note(digest, Number.NEGATIVE_INFINITY);
      return;
    }
    if (pilot === null) {
      await this.#forget(digest);
      throw unknownKey();
    }
    // It ended while the crew center thought about it: what was asked later counts.
    if (!sessions.isLive(name)) return;
    if (sessions.pilotOf(name) !== pilot.id || sessions.restOf(name) < this.#lifetimeMs / 2)
      return this.#open(digest, pilot, askedAt);
    await this.#requireMayFly(digest, pilot);
    this.#note(digest, askedAt);
  }

  async #open(digest: string, pilot: Pilot, askedAt: number): Promise<void> {
    await this.#requireMayFly(digest, pilot);
    await this.#needs.sessions.openNamed(keySessionName(digest), pilot, { lifetime: 'normal', ms: this.#lifetimeMs });
    this.#note(digest, askedAt);
  }

  async #requireMayFly(digest: string, { standing }: Pilot): Promise<void> {
    try {
      requireMayFly(standing);
    } catch (error) {
      await this.#forget(digest);
      throw error;
    }
  }

  async #forget(digest: string): Promise<void> {
    const name = keySessionName(digest);
    this.#noted.delete(digest);
    if (this.#needs.sessions.isLive(name)) await this.#needs.sessions.end([name]);
  }

  /** @param askedAt - of long ago, where the crew center is slow or does not answer: the next check is due soon then */
  #note(digest: string, askedAt: number): void {
    const checkedAt = Math.max(askedAt, this.#needs.clock.now() - freshMs + askAgainMs);
    this.#noted.set(digest, { name: this.#noted.get(digest)?.name ?? keySessionName(digest), checkedAt });
    if (this.#noted.size > this.#maxNoted) this.#forgetEnded();
  }

  /** Not with every check: with thousands of pilots that would cost more than the checks. */
  #forgetEnded(): void {
    const { sessions } = this.#needs;
    for (const [digest, { name }] of this.#noted) if (!sessions.isLive(name)) this.#noted.delete(digest);
    this.#maxNoted = Math.max(minNoted, 2 * this.#noted.size);
  }

  get #lifetimeMs(): number {
    return this.#needs.settings.current.sessionTtlMin * 60_000;
  }
}

function unknownKey(): Refusal {
  return new Refusal('wrong-login', { message: 'Unknown API key. Look it up in your profile at the crew center.' });
}
