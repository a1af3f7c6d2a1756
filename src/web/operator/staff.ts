import type { FastifyReply, FastifyRequest } from 'fastify';
import { listPage } from '../../lib/lists/list.ts';
import type { Secret } from '../../lib/secret.ts';
import { table } from '../../lib/table.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { formOf } from '../access/guard.ts';
import { invitationHours } from '../access/invitations.ts';
import { roleNames } from '../access/roles.ts';
import { type Member, type MemberInput, maxNameLength, type Staff, type StoredMember } from '../access/staff.ts';
import type { TextKey } from '../browser/wording.js';
import { addressOf } from '../place.ts';
import type { OperatorScope } from '../views.ts';
import { saidOf, visitorOf } from '../visitor/visitor.ts';
import { type MailState, sendInvitation } from './invitation-mail.ts';
import { registerExport } from './list-export.ts';
import { listMembers, members } from './listed-members.ts';
import {
  attempt,
  memberTexts,
  type RefusedForm,
  readMember,
  readRoles,
  requireSeen,
  roleTexts,
  toInput,
  typedMember,
} from './member-form.ts';
import { endSession, sessionLines } from './session-lines.ts';

type MemberRequest = FastifyRequest<{ Params: { id: string } }>;
type MemberSessionRequest = FastifyRequest<{ Params: { id: string; session: string } }>;

const section = 'operator/staff';

/** Registers the pages on which owners invite members of the staff, say what they may do, end their sessions, and remove them. */
export function registerStaff(operator: OperatorScope): void {
  const { scope, parts } = operator;
  const { staff, signIn } = parts.access;
  const show = staffPages(operator);
  registerExport(operator, members, () => listMembers(parts));
  const actorOf = (request: FastifyRequest) => parts.access.actorOf(request);
  const invite = async (request: FastifyRequest, member: Member): Promise<ShownList> => {
    const key = await signIn.invitations.make(member.id);
    return { member, key, mail: await sendInvitation(parts, member, key, visitorOf(request).lang) };
  };
  scope.get('/operator/staff', (request, reply) => show.list(request, reply, { done: doneOf(request) }));
  // No redirect: the link is in this response and nowhere else.
  scope.post('/operator/staff', async (request, reply) => {
    const typed = typedMember(formOf(request));
    let member: Member | null = null;
    const refused = await attempt(visitorOf(request), async () => {
      member = await staff.add(actorOf(request), typed);
    });
    if (refused !== null || member === null) return show.list(request, reply, { refused, typed });
    return show.list(request, reply, await invite(request, member));
  });
  scope.post('/operator/staff/:id/invite', async (request: MemberRequest, reply) => {
    const member = requireMember(staff, request);
    if (member.host !== null)
      throw new Refusal('invalid', { message: visitorOf(request).wording.say('staff.no-password-here') });
    await audit(operator, request, 'staff-invite', member);
    return show.list(request, reply, await invite(request, member));
  });
  registerChanges(operator);
  registerFactors(operator);
  registerMemberSessions(operator);
}

/** Registers the form that changes a member, and the button that removes one. */
function registerChanges(operator: OperatorScope): void {
  const { scope, parts } = operator;
  const { staff, sessions, signIn, factors } = parts.access;
  const show = staffPages(operator);
  const actorOf = (request: FastifyRequest) => parts.access.actorOf(request);
  scope.get('/operator/staff/:id', (request: MemberRequest, reply) => show.one(request, reply));
  scope.post('/operator/staff/:id', async (request: MemberRequest, reply) => {
    const form = formOf(request);
    const now = memberTexts(requireMember(staff, request));
    const refused = await attempt(visitorOf(request), async () => {
      const sent = readMember(form, now);
      requireSeen(sent, now, visitorOf(request));
      await staff.change(actorOf(request), request.params.id, toInput(sent.changes));
    });
    if (refused !== null) return show.one(request, reply, { refused, form });
    return reply.redirect('../staff?done=changed', 303);
  });
  scope.post('/operator/staff/:id/remove', async (request: MemberRequest, reply) => {
    const { id } = requireMember(staff, request);
    const refused = await attempt(visitorOf(request), () => staff.remove(actorOf(request), id));
    if (refused !== null) return show.one(request, reply, { refused });
    await Promise.all([
      sessions.end((session) => session.memberId === id),
      signIn.invitations.forget(id),
      factors.forget(id),
      parts.access.visits.forget(id),
    ]);
    return reply.redirect('../../staff?done=removed', 303);
  });
}

/** Registers the form of the roles that need a second factor, and the button that takes a member's off. */
function registerFactors(operator: OperatorScope): void {
  const { scope, parts } = operator;
  const { staff, factors } = parts.access;
  const show = staffPages(operator);
  const actorOf = (request: FastifyRequest) => parts.access.actorOf(request);
  scope.post('/operator/staff/second-factor', async (request, reply) => {
    const form = formOf(request);
    const now = roleTexts(factors.requiredOf);
    const refused = await attempt(visitorOf(request), async () => {
      const sent = readRoles(form, now);
      requireSeen(sent, now, visitorOf(request));
      if (sent.changes.roles !== undefined) await factors.require(actorOf(request), form.getAll('role'));
    });
    if (refused !== null) return show.list(request, reply, { refused, required: form.getAll('role') });
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

interface ShownList {
  readonly done?: string | null;
  /** Who has just got a link, and its key. */
  readonly member?: Member;
  readonly key?: Secret;
  /** What became of the mail with the link; null where none was to be sent. */
  readonly mail?: MailState | null;
  /** What is wrong with a form that was sent, and what was typed for a new member, or as the roles that need a second factor. */
  readonly refused?: RefusedForm | null;
  readonly typed?: MemberInput;
  readonly required?: readonly string[];
}

interface ShownMember {
  readonly refused?: RefusedForm;
  /** The form that was sent. */
  readonly form?: URLSearchParams;
}

function staffPages(operator: OperatorScope) {
  const { parts, show } = operator;
  const { staff, sessions, factors } = parts.access;
  const common = { roles: roleNames, maxNameLength };
  return {
    list: (
      request: FastifyRequest,
      reply: FastifyReply,
      { done = null, member, key, mail = null, refused = null, ...sent }: ShownList,
    ) => {
      const link = key === undefined ? null : addressOf(request, `operator/welcome?key=${key.reveal()}`);
      const typed = sent.typed ?? { name: '', email: '', roles: [] };
      const required = {
        requiredOf: sent.required ?? factors.requiredOf,
        shownRequired: roleTexts(factors.requiredOf).roles,
      };
      const data = {
        ...common,
        ...required,
        list: listPage(listMembers(parts), request.query, members),
        typed,
        wrong: (sent.typed && refused?.fields) ?? {},
        problem: refused?.problem ?? null,
        done,
        link,
        invited: member?.name ?? null,
        mailTo: member?.email ?? null,
        mail,
        hasMail: parts.letters !== null,
        hours: invitationHours,
      };
      const status = refused === null ? 200 : 422;
      return show(request, reply, { titleKey: 'staff.title', view: 'operator/staff', section, status, data });
    },
    one: (request: MemberRequest, reply: FastifyReply, { refused, form }: ShownMember = {}) => {
      const member = requireMember(staff, request);
      const own = sessions.list().filter(({ memberId }) => memberId === member.id);
      const isOwn = member.id === parts.access.memberOf(request)?.id;
      const factor = { factor: factors.find(member.id), isOwn };
      const lines = {
        done: doneOf(request),
        sessions: sessionLines(own, parts.access.sessionOf(request), visitorOf(request)),
      };
      const shown = memberTexts(member);
      const typed = form === undefined ? member : { ...member, ...toInput(readMember(form, shown).changes) };
      const wrong = { wrong: refused?.fields ?? {}, problem: refused?.problem ?? null };
      const data = { ...common, ...factor, ...lines, ...wrong, member, typed, shown };
      const status = refused === undefined ? 200 : 422;
      return show(request, reply, { title: member.name, view: 'operator/member', section, status, data });
    },
  };
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
