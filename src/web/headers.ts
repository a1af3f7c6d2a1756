export interface PolicyNeeds {
  /** Origins of pictures beside our own: the crew center's logo, a tile server. */
  readonly imageOrigins: readonly string[];
  /** May stand in a frame of any site. */
  readonly isEmbeddable: boolean;
}

/** The content security policy of a page: scripts, styles and connections only from ourselves, nothing inline. */
export function contentSecurityPolicy({ imageOrigins, isEmbeddable }: PolicyNeeds): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...imageOrigins].join(' '),
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isEmbeddable ? '*' : "'none'"}`,
  ].join('; ');
}

/** What every answer of the pages carries. */
export const safeHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // A share link is in the address: it must not travel on to other sites.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), camera=(), microphone=()',
};

/** The origin of a web address as the policy names it; null for anything else, so that no setting can write into the policy. */
export function imageOrigin(url: string | null): string | null {
  if (url === null || !URL.canParse(url.replace('{s}', 'a'))) return null;
  const { protocol, host } = new URL(url.replace('{s}', 'a'));
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  // A host may hold what ends a directive: `https://x;sandbox/` is an address.
  if (!/^[a-z0-9.:[\]_-]+$/.test(host)) return null;
  return `${protocol}//${url.includes('{s}') ? host.replace(/^a\./, '*.') : host}`;
}
