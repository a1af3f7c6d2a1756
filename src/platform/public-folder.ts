import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/** The folder that the web server shows as `/`: the crew center's folder less the path of its site's address. */
export function documentRoot(folder: string, siteUrl: string | null): string {
  const real = realpathSync(folder);
  const path = siteUrl === null ? '' : new URL(siteUrl).pathname.replace(/^\/+|\/+$/g, '');
  if (path === '') return real;
  const tail = sep + path.split('/').map(decodeURIComponent).join(sep);
  // An address that the folder's path does not end with is an alias of the web server.
  return real.endsWith(tail) ? real.slice(0, -tail.length) || sep : real;
}

const publicNames = new Set(['public_html', 'www', 'htdocs', 'html']);
const indexFiles = ['index.php', 'index.html', 'index.htm'];

/** True when what lies in this folder may be shown by a web server, as far as names and index files tell. */
export function looksPublic(folder: string): boolean {
  return publicNames.has(basename(folder)) || indexFiles.some((file) => existsSync(join(folder, file)));
}

/** True when `path` is `folder` or lies in it; parts that do not exist yet are taken as they are written. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(realPath(folder), realPath(path));
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && resolve(way) !== way);
}

/** The real path of what exists of it, so that a link cannot lead into a public folder unseen. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
}

export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
