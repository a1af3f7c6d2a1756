import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../tracking/refusals.ts';
import { type Access, requireOwnPage } from './access.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A form that somebody without a session may send, from our own page. Every other form needs a session and its token. */
    form?: 'stranger';
  }
}

/** @throws Refusal `no-session`: the error handler of the pages sends whoever it is to the sign-in */
export function requireOperator(access: Access, request: FastifyRequest): void {
  if (!access.isSignedIn(request)) throw new Refusal('no-session', { message: 'Sign in first.' });
}

/** Looks at every form of these pages before its handler runs: none can be registered that it passes over. */
export function guardForms(scope: FastifyInstance, access: Access): void {
  scope.addHook('preHandler', async (request) => {
    const { method, is404, routeOptions } = request;
    if (is404 || method === 'GET' || method === 'HEAD') return;
    if (routeOptions.config.form === 'stranger') requireOwnPage(request);
    else access.requireForm(request);
  });
}

/** The form that was sent; `guardForms` has looked at it. Empty when the request had no body. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}
