import type { FastifyRequest } from 'fastify';

const plainName = 'tracker_operator';
/** Browsers accept this name prefix only over HTTPS and for this host alone. */
const hostName = `__Host-${plainName}`;

/** Returns the operator's session token of this request, or null. */
export function readSessionCookie(request: FastifyRequest, isSecure: boolean): string | null {
  const wanted = isSecure ? hostName : plainName;
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === wanted) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

/** Returns a `Set-Cookie` value that stores the token for this lifetime; an empty token deletes the cookie. */
export function sessionCookie(isSecure: boolean, token: string, seconds: number): string {
  const name = isSecure ? hostName : plainName;
  return `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}
