import type { FastifyRequest } from 'fastify';

const cookieName = 'tracker_reviewer';
const maxName = 40;

/** Returns who reviews, as in the audit log: the operator, with the name that this browser was given. */
export function actorOf(request: Pick<FastifyRequest, 'headers'>): string {
  const name = reviewerOf(request);
  return name === '' ? 'operator@web' : `operator@web (${name})`;
}

/** Returns the name that this browser was given; empty when there is none. */
export function reviewerOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name = '', value = ''] = pair.trim().split('=');
    if (name === cookieName) return plainName(new URLSearchParams(`name=${value}`).get('name') ?? '');
  }
  return '';
}

/** Returns the `Set-Cookie` header that gives this browser a name for a year. @param isSecure - whether the page came by HTTPS */
export function writeReviewer(name: string, isSecure: boolean): string {
  const value = new URLSearchParams({ name: plainName(name) }).toString().slice('name='.length);
  return `${cookieName}=${value}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Letters, digits and what stands between them: the audit log names reviewers by it. */
function plainName(name: string): string {
  return name
    .replace(/[^\p{L}\p{N} .'-]/gu, '')
    .trim()
    .slice(0, maxName);
}
