import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Secret } from '../../lib/secret.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { formOf } from '../access/guard.ts';
import { addressOfKey, toQrCode } from '../access/one-time-codes.ts';
import { actorNameOf, type Member } from '../access/staff.ts';
import { readBrand } from '../brand.ts';
import type { OperatorScope } from '../views.ts';
import { refusedOf, saidOf } from '../visitor/visitor.ts';

/** These pages are what a member gets first who lacks the second factor that is required. */
const forUnfinished = { config: { isForUnfinished: true } } as const;

interface Shown {
  readonly done?: string | null;
  readonly problem?: string | null;
  /** Just made: they are shown once. */
  readonly recoveryCodes?: readonly Secret[];
}

/** Registers the page on which a member sets the own second factor up, gets other recovery codes, and turns it off. */
export function registerSecondFactor(operator: OperatorScope): void {
  const { scope, parts } = operator;
  const { access } = parts;
  const { factors } = access;
  const showPage = secondFactorPage(operator);
  /** Lets a handler act for a member who entered a code that counts; a wrong one is said on the page. */
  const withCode = async (request: FastifyRequest, reply: FastifyReply, act: (member: Member) => Promise<Shown>) => {
    const member = access.requireMember(request);
    try {
      await access.signIn.requireCode(request, member, formOf(request).get('code') ?? '');
      return showPage(request, reply, await act(member));
    } catch (error) {
      if (!isRefusal(error, 'wrong-login') && !isRefusal(error, 'invalid')) throw error;
      const problem = isRefusal(error, 'wrong-login') ? saidOf(request, 'entry.wrong-code') : refusedOf(request, error);
      return showPage(request, reply, { problem });
    }
  };
  scope.get('/operator/account/second-factor', forUnfinished, (request, reply) => showPage(request, reply, {}));
  scope.post('/operator/account/second-factor/begin', forUnfinished, async (request, reply) => {
    await factors.begin(access.requireMember(request));
    return reply.redirect('../second-factor', 303);
  });
  // No redirect: the recovery codes are in this response and nowhere else.
  scope.post('/operator/account/second-factor/confirm', forUnfinished, async (request, reply) => {
    const [member, current] = [access.requireMember(request), access.sessionOf(request)];
    try {
      const recoveryCodes = await factors.confirm(actorNameOf(member), member, formOf(request).get('code') ?? '');
      // They were begun with the password alone.
      await access.sessions.end((each) => each.memberId === member.id && each.hash !== current?.hash);
      return await showPage(request, reply, { done: saidOf(request, 'factor.counts'), recoveryCodes });
    } catch (error) {
      if (!isRefusal(error, 'invalid')) throw error;
      return showPage(request, reply, { problem: refusedOf(request, error) });
    }
  });
  scope.post('/operator/account/second-factor/recovery', (request, reply) =>
    withCode(request, reply, async (member) => {
      const recoveryCodes = await factors.renewRecovery(actorNameOf(member), member);
      return { done: saidOf(request, 'factor.recovery-renewed'), recoveryCodes };
    }),
  );
  scope.post('/operator/account/second-factor/off', (request, reply) =>
    withCode(request, reply, async (member) => {
      await factors.takeOff(actorNameOf(member), member);
      return { done: saidOf(request, 'factor.is-off') };
    }),
  );
}

function secondFactorPage({ parts, show }: OperatorScope) {
  const { access, tracking } = parts;
  const { factors } = access;
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { done = null, problem = null, recoveryCodes = [] }: Shown,
  ) => {
    const member = access.requireMember(request);
    const key = factors.pendingKey(member.id);
    const address = key === null ? null : await addressOfKey(key, readBrand(tracking).name, member.name);
    return show(request, reply, {
      titleKey: 'factor.title',
      view: 'operator/second-factor',
      section: 'operator/account',
      status: problem === null ? 200 : 422,
      data: {
        member,
        factor: factors.find(member.id),
        isMissing: factors.isMissing(member),
        key: key?.reveal() ?? null,
        qrCode: address === null ? null : await toQrCode(address),
        recoveryCodes: recoveryCodes.map((code) => code.reveal()),
        done,
        problem,
      },
    });
  };
}
