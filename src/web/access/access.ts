import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bcrypt } from '../../lib/bcrypt.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Secret } from '../../lib/secret.ts';
import { digest } from '../../lib/tokens.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { LoginLimit } from '../../tracking/sessions/login-limit.ts';
import type { Records } from '../records.ts';
import { type CookiePlace, readSessionCookie, sessionCookie } from './cookies.ts';
import { Entries } from './entries.ts';
import { isSame, Signer } from './keys.ts';
import { OperatorSessions, sessionHours } from './operator-sessions.ts';
import { isSetupKey, useUpSetupKey } from './setup.ts';

const passwordNote = 'web-password';
export const defaultActor = 'operator@web';
const subject = digest(defaultActor);
/** Maximum number of failed sign-ins in 15 minutes, from one address and from all. */
const limits = { perPilotAndAddress: 5, perAddress: 5, perPilot: 50 };
export const minPasswordLength = 10;
/** bcrypt ignores everything after this many bytes. */
const maxPasswordBytes = 72;

export interface RequestOrigin extends CookiePlace {
  readonly address: string;
  readonly isLocal: boolean;
  /** For whom of its staff the crew center asks; absent for visitors. */
  readonly admin?: { readonly id: string; readonly name: string; readonly role: 'admin' | 'staff' };
}

/** What `OperatorAccess` needs. */
export interface AccessNeeds {
  readonly records: Records;
  readonly clock: Clock;
  readonly bcrypt: Bcrypt;
  /** Returns where a request comes from; headers of trusted proxies are applied. */
  readonly originOf: (request: FastifyRequest) => RequestOrigin;
}

/** Access to the operator pages, by the password that was set through the one-time link. */
export class Access {
  readonly signer: Signer;
  readonly #records: Records;
  readonly #clock: Clock;
  readonly #bcrypt: Bcrypt;
  readonly #sessions: OperatorSessions;
  readonly #entries: Entries;
  readonly #limit: LoginLimit;

  readonly #originOf: AccessNeeds['originOf'];

  private constructor({ records, clock, bcrypt, originOf }: AccessNeeds, signer: Signer) {
    this.#records = records;
    this.#clock = clock;
    this.#originOf = originOf;
    this.#bcrypt = bcrypt;
    this.signer = signer;
    this.#sessions = new OperatorSessions(records, clock);
    this.#entries = new Entries(records, clock);
    const own = records.initial.loginFailures.filter(({ loginHash }) => loginHash === subject);
    const memory = {
      initial: { loginFailures: own },
      saveLoginFailure: records.saveLoginFailure.bind(records),
      readNote: records.readNote.bind(records),
      saveNote: records.saveNote.bind(records),
    };
    this.#limit = new LoginLimit(memory, clock, limits);
  }

  static async open(needs: AccessNeeds): Promise<Access> {
    return new Access(needs, await Signer.open(needs.records));
  }

  get hasPassword(): boolean {
    return this.#records.readNote(passwordNote) !== null;
  }

  isSetupKey(key: string): boolean {
    return isSetupKey(this.#records, key, this.#clock.now());
  }

  /**
   * Sets the password, invalidates the link, ends every session, and starts one for the sender of the link. No limit of
   * sign-ins applies: strangers who guess passwords must not keep out an operator who has the link.
   * @throws Refusal `forbidden` for a used or expired link, `invalid` naming `password`
   */
  async setPassword(request: FastifyRequest, reply: FastifyReply, key: string, password: Secret): Promise<void> {
    requireGoodPassword(password);
    if (!this.isSetupKey(key)) throw usedUp();
    const hash = await this.#bcrypt.hash(password);
    // Another browser may have used the link in the meantime.
    if (!this.isSetupKey(key)) throw usedUp();
    await Promise.all([useUpSetupKey(this.#records), this.#records.saveNote(passwordNote, hash)]);
    await this.#sessions.endAll();
    const origin = this.#originOf(request);
    await this.#limit.trust(subject, origin.address);
    await this.#startSession(reply, origin, null);
  }

  /** Starts a session and returns its cookie. @throws Refusal `wrong-login`, `login-throttled`, `server-busy` */
  async signIn(request: FastifyRequest, reply: FastifyReply, password: Secret): Promise<void> {
    const origin = this.#originOf(request);
    const hash = this.#records.readNote(passwordNote) ?? '';
    const isRight = await this.#limit.attempt(subject, origin.address, async () => ({
      result: (await this.#bcrypt.verify(password, hash)) ? true : null,
      account: null,
    }));
    if (isRight === null) throw new Refusal('wrong-login', { message: 'The password is not correct.' });
    await this.#startSession(reply, origin, null);
  }

  /**
   * Returns a token, good once and for a minute, with which the member of the staff for whom the crew center asks enters.
   * @throws Refusal `forbidden` when it does not ask for one who may do everything there
   */
  makeEntry(request: FastifyRequest): Promise<string> {
    const { admin } = this.#originOf(request);
    if (admin === undefined)
      throw new Refusal('forbidden', { message: 'Only the crew center itself can ask for this.' });
    if (admin.role !== 'admin')
      throw new Refusal('forbidden', {
        message: 'Only administrators of the crew center may enter the operator pages.',
      });
    return this.#entries.make(hostActor(admin));
  }

  /** Starts a session by a token of `makeEntry`. @throws Refusal `forbidden` for a used or expired one */
  async enter(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> {
    const actor = await this.#entries.take(token);
    if (actor === null) {
      const message =
        'This link has already been used, or is older than a minute. Open the operator pages from your crew center again.';
      throw new Refusal('forbidden', { message });
    }
    await this.#records.saveAudit({ at: this.#clock.now(), actor, action: 'enter', subject: 'operator', detail: null });
    await this.#startSession(reply, this.#originOf(request), actor);
  }

  /** Returns who acts, as in the audit log: the operator, or the member of the crew center's staff who entered from there. */
  actorOf(request: FastifyRequest): string {
    const token = this.#tokenOf(request);
    return (token === null ? null : this.#sessions.actorOf(token)) ?? defaultActor;
  }

  async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = this.#tokenOf(request);
    if (token !== null) await this.#sessions.end(token);
    void reply.header('set-cookie', sessionCookie(this.#originOf(request), '', 0));
  }

  isSignedIn(request: FastifyRequest): boolean {
    const token = this.#tokenOf(request);
    return token !== null && this.#sessions.isOpen(token);
  }

  /** Returns the token that every form of this session must carry; empty without a session. */
  formToken(request: FastifyRequest): string {
    const token = this.#tokenOf(request);
    return token === null ? '' : this.signer.sign('form', token);
  }

  /** @throws Refusal `no-session`, or `forbidden` for a form that does not come from this session's own pages */
  requireForm(request: FastifyRequest): void {
    if (!this.isSignedIn(request)) throw new Refusal('no-session', { message: 'Sign in first.' });
    requireOwnPage(request);
    const sent = request.body instanceof URLSearchParams ? request.body.get('csrf') : null;
    if (!isSame(this.formToken(request), sent ?? ''))
      throw new Refusal('forbidden', { message: 'This form has expired. Reload the page and try again.' });
  }

  async #startSession(reply: FastifyReply, place: CookiePlace, actor: string | null): Promise<void> {
    const token = await this.#sessions.open(actor);
    void reply.header('set-cookie', sessionCookie(place, token, sessionHours * 3_600));
  }

  #tokenOf(request: FastifyRequest): string | null {
    return readSessionCookie(request, this.#originOf(request));
  }
}

const maxNameLength = 60;

/** `Ada Keller (12)@crew-center`: the name and id that the crew center knows, without what could be taken for another entry of the log. */
function hostActor({ id, name }: { readonly id: string; readonly name: string }): string {
  const plain = (text: string) =>
    text
      .replace(/[^\p{L}\p{N} .'-]/gu, '')
      .trim()
      .slice(0, maxNameLength);
  return `${plain(name)} (${plain(id)})@crew-center`;
}

/** A proxy may pass the host on without the port of its own (nginx: `proxy_set_header Host $host`). */
function isOwnOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: sender, hostname } = new URL(origin);
  return sender === host.toLowerCase() || hostname === host.toLowerCase();
}

/** Rejects a form sent from a page of another site, by the headers that browsers add. @throws Refusal `forbidden` */
export function requireOwnPage(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const isOwn =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : origin === undefined || isOwnOrigin(origin, request.host);
  if (!isOwn) throw new Refusal('forbidden', { message: 'This form was sent from another site.' });
}

function requireGoodPassword(password: Secret): void {
  const text = password.reveal();
  if (text.length >= minPasswordLength && Buffer.byteLength(text) <= maxPasswordBytes) return;
  const message = `Password: enter at least ${minPasswordLength} characters and at most ${maxPasswordBytes} bytes.`;
  throw new Refusal('invalid', { message, fields: { password: message } });
}

function usedUp(): Refusal {
  return new Refusal('forbidden', {
    message: 'This link has already been used or has expired. `tracker operator link` prints a new one.',
  });
}
