import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../tracking/refusals.ts';
import type { Access } from './access.ts';

/** @throws Refusal `no-session`: the error handler of the pages sends whoever it is to the sign-in */
export function demandOperator(access: Access, request: FastifyRequest): void {
  if (!access.isSignedIn(request)) throw new Refusal('no-session', { message: 'Sign in first.' });
}

/** The form that the operator sent, checked to be one of our own. @throws Refusal `no-session`, `forbidden`, `malformed` */
export function readForm(access: Access, request: FastifyRequest): URLSearchParams {
  const form = request.body;
  if (!(form instanceof URLSearchParams)) throw new Refusal('malformed', { message: 'This is no form.' });
  access.demandForm(request, form);
  return form;
}
