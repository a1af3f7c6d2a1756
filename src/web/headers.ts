import { table } from '../lib/table.ts';

export interface PolicyNeeds {
  /** Other origins of images: the crew center's logo, a tile server. */
  readonly imageOrigins: readonly string[];
  /** Whether any site may embed the page in a frame. */
  readonly isEmbeddable: boolean;
}

/** Returns the content security policy of a page: scripts, styles and connections from the same origin only, nothing inline. */
export function contentSecurityPolicy({ imageOrigins, isEmbeddable }: PolicyNeeds): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...imageOrigins].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isEmbeddable ? '*' : "'none'"}`,
  ].join('; ');
}

/** Headers of every response of the pages. */
export const safeHeaders = table<string>({
  'x-content-type-options': 'nosniff',
  // A share link is in the URL, which must not be sent to other sites.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), camera=(), microphone=()',
});

/** Returns the origin of a web address; null for anything else, so that no setting can inject into the policy. */
export function imageOrigin(url: string | null): string | null {
  if (url === null || !URL.canParse(url.replace('{s}', 'a'))) return null;
  const { protocol, host } = new URL(url.replace('{s}', 'a'));
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  // A host may contain characters that end a directive: `https://x;sandbox/` is a valid URL.
  if (!/^[a-z0-9.:[\]_-]+$/.test(host)) return null;
  return `${protocol}//${url.includes('{s}') ? host.replace(/^a\./, '*.') : host}`;
}
