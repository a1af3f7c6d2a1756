import type { FastifyRequest } from 'fastify';

const plainName = 'tracker_operator';

/** How the visitor's browser reaches the pages. */
export interface CookiePlace {
  readonly isSecure: boolean;
  /** Public path of the pages where they come through the crew center's PHP. */
  readonly base?: string;
}

/** Browsers accept `__Host-` only over HTTPS, for this host alone and all of its paths; `__Secure-` for one path too, so that the crew center does not get it. */
function nameOf({ isSecure, base }: CookiePlace): string {
  if (!isSecure) return plainName;
  return base === undefined ? `__Host-${plainName}` : `__Secure-${plainName}`;
}

/** Returns the operator's session token of this request, or null. */
export function readSessionCookie(request: FastifyRequest, place: CookiePlace): string | null {
  const wanted = nameOf(place);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === wanted) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

/** Returns a `Set-Cookie` value that stores the token for this lifetime; an empty token deletes the cookie. */
export function sessionCookie(place: CookiePlace, token: string, seconds: number): string {
  const path = place.base?.replace(/\?$/, '') ?? '/';
  const secure = place.isSecure ? '; Secure' : '';
  return `${nameOf(place)}=${token}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}
