import type { FastifyRequest } from 'fastify';
import { type Access, defaultActor } from '../../access/access.ts';

const cookieName = 'tracker_reviewer';
const maxName = 40;

/** Returns who reviews, as in the audit log: the operator with the name that this browser was given, or who entered from the crew center. */
export function actorOf(access: Access, request: FastifyRequest): string {
  const [actor, name] = [access.actorOf(request), reviewerOf(request)];
  return actor !== defaultActor || name === '' ? actor : `${actor} (${name})`;
}

/** Returns the name that this browser was given; empty when there is none. */
export function reviewerOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name = '', value = ''] = pair.trim().split('=');
    if (name === cookieName) return plainName(new URLSearchParams(`name=${value}`).get('name') ?? '');
  }
  return '';
}

/** Returns the `Set-Cookie` header that gives this browser a name for a year. `path`: that of the pages, as the browser has it. */
export function writeReviewer(
  name: string,
  { isSecure, path }: { readonly isSecure: boolean; readonly path: string },
): string {
  const value = new URLSearchParams({ name: plainName(name) }).toString().slice('name='.length);
  return `${cookieName}=${value}; Path=${path}; Max-Age=31536000; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Letters, digits and what stands between them: the audit log names reviewers by it. */
function plainName(name: string): string {
  return name
    .replace(/[^\p{L}\p{N} .'-]/gu, '')
    .trim()
    .slice(0, maxName);
}
