import type { FastifyReply, FastifyRequest } from 'fastify';
import { within } from '../../lib/clock.ts';
import type { Secret } from '../../lib/secret.ts';
import { table } from '../../lib/table.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { formOf } from '../access/guard.ts';
import { invitationHours } from '../access/invitations.ts';
import { roleNames } from '../access/roles.ts';
import { type Member, type MemberInput, maxNameLength, type Staff, type StoredMember } from '../access/staff.ts';
import type { TextKey } from '../browser/wording.js';
import type { WebParts } from '../parts.ts';
import { addressOf } from '../place.ts';
import type { OperatorScope } from '../views.ts';
import { saidOf, visitorOf } from '../visitor/visitor.ts';
import { endSession, sessionLines } from './session-lines.ts';

type MemberRequest = FastifyRequest<{ Params: { id: string } }>;
type MemberSessionRequest = FastifyRequest<{ Params: { id: string; session: string } }>;

const section = 'operator/staff';

/** Registers the pages on which owners invite members of the staff, say what they may do, end their sessions, and remove them. */
export function registerStaff(operator: OperatorScope): void {
  const { scope, parts } = operator;
  const { staff, sessions, signIn, factors } = parts.access;
  const show = staffPages(operator);
  const actorOf = (request: FastifyRequest) => parts.access.actorOf(request);
  const invite = async (member: Member): Promise<ShownList> => {
    const key = await signIn.invitations.make(member.id);
    return { member, key, mail: await sendInvitation(parts, member, key) };
  };
  scope.get('/operator/staff', (request, reply) => show.list(request, reply, { done: doneOf(request) }));
  // No redirect: the link is in this response and nowhere else.
  scope.post('/operator/staff', async (request, reply) => {
    const member = await staff.add(actorOf(request), inputOf(request));
    return show.list(request, reply, await invite(member));
  });
  scope.get('/operator/staff/:id', (request: MemberRequest, reply) => show.one(request, reply));
  scope.post('/operator/staff/:id', async (request: MemberRequest, reply) => {
    await staff.change(actorOf(request), request.params.id, inputOf(request));
    return reply.redirect('../staff?done=changed', 303);
  });
  scope.post('/operator/staff/:id/invite', async (request: MemberRequest, reply) => {
    const member = requireMember(staff, request);
    if (member.host !== null)
      throw new Refusal('invalid', { message: visitorOf(request).wording.say('staff.no-password-here') });
    await audit(operator, request, 'staff-invite', member);
    return show.list(request, reply, await invite(member));
  });
  scope.post('/operator/staff/:id/remove', async (request: MemberRequest, reply) => {
    const { id } = await staff.remove(actorOf(request), request.params.id);
    await Promise.all([
      sessions.end((session) => session.memberId === id),
      signIn.invitations.forget(id),
      factors.forget(id),
      parts.access.visits.forget(id),
    ]);
    return reply.redirect('../../staff?done=removed', 303);
  });
  scope.post('/operator/staff/second-factor', async (request, reply) => {
    await factors.require(actorOf(request), formOf(request).getAll('role'));
    return reply.redirect('../staff?done=required', 303);
  });
  scope.post('/operator/staff/:id/second-factor/remove', async (request: MemberRequest, reply) => {
    const member = requireMember(staff, request);
    if (member.id === parts.access.requireMember(request).id)
      throw new Refusal('invalid', {
        message: visitorOf(request).wording.say('staff.own-on-account'),
      });
    if (!(await factors.takeOff(actorOf(request), member)))
      throw new Refusal('not-found', { message: visitorOf(request).wording.say('staff.no-factor') });
    return reply.redirect('../../../staff?done=factor', 303);
  });
  registerMemberSessions(operator);
}

function registerMemberSessions(operator: OperatorScope): void {
  const { scope, parts } = operator;
  const { staff, sessions } = parts.access;
  scope.post('/operator/staff/:id/end-sessions', async (request: MemberRequest, reply) => {
    const member = requireMember(staff, request);
    await audit(operator, request, 'staff-end-sessions', member);
    await sessions.end((session) => session.memberId === member.id);
    return reply.redirect('../../staff?done=ended', 303);
  });
  scope.post('/operator/staff/:id/sessions/:session/end', async (request: MemberSessionRequest, reply) => {
    const member = requireMember(staff, request);
    await endSession(sessions, member.id, request);
    await audit(operator, request, 'staff-end-session', member);
    return reply.redirect(`../../../../staff/${member.id}?done=session`, 303);
  });
}

/** How long the page waits for the mail server: it has the only copy of the link, and what is between may give up before it. */
const mailPatienceMs = 5_000;

/**
 * Mails the link where that is set and the member has an address, else returns null. Returns whether the mail server has taken it;
 * `on-its-way` where it has not said so in time.
 */
async function sendInvitation(
  { letters, clock }: WebParts,
  { name, email }: Member,
  key: Secret,
): Promise<MailState | null> {
  if (letters === null || email === null) return null;
  const path = `operator/welcome?key=${key.reveal()}`;
  const letter = { to: email, lang: 'en', kind: 'staff', path, values: { name, hours: invitationHours } } as const;
  const isTaken = await within(clock, mailPatienceMs, letters.deliver(letter));
  return isTaken === null ? 'on-its-way' : isTaken ? 'mailed' : 'not-mailed';
}

type MailState = 'mailed' | 'not-mailed' | 'on-its-way';

interface ShownList {
  readonly done?: string | null;
  /** Who has just got a link, and its key. */
  readonly member?: Member;
  readonly key?: Secret;
  /** What became of the mail with the link; null where none was to be sent. */
  readonly mail?: MailState | null;
}

function staffPages({ parts, show }: OperatorScope) {
  const { staff, sessions, signIn, factors, visits } = parts.access;
  const stateOf = ({ id, host, passwordHash }: StoredMember) => {
    if (host !== null) return 'staff.from-host';
    if (passwordHash !== null) return 'staff.has-password';
    return signIn.invitations.isInvited(id) ? 'staff.invited' : 'staff.invitation-over';
  };
  const common = { roles: roleNames, maxNameLength };
  return {
    list: (request: FastifyRequest, reply: FastifyReply, { done = null, member, key, mail = null }: ShownList) => {
      const open = sessions.list();
      const members = staff.members.map((each) => ({
        ...each,
        state: stateOf(each),
        hasFactor: factors.find(each.id) !== null,
        hereAt: visits.find(each.id)?.at ?? null,
        sessionCount: open.filter(({ memberId }) => memberId === each.id).length,
      }));
      const link = key === undefined ? null : addressOf(request, `operator/welcome?key=${key.reveal()}`);
      const required = { requiredOf: factors.requiredOf };
      const data = {
        ...common,
        ...required,
        members,
        done,
        link,
        invited: member?.name ?? null,
        mailTo: member?.email ?? null,
        mail,
        hasMail: parts.letters !== null,
        hours: invitationHours,
      };
      return show(request, reply, { titleKey: 'staff.title', view: 'operator/staff', section, data });
    },
    one: (request: MemberRequest, reply: FastifyReply) => {
      const member = requireMember(staff, request);
      const own = sessions.list().filter(({ memberId }) => memberId === member.id);
      const isOwn = member.id === parts.access.memberOf(request)?.id;
      const factor = { factor: factors.find(member.id), isOwn };
      const lines = {
        done: doneOf(request),
        sessions: sessionLines(own, parts.access.sessionOf(request), visitorOf(request)),
      };
      const data = { ...common, ...factor, ...lines, member };
      return show(request, reply, { title: member.name, view: 'operator/member', section, data });
    },
  };
}

function inputOf(request: FastifyRequest): MemberInput {
  const form = formOf(request);
  return { name: form.get('name') ?? '', email: form.get('email') ?? '', roles: form.getAll('role') };
}

/** @throws Refusal `not-found` */
function requireMember(staff: Staff, request: MemberRequest): StoredMember {
  const member = staff.find(request.params.id);
  if (member === null) throw new Refusal('not-found', { message: visitorOf(request).wording.say('staff.no-such') });
  return member;
}

function audit({ parts }: OperatorScope, request: FastifyRequest, action: string, { name }: Member): Promise<void> {
  const entry = { at: parts.clock.now(), actor: parts.access.actorOf(request), action, subject: name, detail: null };
  return parts.records.saveAudit(entry);
}

const doneTexts = table<TextKey>({
  changed: 'staff.changed',
  required: 'staff.required-saved',
  factor: 'staff.factor-off',
  removed: 'staff.removed',
  session: 'staff.session-ended',
  ended: 'staff.sessions-ended',
});

function doneOf(request: FastifyRequest): string | null {
  const { done } = request.query as { done?: unknown };
  return saidOf(request, typeof done === 'string' ? doneTexts[done] : undefined);
}
