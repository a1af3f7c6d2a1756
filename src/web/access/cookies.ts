import type { FastifyRequest } from 'fastify';

const plainName = 'tracker_operator';
/** Browsers take this name only by https, for this host alone. */
const hostName = `__Host-${plainName}`;

/** The operator's session token that this request carries; null when it carries none. */
export function readSessionCookie(request: FastifyRequest, isSecure: boolean): string | null {
  const wanted = isSecure ? hostName : plainName;
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === wanted) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

/** The `Set-Cookie` that keeps this token for so long; with an empty token it makes the browser forget. */
export function sessionCookie(isSecure: boolean, token: string, seconds: number): string {
  const name = isSecure ? hostName : plainName;
  return `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}
