import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../lib/clock.ts';
import { Secret } from '../../lib/secret.ts';
import type { Calls, Session } from '../../tracking/calls.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { looksLikeKey } from '../../tracking/sessions/session-model.ts';
import { readSessionCookie, sessionCookie } from './cookies.ts';
import { isSame, type Signer } from './keys.ts';
import type { AccessNeeds } from './needs.ts';
import { requireOwnPage } from './own-page.ts';

const cookie = 'tracker_pilot';
const formPurpose = 'form of a pilot';

interface PilotNeeds {
  readonly calls: Pick<Calls, 'status' | 'login' | 'logout' | 'authenticate' | 'noteSource'>;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly originOf: AccessNeeds['originOf'];
}

/** The pilots who are signed in on pages. Each has a session as a client has one, whose token is in a cookie. */
export class Pilots {
  readonly #needs: PilotNeeds;
  /** A request counts once against the rate of its session. */
  readonly #known = new WeakMap<FastifyRequest, Session>();

  constructor(needs: PilotNeeds) {
    this.#needs = needs;
  }

  /** Returns the session of the pilot who sends this request. @throws Refusal `no-session`, `session-expired`, `too-many-requests` */
  require(request: FastifyRequest): Session {
    const known = this.#known.get(request);
    if (known !== undefined) return known;
    const { calls, originOf } = this.#needs;
    const session = calls.authenticate(this.#tokenOf(request));
    const program = request.headers['user-agent'] ?? '';
    calls.noteSource(session, { program, address: originOf(request).address });
    this.#known.set(request, session);
    return session;
  }

  /** Returns the token that every form of this pilot must carry; empty without a session. */
  formToken(request: FastifyRequest): string {
    const token = this.#tokenOf(request);
    return token === null ? '' : this.#needs.signer.sign(formPurpose, token);
  }

  /** @throws Refusal as `require`, or `forbidden` for a form that does not come from this session's own pages */
  requireForm(request: FastifyRequest): void {
    this.require(request);
    requireOwnPage(request);
    const sent = request.body instanceof URLSearchParams ? request.body.get('csrf') : null;
    if (!isSame(this.formToken(request), sent ?? ''))
      throw new Refusal('forbidden', { message: 'This form has expired. Reload the page and try again.' });
  }

  /**
   * Signs a pilot in with the login of the crew center, as a client does.
   * @param secret - the password; where that is not right or switched off, an API key is taken too
   * @throws Refusal as `Calls.login`, and `module-disabled`
   */
  async signIn(request: FastifyRequest, reply: FastifyReply, login: string, secret: string): Promise<void> {
    const { calls, clock, originOf } = this.#needs;
    if (!calls.status().settings.enabled)
      throw new Refusal('module-disabled', { message: 'The crew center has disabled the tracker. Ask its staff.' });
    const place = originOf(request);
    const orApiKey = looksLikeKey(secret) ? { orApiKey: new Secret(secret.trim()) } : {};
    const credential = { kind: 'password', login, password: new Secret(secret), ...orApiKey } as const;
    const { token, expiresAt } = await calls.login({ credential, address: place.address });
    const seconds = Math.max(0, Math.floor((expiresAt - clock.now()) / 1_000));
    void reply.header('set-cookie', sessionCookie(cookie, place, token.reveal(), seconds));
  }

  /** Ends the session of this request. */
  async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#needs.calls.logout(this.require(request));
    void reply.header('set-cookie', sessionCookie(cookie, this.#needs.originOf(request), '', 0));
  }

  #tokenOf(request: FastifyRequest): string | null {
    return readSessionCookie(request, cookie, this.#needs.originOf(request));
  }
}

/** Returns the token of the pilot of whose own pages one is asked for; null for every other request. */
export function pilotTokenOf(request: FastifyRequest): string | null {
  const { url, trackerOrigin } = request;
  return trackerOrigin !== null && /^\/tracker\/my(?:[/?]|$)/.test(url)
    ? readSessionCookie(request, cookie, trackerOrigin)
    : null;
}
