import type { Credentials, Dialect } from './dialect.ts';
import { errorOf } from './refusal-reply.ts';
import { type Pace, type Patience, repeat } from './repeat.ts';
import { isTrackerError, TrackerError } from './tracker-error.ts';
import type { Transport, WireCall } from './transport.ts';
import type { PilotView } from './wire-types.ts';

export interface SessionParts extends Pace {
  readonly dialect: Dialect;
  readonly base: string;
  readonly transport: Transport;
  readonly clientToken: string | null;
  readonly onRelogin: () => void;
}

type Body = Readonly<Record<string, unknown>>;

/** Makes calls with the pilot's session: retries, and logs in again when the session has ended. Secrets are kept in memory only. */
export class Session {
  readonly #parts: SessionParts;
  #credentials: Credentials | null = null;
  #token: string | null = null;
  #login: Promise<PilotView> | null = null;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** @throws TrackerError `wrong-login`, `login-throttled`, `password-login-disabled` … from the server. */
  async login(credentials: Credentials, patience: Patience): Promise<PilotView> {
    const previous = this.#credentials;
    this.#credentials = credentials;
    try {
      return await repeat(this.#parts, patience, () => this.#logIn());
    } catch (error) {
      this.#credentials = previous;
      throw error;
    }
  }

  /** Ends the session here and, if the contract can, on the server. */
  async logout(): Promise<void> {
    const { logout } = this.#parts.dialect;
    try {
      if (logout !== null && this.#token !== null) await this.#send(logout);
    } finally {
      this.#token = null;
      this.#credentials = null;
    }
  }

  /** Returns the body of the successful response. @throws TrackerError */
  async call(call: WireCall, patience: Patience): Promise<Body> {
    return await repeat(this.#parts, patience, () => this.#callOnce(call));
  }

  async #callOnce(call: WireCall): Promise<Body> {
    if (this.#credentials === null) throw new TrackerError('not-logged-in', 'Log in first.');
    if (this.#token === null) await this.#logInAgain();
    const token = this.#token;
    try {
      return await this.#send(call);
    } catch (error) {
      if (!isTrackerError(error) || error.status !== 401) throw error;
      if (this.#token === token) this.#token = null;
      await this.#logInAgain();
      return await this.#send(call);
    }
  }

  /** Concurrent calls whose session has ended share one login. */
  async #logInAgain(): Promise<void> {
    if (this.#token !== null) return;
    this.#login ??= this.#logIn().finally(() => {
      this.#login = null;
    });
    await this.#login;
    this.#parts.onRelogin();
  }

  async #logIn(): Promise<PilotView> {
    const credentials = this.#credentials;
    if (credentials === null) throw new TrackerError('not-logged-in', 'Log in first.');
    this.#token = null;
    const body = await this.#send(this.#parts.dialect.login(credentials));
    if (typeof body.token !== 'string') throw new TrackerError('not-ours', 'The response to the login has no token.');
    this.#token = body.token;
    return body.pilot as PilotView;
  }

  async #send(call: WireCall): Promise<Body> {
    const { transport, base, clientToken } = this.#parts;
    const reply = await transport.send(base, call, {
      // Shared hosts often strip Authorization, so the token is sent in two headers.
      ...(this.#token === null ? {} : { Authorization: `Bearer ${this.#token}`, 'X-Tracker-Token': this.#token }),
      ...(clientToken === null ? {} : { 'X-Tracker-Client': clientToken }),
    });
    const error = errorOf(reply, base, this.#secrets());
    if (error !== null) throw error;
    return reply.body ?? {};
  }

  #secrets(): string[] {
    const held = this.#credentials;
    const credential = held === null ? '' : 'apiKey' in held ? held.apiKey : held.password;
    return [credential, this.#token ?? '', this.#parts.clientToken ?? ''];
  }
}
