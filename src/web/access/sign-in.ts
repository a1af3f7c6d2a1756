import type { FastifyReply, FastifyRequest } from 'fastify';
import { verifyAtCost } from '../../lib/bcrypt.ts';
import type { Secret } from '../../lib/secret.ts';
import { digest } from '../../lib/tokens.ts';
import { Turns } from '../../lib/turns.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { LoginLimit } from '../../tracking/sessions/login-limit.ts';

import { Entries } from './entries.ts';
import { Invitations } from './invitations.ts';
import type { AccessNeeds } from './needs.ts';
import { isSetupKey, useUpSetupKey } from './setup.ts';
import { actorNameOf, foldedLogin, type Member, type Staff } from './staff.ts';

/** Maximum number of failed sign-ins in 15 minutes, of one member from one address, from one address, and of one member. */
const limits = { perPilotAndAddress: 5, perAddress: 5, perPilot: 50 };
export const minPasswordLength = 10;
/** bcrypt ignores everything after this many bytes. */
const maxPasswordBytes = 72;
/** With what the digest of each login of the staff begins, so that failures of theirs are distinct from those of pilots. */
const staffMark = digest('operator@web').slice(0, 16);

/** Returns by which name failed sign-ins with this login are counted. */
export function staffLogin(login: string): string {
  return staffMark + digest(foldedLogin(login)).slice(staffMark.length);
}

/** What starts a session for a member who has shown who they are. */
export type StartSession = (request: FastifyRequest, reply: FastifyReply, member: Member) => Promise<void>;

/** Whose password a link sets: that of a member, or of an owner to be named. */
export type LinkUse = { readonly kind: 'member'; readonly member: Member } | { readonly kind: 'owner' };

/** The ways in: name and password, a link that sets a password, and the crew center's own administration. */
export class SignIn {
  readonly invitations: Invitations;
  readonly #needs: AccessNeeds;
  readonly #staff: Staff;
  readonly #entries: Entries;
  readonly #limit: LoginLimit;
  /** Of two who use one link at the same time, one is first. */
  readonly #turns = new Turns();
  readonly #start: StartSession;
  readonly #endAll: (memberId: string) => Promise<unknown>;

  constructor(
    needs: AccessNeeds,
    staff: Staff,
    { start, endAll }: { readonly start: StartSession; readonly endAll: (memberId: string) => Promise<unknown> },
  ) {
    const { records, clock } = needs;
    this.#needs = needs;
    this.#staff = staff;
    this.#start = start;
    this.#endAll = endAll;
    this.#entries = new Entries(records, clock);
    this.invitations = new Invitations(records, clock);
    const own = records.initial.loginFailures.filter(({ loginHash }) => loginHash.startsWith(staffMark));
    const memory = {
      initial: { loginFailures: own },
      saveLoginFailure: records.saveLoginFailure.bind(records),
      readNote: records.readNote.bind(records),
      saveNote: records.saveNote.bind(records),
    };
    this.#limit = new LoginLimit(memory, clock, limits);
  }

  /** Starts a session. @throws Refusal `wrong-login`, `login-throttled`, `server-busy` */
  async withPassword(request: FastifyRequest, reply: FastifyReply, login: string, password: Secret): Promise<void> {
    const member = await this.#verify(request, login, password);
    if (member === null) throw new Refusal('wrong-login', { message: 'The name or the password is not correct.' });
    await this.#start(request, reply, member);
  }

  /** Returns what a link is for; null for one that is used, replaced or expired. */
  linkOf(key: string): LinkUse | null {
    if (isSetupKey(this.#needs.records, key, this.#needs.clock.now())) return { kind: 'owner' };
    const member = this.#staff.find(this.invitations.find(key) ?? '');
    return member === null ? null : { kind: 'member', member };
  }

  /**
   * Sets a password by a link, uses the link up, ends the member's sessions, and starts one for the sender. No limit of sign-ins
   * applies: strangers who guess passwords must not keep out the holder of the link.
   * @param name - of the owner, for a link that names nobody
   * @throws Refusal `forbidden` for a used or expired link, `invalid` naming `password` or `name`
   */
  async setPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, name, password }: { readonly key: string; readonly name: string; readonly password: Secret },
  ): Promise<void> {
    requireGoodPassword(password);
    if (this.linkOf(key) === null) throw usedUp();
    const hash = await this.#needs.bcrypt.hash(password);
    const member = await this.#turns.run('link', () => this.#useLink(key, name, hash));
    await this.#endAll(member.id);
    await this.#limit.trust(staffLogin(member.name), this.#needs.originOf(request).address);
    await this.#start(request, reply, member);
  }

  /** Gives a member who is signed in another password, and ends their other sessions. @throws Refusal `invalid` naming `current` or `password`, `login-throttled`, `server-busy` */
  async changePassword(
    request: FastifyRequest,
    reply: FastifyReply,
    { member, current, password }: { readonly member: Member; readonly current: Secret; readonly password: Secret },
  ): Promise<void> {
    requireGoodPassword(password);
    if (member.host !== null) {
      const message = 'You enter from the administration of the site: you have no password here.';
      throw new Refusal('invalid', { message, fields: { current: message } });
    }
    if ((await this.#verify(request, member.name, current)) === null) {
      const message = 'Current password: this is not it.';
      throw new Refusal('invalid', { message, fields: { current: message } });
    }
    await this.#savePassword(member, await this.#needs.bcrypt.hash(password));
    await this.#endAll(member.id);
    await this.#start(request, reply, member);
  }

  /**
   * Returns a token, good once and for a minute, with which the member of the crew center's staff for whom it asks enters.
   * @throws Refusal `forbidden` when the crew center does not ask
   */
  makeEntry(request: FastifyRequest): Promise<string> {
    const { admin } = this.#needs.originOf(request);
    if (admin === undefined)
      throw new Refusal('forbidden', { message: 'Only the crew center itself can ask for this.' });
    return this.#entries.make(admin);
  }

  /** Starts a session by a token of `makeEntry`. @throws Refusal `forbidden` for a used or expired one */
  async enter(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> {
    const admin = await this.#entries.take(token);
    if (admin === null) {
      const message =
        'This link has already been used, or is older than a minute. Open the operator pages from your crew center again.';
      throw new Refusal('forbidden', { message });
    }
    await this.#start(request, reply, await this.#staff.enter(admin));
  }

  /** A link whose name is refused stays good. */
  async #useLink(key: string, name: string, hash: string): Promise<Member> {
    const use = this.linkOf(key);
    if (use === null) throw usedUp();
    if (use.kind === 'owner') {
      const owner = await this.#staff.saveOwner(name, hash);
      await useUpSetupKey(this.#needs.records);
      await this.invitations.forget(owner.id);
      return owner;
    }
    return this.#savePassword(use.member, hash);
  }

  /** A link that was sent before would give the account away after all. */
  async #savePassword(member: Member, hash: string): Promise<Member> {
    await this.invitations.forget(member.id);
    return this.#staff.savePassword(actorNameOf(member), member.id, hash);
  }

  /** Returns whose login and password these are, in the same time whether there is such a login. */
  #verify(request: FastifyRequest, login: string, password: Secret): Promise<Member | null> {
    const { bcrypt, originOf } = this.#needs;
    return this.#limit.attempt(staffLogin(login), originOf(request).address, async () => {
      const member = this.#staff.findLogin(login);
      const isRight = await verifyAtCost(bcrypt, password, member?.passwordHash ?? null, bcrypt.cost);
      return { result: isRight ? member : null, account: member === null ? null : `staff ${member.id}` };
    });
  }
}

function requireGoodPassword(password: Secret): void {
  const text = password.reveal();
  if (text.length >= minPasswordLength && Buffer.byteLength(text) <= maxPasswordBytes) return;
  const message = `Password: enter at least ${minPasswordLength} characters and at most ${maxPasswordBytes} bytes.`;
  throw new Refusal('invalid', { message, fields: { password: message } });
}

function usedUp(): Refusal {
  return new Refusal('forbidden', {
    message:
      'This link has already been used or has expired. An owner of the operator pages makes a new one; for owners `tracker operator link` does.',
  });
}
