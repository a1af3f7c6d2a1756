import type { FastifyReply, FastifyRequest } from 'fastify';
import { Secret } from '../../lib/secret.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { formOf } from '../access/guard.ts';
import { minPasswordLength } from '../access/sign-in.ts';
import type { OperatorScope } from '../views.ts';
import { refusedOf, saidOf, visitorOf } from '../visitor/visitor.ts';
import { endSession, sessionLines } from './session-lines.ts';

const section = 'operator/account';

/** Registers the page of the member who is signed in: what they may do, their password, and their sessions. */
export function registerAccount({ scope, parts, show }: OperatorScope): void {
  const { access } = parts;
  const showPage = (
    request: FastifyRequest,
    reply: FastifyReply,
    { done = null, problem = null }: { readonly done?: string | null; readonly problem?: string | null },
  ) => {
    const member = access.requireMember(request);
    const own = access.sessions.list().filter(({ memberId }) => memberId === member.id);
    return show(request, reply, {
      titleKey: 'account.title',
      view: 'operator/account',
      section,
      status: problem === null ? 200 : 422,
      data: {
        member,
        roles: member.roles,
        sessions: sessionLines(own, access.sessionOf(request), visitorOf(request)),
        factor: access.factors.find(member.id),
        minPasswordLength,
        done,
        problem,
      },
    });
  };
  scope.get('/operator/account', (request, reply) => showPage(request, reply, { done: doneOf(request) }));
  scope.post('/operator/account/password', async (request, reply) => {
    const member = access.requireMember(request);
    const form = formOf(request);
    const [current = '', password = '', again = ''] = ['current', 'password', 'again'].map(
      (name) => form.get(name) ?? '',
    );
    if (password !== again) return showPage(request, reply, { problem: saidOf(request, 'account.not-same') });
    try {
      const wanted = { member, current: new Secret(current), password: new Secret(password) };
      await access.signIn.changePassword(request, reply, wanted);
    } catch (error) {
      if (!isRefusal(error, 'invalid')) throw error;
      return showPage(request, reply, { problem: refusedOf(request, error) });
    }
    return reply.redirect('../account?done=password', 303);
  });
  scope.post<{ Params: { session: string } }>('/operator/account/sessions/:session/end', async (request, reply) => {
    await endSession(access.sessions, access.requireMember(request).id, request);
    return reply.redirect('../../../account?done=ended', 303);
  });
  scope.post('/operator/account/sessions/end', async (request, reply) => {
    const [member, current] = [access.requireMember(request), access.sessionOf(request)];
    await access.sessions.end((each) => each.memberId === member.id && each.hash !== current?.hash);
    return reply.redirect('../../account?done=ended', 303);
  });
}

function doneOf(request: FastifyRequest): string | null {
  const { done } = request.query as { done?: unknown };
  if (done === 'password') return saidOf(request, 'account.changed');
  return done === 'ended' ? saidOf(request, 'staff.session-ended') : null;
}
