/** The crew center may be below a path (`/crew/api/tracker/…`), so anything before a contract's base is ignored. */
export function cutPrefix(url: string, bases: readonly string[]): string {
  if (bases.some((base) => isAtOrBelow(url, base))) return url;
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const starts = bases.map((base) => `${path}/`.indexOf(`${base}/`)).filter((at) => at > 0);
  return starts.length === 0 ? url : url.slice(Math.min(...starts));
}

function isAtOrBelow(url: string, base: string): boolean {
  return url.startsWith(base) && (url.length === base.length || url[base.length] === '/' || url[base.length] === '?');
}

/**
 * Moves a path that stands in the query of one of these bases to where it belongs: `…/base?/flights/search&limit=5` is
 * `…/base/flights/search?limit=5`. Clients that join their base URL and a path by concatenation then need no path behind
 * the base, which some web servers redirect or do not give to PHP.
 */
export function moveQueryPath(url: string, bases: readonly string[]): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const base = url.slice(0, at).replace(/(?<!\/)\/+$/, '');
  if (!bases.includes(base)) return url;
  // A library that builds queries encodes the path, and puts an equals sign behind it.
  const [, path, query] = /^((?:\/|%2F)[^?&=]*)=?(?:[?&](.*))?$/i.exec(url.slice(at + 1)) ?? [];
  if (path === undefined) return url;
  return `${base}${path.replaceAll(/%2F/gi, '/')}${query === undefined ? '' : `?${query}`}`;
}
