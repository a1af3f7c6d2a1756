import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Secret } from '../../lib/secret.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { WebParts } from '../parts.ts';
import type { Views } from '../views.ts';
import { minPasswordLength } from './access.ts';
import { formOf } from './guard.ts';

/** Forms that are sent before there is a session. */
const stranger = { config: { form: 'stranger' } } as const;

/** Signing in and out, and the one-time link that sets the password. */
export function registerAccess(scope: FastifyInstance, { access }: WebParts, views: Views): void {
  scope.get('/operator/sign-in', (request, reply) => {
    if (access.isSignedIn(request)) return reply.redirect('../operator/', 303);
    return showSignIn(request, reply, null, 200);
  });
  scope.post('/operator/sign-in', stranger, async (request, reply) => {
    try {
      await access.signIn(request, reply, new Secret(fieldOf(request, 'password')));
    } catch (error) {
      if (isRefusal(error, 'wrong-login')) return showSignIn(request, reply, error.detail.message, 401);
      if (isRefusal(error, 'server-busy')) {
        void reply.header('retry-after', String(error.detail.retryAfterS ?? 10));
        return showSignIn(request, reply, error.detail.message, 503);
      }
      if (!isRefusal(error, 'login-throttled')) throw error;
      void reply.header('retry-after', String(error.detail.retryAfterS ?? 30));
      return showSignIn(request, reply, `Too many failed attempts. Try again in ${error.detail.retryAfterS} s.`, 429);
    }
    return reply.redirect(`../${safeTarget(fieldOf(request, 'to'))}`, 303);
  });
  scope.post('/operator/sign-out', async (request, reply) => {
    await access.signOut(request, reply);
    return reply.redirect('sign-in', 303);
  });
  scope.get('/operator/welcome', (request, reply) => showWelcome(request, reply, keyOf(request), null, 200));
  scope.post('/operator/welcome', stranger, async (request, reply) => {
    const [key, password, again] = ['key', 'password', 'again'].map((name) => fieldOf(request, name));
    if (password !== again) return showWelcome(request, reply, key ?? '', 'The two passwords are not the same.', 422);
    try {
      await access.setPassword(key ?? '', new Secret(password ?? ''));
    } catch (error) {
      if (!isRefusal(error, 'invalid')) throw error;
      return showWelcome(request, reply, key ?? '', error.detail.message, 422);
    }
    await access.signIn(request, reply, new Secret(password ?? ''));
    return reply.redirect('../operator/', 303);
  });

  function showSignIn(request: FastifyRequest, reply: FastifyReply, problem: string | null, status: number) {
    const { to } = request.query as { to?: unknown };
    const target = fieldOf(request, 'to') || (typeof to === 'string' ? to : '');
    return views.send(request, reply, {
      title: 'Sign in',
      view: 'access/sign-in',
      status,
      data: { problem, to: safeTarget(target), hasPassword: access.hasPassword },
    });
  }

  function showWelcome(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    problem: string | null,
    status: number,
  ) {
    const isOpen = access.isSetupKey(key);
    return views.send(request, reply, {
      title: 'Set the operator password',
      view: 'access/welcome',
      status: isOpen ? status : 403,
      data: { problem, key, isOpen, minPasswordLength },
    });
  }
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
