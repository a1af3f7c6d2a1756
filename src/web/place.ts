import type { FastifyRequest } from 'fastify';

/** What is needed of a request to know where its visitor sees the pages. */
export type Placed = Pick<FastifyRequest, 'url' | 'trackerOrigin'>;

/**
 * Returns the public path of `/tracker` for a visitor who comes through the crew center's PHP: `/crew/tracker`, or `/acars/tracker.php?`
 * where all paths are in the query of that script. Null for others, whose links are relative.
 */
function baseOf({ trackerOrigin }: Pick<FastifyRequest, 'trackerOrigin'>): string | null {
  return trackerOrigin?.base ?? null;
}

/** Whether the request came through the crew center's PHP, which holds a worker until the answer is there. */
export function isThroughHost(request: Pick<FastifyRequest, 'trackerOrigin'>): boolean {
  return baseOf(request) !== null;
}

/** Returns what precedes a path below `/tracker/` in links. Relative, so that the pages also work below another folder, unless the base is known. */
export function rootOf(request: Placed, url = request.url): string {
  const base = baseOf(request);
  return base === null ? relativeRoot(url) : `${base}/`;
}

/** Returns the link to the map. Some hosts redirect a path that ends with a slash; behind a script one says that a path follows. */
export function homeOf(request: Placed): string {
  const base = baseOf(request);
  return base === null || /\.php\??$/.test(base) ? rootOf(request) : base;
}

function relativeRoot(url: string): string {
  const path = url.split('?')[0] ?? '';
  const below = path.slice('/tracker/'.length);
  const depth = path.startsWith('/tracker/') ? below.split('/').length - 1 : 0;
  if (path.startsWith('/tracker/')) return '../'.repeat(depth) || './';
  return `${'../'.repeat(Math.max(0, path.split('/').length - 2))}tracker/`;
}

/** Returns the site's address as the visitor's browser has it: `https://crew.example`. */
export function siteOf(request: Pick<FastifyRequest, 'trackerOrigin' | 'host'>): string {
  // Whatever else a client calls its host leads nowhere.
  const host = /^[\w.:[\]-]{1,255}$/.test(request.host) ? request.host : 'localhost';
  return `${request.trackerOrigin?.isSecure === true ? 'https' : 'http'}://${host}`;
}

/**
 * Returns the whole address of a page for the visitor. The path may continue above ours, where the site is below a folder.
 * @param path - below `/tracker/`
 */
export function addressOf(request: Placed & Pick<FastifyRequest, 'originalUrl' | 'host'>, path: string): string {
  const base = baseOf(request);
  const front = /^(.*?\/tracker)(?:[/?]|$)/.exec(request.originalUrl)?.[1] ?? '/tracker';
  return `${siteOf(request)}${base ?? front}/${path}`;
}

/** Returns the path for which the visitor's browser keeps our cookies: that of the pages alone, where the crew center has other ones. */
export function cookiePath(request: Pick<FastifyRequest, 'trackerOrigin'>): string {
  return baseOf(request)?.replace(/\?$/, '') ?? '/';
}

/** Returns where a redirect leads as the visitor sees it. Without a base it stays relative. */
export function publicLocation(request: Placed, location: string): string {
  const base = baseOf(request);
  if (base === null) return location;
  const isPublic = location === base || location.startsWith(`${base}/`);
  const inside = new URL(isPublic ? `/tracker${location.slice(base.length)}` : location, `http://inside${request.url}`);
  if (inside.host !== 'inside' || !/^\/tracker(?:\/|$)/.test(inside.pathname)) return homeOf(request);
  const below = inside.pathname.slice('/tracker/'.length).replace(/(?<!\/)\/+$/, '');
  const path = below === '' ? homeOf(request) : `${base}/${below}`;
  return path + inside.search + inside.hash;
}
