import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from './access.ts';
import { requireOwnPage } from './own-page.ts';
import type { Pilots } from './pilots.ts';

/** Lets staff in, and notes that they are here. @throws Refusal `no-session`, and the pages' error handler then redirects to the sign-in page; `forbidden` for another role */
export async function requireOperator(access: Access, request: FastifyRequest): Promise<void> {
  // What no route serves is not found, for everybody who is signed in.
  if (request.is404) access.requireMember(request);
  else access.requireRole(request);
  await access.noteUse(request);
}

/** Adds a hook that checks every form of these pages before its handler runs; no form can be registered without it. */
export function guardForms(scope: FastifyInstance, access: Access, pilots: Pilots): void {
  scope.addHook('preHandler', async (request) => {
    const { method, is404, routeOptions } = request;
    if (is404 || method === 'GET' || method === 'HEAD') return;
    // Its handler asks for whom the crew center's signed report is.
    if (routeOptions.config.form === 'edge') return;
    if (routeOptions.config.form === 'stranger') requireOwnPage(request);
    else if (routeOptions.config.form === 'pilot') pilots.requireForm(request);
    else access.requireForm(request);
  });
}

/** Returns the submitted form, which `guardForms` has checked. Empty when the request had no body. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}
