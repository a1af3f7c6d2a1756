import { TrackerError } from './tracker-error.ts';

export interface BaseUrl {
  /** Origin and path of the crew center, without a slash at the end. */
  readonly href: string;
  /** What was removed from a pasted address, without credentials; null when nothing was. */
  readonly cut: string | null;
}

/** Matches the part of a pasted endpoint after the crew center's path: `/api/tracker/…`, `/acars/….php`, the folder, `/index.php`. */
const endpoint = /\/(?:api\/tracker(?:\/.*)?|acars(?:\/[^/]*\.php)?|index\.php(?:\/.*)?)$/;
const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/i;

/**
 * Returns the crew center's base URL from what a pilot types or pastes. The default scheme is https (http on loopback).
 * A trailing slash, doubled slashes, query, fragment and the path of an endpoint are removed.
 * @throws TrackerError `bad-url`
 */
export function readBaseUrl(text: string): BaseUrl {
  const trimmed = text.trim();
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? '' : loopback.test(trimmed) ? 'http://' : 'https://';
  const url = parse(scheme + trimmed);
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  const crewCenterPath = path.replace(endpoint, '');
  const tail = path.slice(crewCenterPath.length) + (url.search === '' ? '' : '?…');
  const cut = (url.username + url.password === '' ? '' : 'the login before the host ') + tail;
  return { href: url.origin + crewCenterPath, cut: cut.trim() === '' ? null : cut.trim() };
}

function parse(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new TrackerError(
      'bad-url',
      'This is not a web address. Enter the address of the crew center, such as https://va.example.',
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TrackerError('bad-url', `The address must begin with https://, not ${url.protocol}//.`);
  }
  return url;
}
