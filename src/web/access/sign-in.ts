import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemOfPassword, verifyAtCost } from '../../lib/bcrypt.ts';
import type { Secret } from '../../lib/secret.ts';
import { Turns } from '../../lib/turns.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { LoginLimit } from '../../tracking/sessions/login-limit.ts';
import { Entries } from './entries.ts';
import type { HalfWay } from './half-way.ts';
import { Invitations } from './invitations.ts';
import { countedLogin, openLimit } from './login-limits.ts';
import type { AccessNeeds } from './needs.ts';
import type { SecondFactors } from './second-factors.ts';
import { isSetupKey, useUpSetupKey } from './setup.ts';
import { actorNameOf, type Member, type Staff, type StoredMember } from './staff.ts';

export const minPasswordLength = 10;
/** What starts a session for a member who has shown who they are. */
export type StartSession = (request: FastifyRequest, reply: FastifyReply, member: Member) => Promise<void>;

/** Whose password a link sets: that of a member, or of an owner to be named. */
export type LinkUse = { readonly kind: 'member'; readonly member: Member } | { readonly kind: 'owner' };

/** What is entered to set a password by a link. */
export interface NewPassword {
  readonly key: string;
  /** Of the owner, for a link that names nobody. */
  readonly name: string;
  readonly password: Secret;
  /** Of the second factor, where the member has one. */
  readonly code: string;
}

/** Who there are, and what they have besides a password. */
export interface Accounts {
  readonly staff: Staff;
  readonly factors: SecondFactors;
  readonly halfWay: HalfWay;
}

/** The ways in: name and password, and a code where there is a second factor; a link that sets a password; and the crew center's own administration. */
export class SignIn {
  readonly invitations: Invitations;
  readonly #needs: AccessNeeds;
  readonly #staff: Staff;
  readonly #factors: SecondFactors;
  readonly #halfWay: HalfWay;
  readonly #entries: Entries;
  readonly #limit: LoginLimit;
  readonly #codeLimit: LoginLimit;
  /** Of two who use one link at the same time, one is first. */
  readonly #turns = new Turns();
  readonly #start: StartSession;
  readonly #endAll: (memberId: string) => Promise<unknown>;

  constructor(
    needs: AccessNeeds,
    { staff, factors, halfWay }: Accounts,
    { start, endAll }: { readonly start: StartSession; readonly endAll: (memberId: string) => Promise<unknown> },
  ) {
    const { records, clock } = needs;
    this.#needs = needs;
    this.#staff = staff;
    this.#factors = factors;
    this.#halfWay = halfWay;
    this.#start = start;
    this.#endAll = endAll;
    this.#entries = new Entries(records, clock);
    this.invitations = new Invitations(records, clock);
    this.#limit = openLimit(records, clock, 'password');
    this.#codeLimit = openLimit(records, clock, 'code');
  }

  /**
   * Starts a session; for a member with a second factor it returns what `withCode` takes instead.
   * @throws Refusal `wrong-login`, `login-throttled`, `server-busy`
   */
  async withPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    login: string,
    password: Secret,
  ): Promise<string | null> {
    const member = await this.#verify(request, login, password);
    if (member === null) throw new Refusal('wrong-login', { message: 'The name or the password is not correct.' });
    if (this.#factors.find(member.id) !== null) return this.#halfWay.proofOf(member);
    await this.#start(request, reply, member);
    return null;
  }

  /** Starts the session of a member who has shown the password. @throws Refusal `wrong-login`, `login-throttled`, `server-busy`; `forbidden` when that is too long ago */
  async withCode(request: FastifyRequest, reply: FastifyReply, proof: string, code: string): Promise<void> {
    const member = this.#halfWay.memberOf(proof);
    if (member === null) throw new Refusal('forbidden', { message: 'That took too long. Enter your password again.' });
    await this.requireCode(request, member, code);
    await this.#start(request, reply, member);
  }

  /** Uses a code of a member's second factor up. @throws Refusal `wrong-login` when it does not count, `login-throttled`, `server-busy` */
  async requireCode(request: FastifyRequest, member: Member, code: string): Promise<void> {
    const { address } = this.#needs.originOf(request);
    const isRight = await this.#codeLimit.attempt(countedLogin('code', member.id), address, async () => {
      const result = (await this.#factors.use(actorNameOf(member), member, code)) ? true : null;
      return { result, account: null };
    });
    if (isRight === null)
      throw new Refusal('wrong-login', { message: 'The code is not correct, or was used already. Wait for the next.' });
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
   * A member with a second factor must enter a code too. A link of `tracker operator link` takes the second factor off: it is for
   * operators of the machine, when nobody else gets in.
   * @throws Refusal `forbidden` for a used or expired link, `invalid` naming `password` or `name`; as `requireCode`
   */
  async setPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, name, password, code }: NewPassword,
  ): Promise<void> {
    requireGoodPassword(password);
    const use = this.linkOf(key);
    if (use === null) throw usedUp();
    if (use.kind === 'member' && this.#factors.find(use.member.id) !== null)
      await this.requireCode(request, use.member, code);
    const hash = await this.#needs.bcrypt.hash(password);
    const member = await this.#turns.run('link', () => this.#useLink(key, name, hash));
    await this.#endAll(member.id);
    await this.#limit.trust(countedLogin('password', member.name), this.#needs.originOf(request).address);
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
      await this.#factors.takeOff(actorNameOf(owner), owner);
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
  #verify(request: FastifyRequest, login: string, password: Secret): Promise<StoredMember | null> {
    const { bcrypt, originOf } = this.#needs;
    return this.#limit.attempt(countedLogin('password', login), originOf(request).address, async () => {
      const member = this.#staff.findLogin(login);
      const isRight = await verifyAtCost(bcrypt, password, member?.passwordHash ?? null, bcrypt.cost);
      return { result: isRight ? member : null, account: member === null ? null : `staff ${member.id}` };
    });
  }
}

function requireGoodPassword(password: Secret): void {
  const problem = problemOfPassword(password.reveal(), minPasswordLength);
  if (problem !== null) throw new Refusal('invalid', { message: problem, fields: { password: problem } });
}

function usedUp(): Refusal {
  return new Refusal('forbidden', {
    message:
      'This link has already been used or has expired. An owner of the operator pages makes a new one; for owners `tracker operator link` does.',
  });
}
