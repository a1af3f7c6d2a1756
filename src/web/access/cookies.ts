import type { FastifyRequest } from 'fastify';

/** Whose session a cookie holds: one of the staff, or a pilot. */
export type SessionCookie = 'tracker_operator' | 'tracker_pilot';

/** How the visitor's browser reaches the pages. */
export interface CookiePlace {
  readonly isSecure: boolean;
  /** Public path of the pages where they come through the crew center's PHP. */
  readonly base?: string;
}

/** Browsers accept `__Host-` only over HTTPS, for this host alone and all of its paths; `__Secure-` for one path too, so that the crew center does not get it. */
function nameOf(cookie: SessionCookie, { isSecure, base }: CookiePlace): string {
  if (!isSecure) return cookie;
  return base === undefined ? `__Host-${cookie}` : `__Secure-${cookie}`;
}

/** Returns the session token of this request, or null. */
export function readSessionCookie(
  { headers }: Pick<FastifyRequest, 'headers'>,
  cookie: SessionCookie,
  place: CookiePlace,
): string | null {
  const wanted = nameOf(cookie, place);
  for (const pair of (headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === wanted) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

/** Returns a `Set-Cookie` value that stores the token for this lifetime; an empty token deletes the cookie. */
export function sessionCookie(cookie: SessionCookie, place: CookiePlace, token: string, seconds: number): string {
  const path = place.base?.replace(/\?$/, '') ?? '/';
  const secure = place.isSecure ? '; Secure' : '';
  return `${nameOf(cookie, place)}=${token}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}
