import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalAnswers } from '../../http/refusal-answers.ts';
import { Secret } from '../../lib/secret.ts';
import { isRefusal, type Refusal } from '../../tracking/refusals.ts';
import type { TextKey } from '../browser/wording.js';
import type { WebParts } from '../parts.ts';
import type { Views } from '../views.ts';
import { refusedOf, visitorOf } from '../visitor/visitor.ts';
import type { Access } from './access.ts';
import { formOf } from './guard.ts';
import { minPasswordLength } from './sign-in.ts';
import { maxNameLength } from './staff.ts';

/** Forms that are sent before there is a session. */
const stranger = { config: { form: 'stranger' } } as const;

/** Signing in and out, and the one-time link that sets the password. */
export function registerAccess(scope: FastifyInstance, { access }: WebParts, views: Views): void {
  registerSignIn(scope, access, views);
  registerWelcome(scope, access, views);
  registerEntry(scope, access);
}

function registerSignIn(scope: FastifyInstance, access: Access, views: Views): void {
  const show = signInPages(access, views);
  scope.get('/operator/sign-in', (request, reply) => {
    if (access.isUnfinished(request)) return reply.redirect('account/second-factor', 303);
    if (access.isSignedIn(request)) return reply.redirect('../operator/', 303);
    return show.password(request, reply, ok);
  });
  scope.post('/operator/sign-in', stranger, async (request, reply) => {
    const password = new Secret(fieldOf(request, 'password'));
    try {
      const proof = await access.signIn.withPassword(request, reply, fieldOf(request, 'login'), password);
      if (proof !== null) return show.code(request, reply, proof, ok);
    } catch (error) {
      return show.password(request, reply, failedSignIn(error, request, reply, 'entry.wrong-login'));
    }
    return reply.redirect(`../${safeTarget(fieldOf(request, 'to'))}`, 303);
  });
  scope.get('/operator/sign-in/code', (_request, reply) => reply.redirect('../sign-in', 303));
  scope.post('/operator/sign-in/code', stranger, async (request, reply) => {
    const proof = fieldOf(request, 'proof');
    try {
      await access.signIn.withCode(request, reply, proof, fieldOf(request, 'code'));
    } catch (error) {
      // The password is asked for again where it was entered too long ago.
      if (isRefusal(error, 'forbidden')) return show.password(request, reply, failureOf(request, error));
      return show.code(request, reply, proof, failedSignIn(error, request, reply, 'entry.wrong-code'));
    }
    return reply.redirect(`../../${safeTarget(fieldOf(request, 'to'))}`, 303);
  });
  scope.post('/operator/sign-out', { config: { isForUnfinished: true } }, async (request, reply) => {
    await access.signOut(request, reply);
    return reply.redirect('sign-in', 303);
  });
}

/** What a page says of an attempt that failed. */
interface Failure {
  readonly problem: string | null;
  readonly status: number;
}
const ok: Failure = { problem: null, status: 200 };

const failureOf = (request: FastifyRequest, refusal: Refusal): Failure => ({
  problem: refusedOf(request, refusal),
  status: refusalAnswers[refusal.code].status,
});

/** Returns what the page says after a failed sign-in, and notes in the reply when to try again. Other errors are thrown. */
function failedSignIn(error: unknown, request: FastifyRequest, reply: FastifyReply, wrong: TextKey): Failure {
  const { wording } = visitorOf(request);
  if (isRefusal(error, 'wrong-login')) return { ...failureOf(request, error), problem: wording.say(wrong) };
  const isBusy = isRefusal(error, 'server-busy');
  if (!isBusy && !isRefusal(error, 'login-throttled')) throw error;
  const seconds = error.detail.retryAfterS ?? (isBusy ? 10 : 30);
  void reply.header('retry-after', String(seconds));
  if (isBusy) return failureOf(request, error);
  const problem = wording.say('entry.throttled', { seconds });
  return { ...failureOf(request, error), problem };
}

/** The way from the crew center's own administration, without a second password. */
function registerEntry(scope: FastifyInstance, access: Access): void {
  scope.post('/operator/entry', { config: { form: 'edge' } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    try {
      return await reply.send({ path: `operator/enter?t=${await access.signIn.makeEntry(request)}` });
    } catch (error) {
      if (!isRefusal(error, 'forbidden')) throw error;
      return reply.code(refusalAnswers[error.code].status).send({ message: error.detail.message });
    }
  });
  // A HEAD request must not use it up.
  scope.get('/operator/enter', { exposeHeadRoute: false }, async (request, reply) => {
    const { t } = request.query as { t?: unknown };
    await access.signIn.enter(request, reply.header('cache-control', 'no-store'), typeof t === 'string' ? t : '');
    return reply.redirect('../operator', 303);
  });
}

function registerWelcome(scope: FastifyInstance, access: Access, views: Views): void {
  const show = welcomePage(access, views);
  scope.get('/operator/welcome', (request, reply) => show(request, reply, { key: keyOf(request) }));
  scope.post('/operator/welcome', stranger, async (request, reply) => {
    const [key = '', name = '', text = '', again, code = ''] = ['key', 'name', 'password', 'again', 'code'].map(
      (field) => fieldOf(request, field),
    );
    const problem = visitorOf(request).wording.say('entry.not-same');
    if (text !== again) return show(request, reply, { key, name, failure: { problem, status: 422 } });
    try {
      await access.signIn.setPassword(request, reply, { key, name, password: new Secret(text), code });
    } catch (error) {
      const failure = isRefusal(error, 'invalid')
        ? { ...failureOf(request, error), status: 422 }
        : failedSignIn(error, request, reply, 'entry.wrong-code');
      return show(request, reply, { key, name, failure });
    }
    return reply.redirect('../operator/', 303);
  });
}

function signInPages(access: Access, views: Views) {
  const targetOf = (request: FastifyRequest) => {
    const { to } = request.query as { to?: unknown };
    return safeTarget(fieldOf(request, 'to') || (typeof to === 'string' ? to : ''));
  };
  return {
    password: (request: FastifyRequest, reply: FastifyReply, { problem, status }: Failure) => {
      const shown = { problem, to: targetOf(request), login: fieldOf(request, 'login') };
      const data = { ...shown, hasOwner: access.staff.hasOwner };
      const page = { titleKey: 'entry.sign-in', view: 'access/sign-in', isTranslated: true } as const;
      return views.send(request, reply, { ...page, status, data });
    },
    code: (request: FastifyRequest, reply: FastifyReply, proof: string, { problem, status }: Failure) => {
      const data = { problem, to: targetOf(request), proof };
      const page = { titleKey: 'factor.title', view: 'access/sign-in-code', isTranslated: true } as const;
      return views.send(request, reply, { ...page, status, data });
    },
  };
}

function welcomePage(access: Access, views: Views) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { key, name, failure = ok }: { readonly key: string; readonly name?: string; readonly failure?: Failure },
  ) => {
    const use = access.signIn.linkOf(key);
    const member = use?.kind === 'member' ? use.member : null;
    return views.send(request, reply, {
      titleKey: 'entry.set-password',
      isTranslated: true,
      view: 'access/welcome',
      status: use === null ? 403 : failure.status,
      data: {
        problem: failure.problem,
        key,
        isOpen: use !== null,
        member,
        asksCode: member !== null && access.factors.find(member.id) !== null,
        name: member?.name ?? name ?? onlyOwner(access),
        roles: member?.roles ?? [],
        minPasswordLength,
        maxNameLength,
      },
    });
  };
}

/** The name that an owner who forgot the password most likely has. */
function onlyOwner({ staff }: Access): string {
  const [owner, ...others] = staff.members.filter((each) => each.host === null && each.roles.includes('owner'));
  return others.length === 0 ? (owner?.name ?? '') : '';
}

function fieldOf(request: FastifyRequest, name: string): string {
  return formOf(request).get(name) ?? '';
}

function keyOf(request: FastifyRequest): string {
  const { key } = request.query as { key?: unknown };
  return typeof key === 'string' ? key : '';
}

/** Returns the requested path if it is one of the operator pages, so that sign-in cannot redirect to another site. */
export function safeTarget(to: string): string {
  return /^(operator|admin|update|flights)(\/[A-Za-z0-9_-]+)*\/?$/.test(to) ? to : 'operator/';
}
