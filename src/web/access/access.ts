import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../lib/network.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import { readSessionCookie, sessionCookie } from './cookies.ts';
import { HalfWay } from './half-way.ts';
import { isSame, Signer } from './keys.ts';
import type { AccessNeeds } from './needs.ts';
import { requireOwnPage } from './own-page.ts';
import { mayUse } from './roles.ts';
import { SecondFactors } from './second-factors.ts';
import { SignIn } from './sign-in.ts';
import { actorNameOf, type Member, Staff } from './staff.ts';
import { type StaffSession, StaffSessions, sessionHours } from './staff-sessions.ts';
import { Visits } from './visits.ts';

const maxBrowserLength = 300;
const cookie = 'tracker_operator';

/** Access to the operator pages: who sends a request, and what they may do. */
export class Access {
  readonly signer: Signer;
  readonly staff: Staff;
  readonly sessions: StaffSessions;
  readonly visits: Visits;
  readonly factors: SecondFactors;
  readonly signIn: SignIn;
  readonly #originOf: AccessNeeds['originOf'];

  private constructor(needs: AccessNeeds, signer: Signer, staff: Staff) {
    this.#originOf = needs.originOf;
    this.signer = signer;
    this.staff = staff;
    this.sessions = new StaffSessions(needs.records, needs.clock);
    this.visits = new Visits(needs.records, needs.clock);
    this.factors = new SecondFactors(needs.records, needs.clock);
    const halfWay = new HalfWay(signer, staff, needs.clock);
    this.signIn = new SignIn(
      needs,
      { staff, factors: this.factors, halfWay },
      {
        start: (request, reply, member) => this.#startSession(request, reply, member),
        endAll: (memberId) => this.sessions.end((session) => session.memberId === memberId),
      },
    );
  }

  static async open(needs: AccessNeeds): Promise<Access> {
    const staff = new Staff(needs.records, needs.clock);
    await staff.upgrade();
    return new Access(needs, await Signer.open(needs.records), staff);
  }

  /** Returns who is signed in; null for everybody else, and for members who lack the second factor that is required of them. */
  memberOf(request: FastifyRequest): Member | null {
    const member = this.#arrivedOf(request);
    return member === null || this.factors.isMissing(member) ? null : member;
  }

  /** Whether who sends the request must set up a second factor before anything else. */
  isUnfinished(request: FastifyRequest): boolean {
    const member = this.#arrivedOf(request);
    return member !== null && this.factors.isMissing(member);
  }

  sessionOf(request: FastifyRequest): StaffSession | null {
    const token = this.#tokenOf(request);
    return token === null ? null : this.sessions.find(token);
  }

  isSignedIn(request: FastifyRequest): boolean {
    return this.memberOf(request) !== null;
  }

  /** Whether who is signed in may use the part of the pages in which this path lies, below `/tracker/`. */
  mayUse(request: FastifyRequest, path: string): boolean {
    return mayUse(this.memberOf(request)?.roles ?? [], path);
  }

  /** Returns who acts, as in the audit log. @throws Refusal `no-session` */
  actorOf(request: FastifyRequest): string {
    return actorNameOf(this.requireMember(request));
  }

  /** @throws Refusal `no-session` */
  requireMember(request: FastifyRequest): Member {
    const isForUnfinished = request.routeOptions.config.isForUnfinished === true;
    const member = isForUnfinished ? this.#arrivedOf(request) : this.memberOf(request);
    if (member === null) throw new Refusal('no-session', { message: 'Sign in first.' });
    return member;
  }

  /** @throws Refusal `no-session`, or `forbidden` for a member whose roles do not include this route */
  requireRole(request: FastifyRequest): void {
    const { roles } = this.requireMember(request);
    if (!mayUse(roles, request.routeOptions.url ?? ''))
      throw new Refusal('forbidden', { message: 'Your roles do not include this. Ask an owner of these pages.' });
  }

  /** Notes that a member is here. A journal that stores nothing at the moment keeps nobody out. */
  async noteUse(request: FastifyRequest): Promise<void> {
    const session = this.sessionOf(request);
    if (session === null) return;
    try {
      await Promise.all([this.sessions.noteUse(session), this.visits.note(session.memberId)]);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }

  async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = this.sessionOf(request);
    if (session !== null) await this.sessions.end(({ hash }) => hash === session.hash);
    void reply.header('set-cookie', sessionCookie(cookie, this.#originOf(request), '', 0));
  }

  /** Returns the token that every form of this session must carry; empty without a session. */
  formToken(request: FastifyRequest): string {
    const token = this.#tokenOf(request);
    return token === null ? '' : this.signer.sign('form', token);
  }

  /** @throws Refusal `no-session`, or `forbidden` for a form of another role, or one that does not come from this session's own pages */
  requireForm(request: FastifyRequest): void {
    this.requireRole(request);
    requireOwnPage(request);
    const sent = request.body instanceof URLSearchParams ? request.body.get('csrf') : null;
    if (!isSame(this.formToken(request), sent ?? ''))
      throw new Refusal('forbidden', { message: 'This form has expired. Reload the page and try again.' });
  }

  async #startSession(request: FastifyRequest, reply: FastifyReply, member: Member): Promise<void> {
    const place = this.#originOf(request);
    const browser = String(request.headers['user-agent'] ?? '').slice(0, maxBrowserLength);
    const token = await this.sessions.open(member.id, { browser, network: networkOf(place.address) });
    void reply.header('set-cookie', sessionCookie(cookie, place, token, sessionHours * 3_600));
  }

  /** Who has a session, whatever is required of them. */
  #arrivedOf(request: FastifyRequest): Member | null {
    const session = this.sessionOf(request);
    return session === null ? null : this.staff.find(session.memberId);
  }

  #tokenOf(request: FastifyRequest): string | null {
    return readSessionCookie(request, cookie, this.#originOf(request));
  }
}
