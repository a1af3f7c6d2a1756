import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalAnswers } from '../../http/refusal-answers.ts';
import { Secret } from '../../lib/secret.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { WebParts } from '../parts.ts';
import type { Views } from '../views.ts';
import type { Access } from './access.ts';
import { formOf } from './guard.ts';
import { roles } from './roles.ts';
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
  const show = signInPage(access, views);
  scope.get('/operator/sign-in', (request, reply) => {
    if (access.isSignedIn(request)) return reply.redirect('../operator/', 303);
    return show(request, reply, null, 200);
  });
  scope.post('/operator/sign-in', stranger, async (request, reply) => {
    try {
      await access.signIn.withPassword(
        request,
        reply,
        fieldOf(request, 'login'),
        new Secret(fieldOf(request, 'password')),
      );
    } catch (error) {
      const failed = failedSignIn(error);
      if (failed === null) throw error;
      if (failed.retryAfterS !== null) void reply.header('retry-after', String(failed.retryAfterS));
      return show(request, reply, failed.message, failed.status);
    }
    return reply.redirect(`../${safeTarget(fieldOf(request, 'to'))}`, 303);
  });
  scope.post('/operator/sign-out', async (request, reply) => {
    await access.signOut(request, reply);
    return reply.redirect('sign-in', 303);
  });
}

interface FailedSignIn {
  readonly message: string;
  readonly status: number;
  readonly retryAfterS: number | null;
}

/** Returns the response to a failed sign-in; null for other errors. */
function failedSignIn(error: unknown): FailedSignIn | null {
  if (!isRefusal(error)) return null;
  const { message, retryAfterS } = error.detail;
  const { status } = refusalAnswers[error.code];
  if (error.code === 'wrong-login') return { message, status, retryAfterS: null };
  if (error.code === 'server-busy') return { message, status, retryAfterS: retryAfterS ?? 10 };
  if (error.code !== 'login-throttled') return null;
  const seconds = retryAfterS ?? 30;
  return {
    message: `Too many failed attempts. Try again in ${seconds} s, or sign in by a link of \`tracker operator link\`.`,
    status,
    retryAfterS: seconds,
  };
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
    const [key = '', name = '', text = '', again] = ['key', 'name', 'password', 'again'].map((field) =>
      fieldOf(request, field),
    );
    if (text !== again) return show(request, reply, { key, name, problem: 'The two passwords are not the same.' });
    try {
      await access.signIn.setPassword(request, reply, { key, name, password: new Secret(text) });
    } catch (error) {
      if (!isRefusal(error, 'invalid')) throw error;
      return show(request, reply, { key, name, problem: error.detail.message });
    }
    return reply.redirect('../operator/', 303);
  });
}

function signInPage(access: Access, views: Views) {
  return (request: FastifyRequest, reply: FastifyReply, problem: string | null, status: number) => {
    const { to } = request.query as { to?: unknown };
    const target = fieldOf(request, 'to') || (typeof to === 'string' ? to : '');
    return views.send(request, reply, {
      title: 'Sign in',
      view: 'access/sign-in',
      status,
      data: { problem, to: safeTarget(target), login: fieldOf(request, 'login'), hasOwner: access.staff.hasOwner },
    });
  };
}

function welcomePage(access: Access, views: Views) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { key, name, problem = null }: { readonly key: string; readonly name?: string; readonly problem?: string | null },
  ) => {
    const use = access.signIn.linkOf(key);
    const member = use?.kind === 'member' ? use.member : null;
    return views.send(request, reply, {
      title: 'Set your password',
      view: 'access/welcome',
      status: use === null ? 403 : problem === null ? 200 : 422,
      data: {
        problem,
        key,
        isOpen: use !== null,
        member,
        name: member?.name ?? name ?? onlyOwner(access),
        roles: (member?.roles ?? []).map((role) => `${role}: ${roles[role]}`),
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
