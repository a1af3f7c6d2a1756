import { accessSync, constants, mkdtempSync, readFileSync, realpathSync, rmdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isThere } from '../../lib/is-there.ts';

/** The folder that the web server shows as `/`: the crew center's folder less the path of its site's address. */
export function documentRoot(folder: string, siteUrl: string | null): string {
  const real = realpathSync(folder);
  const path = siteUrl === null ? '' : new URL(siteUrl).pathname.replace(/^\/+|\/+$/g, '');
  if (path === '') return real;
  const tail = sep + path.split('/').map(decodeURIComponent).join(sep);
  // The whole of a phpVMS 7 may lie there: its address ends with its folder `public`. One that ends with neither is an alias.
  const shown = [real, join(real, 'public')].find((each) => each.endsWith(tail));
  return shown === undefined ? real : shown.slice(0, -tail.length) || sep;
}

const publicNames = new Set(['public_html', 'www', 'htdocs', 'html']);
/** Where Linux keeps sites side by side; a web server shows what lies in it, seldom the folder itself. */
const homesOfSites = new Set(['/var/www', '/srv/www']);
const indexFiles = ['index.php', 'index.html', 'index.htm'];

/** Whether a web server may serve this folder, judging by names and index files. */
export function looksPublic(folder: string): boolean {
  const isNamedSo = publicNames.has(basename(folder)) && !homesOfSites.has(folder);
  return isNamedSo || indexFiles.some((file) => isThere(join(folder, file)));
}

/** True when `path` is `folder` or lies in it; parts that do not exist yet are taken as they are written. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(realPath(folder), realPath(path));
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && resolve(way) !== way);
}

/** The real path of what exists of it, so that a link cannot lead into a public folder unseen. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  if (isThere(absolute)) return realpathSync(absolute);
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
}

/** Why this place may be shown by a web server whose document root is `root`, or null. */
export function whyPublic(path: string, root: string): string | null {
  if (isWithin(root, path)) return `it lies in the public folder ${root}`;
  const parts = realPath(path).split(sep);
  const ancestors = parts.map((_, index) => parts.slice(0, index + 1).join(sep) || sep);
  const found = ancestors.find((each) => isThere(each) && looksPublic(each));
  return found === undefined ? null : `${found} looks like a public folder, by its name or its index file`;
}

/** With the rights that are in force: access(2) would ask with those that the process was started with. */
export function isWritable(folder: string): boolean {
  try {
    if (process.geteuid?.() !== process.getuid?.()) rmdirSync(mkdtempSync(join(folder, '.tracker-')));
    else accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** In the data directory: the document root that the edge reported last. The next start goes by it. */
export const reportedRootFile = 'document-root.txt';

/** Null before its first report, and without such a folder. */
export function readReportedRoot(dataDirectory: string): string | null {
  try {
    return readFileSync(join(dataDirectory, reportedRootFile), 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/**
 * What the site's address shows where `public` of a phpVMS 7 was copied out of its folder, as its documentation has it for hosts with a
 * fixed document root. Null where it was not, or before the first report of the edge.
 */
export function copiedPublicFolder(dataDirectory: string, folder: string, siteUrl: string): string | null {
  const root = readReportedRoot(dataDirectory);
  if (root === null) return null;
  const shown = resolve(root, `.${decodeURIComponent(new URL(siteUrl).pathname)}`);
  return isThere(shown) && !isWithin(folder, shown) ? shown : null;
}
