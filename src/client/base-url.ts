import { TrackerError } from './tracker-error.ts';

export interface BaseUrl {
  /** Origin and path of the crew center, without a slash at the end. */
  readonly href: string;
  /** What was cut off a pasted address, null when nothing was; says nothing of credentials. */
  readonly cut: string | null;
}

/** Where the crew center's own path ends in a pasted endpoint: `/api/tracker/…`, `/acars/….php`, the bare folder, `/index.php`. */
const endpoint = /\/(?:api\/tracker(?:\/.*)?|acars(?:\/[^/]*\.php)?|index\.php(?:\/.*)?)$/;
const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/i;

/**
 * The crew center's base URL out of what a pilot types or pastes: without a scheme it is https (http on loopback),
 * a slash at the end, doubled slashes, query and fragment fall away, and an endpoint is cut back to its crew center.
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
      'This is not a web address. Give the address of the crew center, https://va.example.',
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TrackerError('bad-url', `A crew center is reached by https, not by ${url.protocol}//.`);
  }
  return url;
}
