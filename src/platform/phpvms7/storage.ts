import { chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { CrewCenterError } from '../crew-center.ts';
import { isWithin, isWritable, looksPublic, realPath } from '../public-folder.ts';

/**
 * Where journal and logs lie beside a phpVMS 7: `--data`, else `storage/app/tracker` of the platform, else one level above
 * it. A place that a web server may show is none: the platform's document root is its folder `public`, but on shared hosts
 * the whole platform lies in the web root.
 * @throws CrewCenterError when every place is public, or a named one is
 */
export function chooseStorage(folder: string, given: string | null): string {
  const root = realPath(existsSync(join(folder, 'public')) ? join(folder, 'public') : folder);
  if (given !== null) {
    const reason = whyPublic(given, root);
    if (reason === null) return realPath(given);
    throw new CrewCenterError(`--data is ${given}: ${reason}. Name a folder that no web server shows.`);
  }
  const own = join(realPath(folder), 'storage', 'app', 'tracker');
  if (whyPublic(own, root) === null) return own;
  const above = join(dirname(realPath(folder)), 'tracker-data');
  if (whyPublic(above, root) === null && isWritable(dirname(above))) return above;
  throw new CrewCenterError(
    `${own} may be shown by a web server: ${whyPublic(own, root)}. Name another folder with --data.`,
  );
}

/** Why this place may be shown by a web server, or null. */
function whyPublic(path: string, root: string): string | null {
  if (isWithin(root, path)) return `it lies in the public folder ${root}`;
  const parts = realPath(path).split(sep);
  const ancestors = parts.map((_, index) => parts.slice(0, index + 1).join(sep) || sep);
  const found = ancestors.find((each) => existsSync(each) && looksPublic(each));
  return found === undefined ? null : `${found} looks like a public folder, by its name or its index file`;
}

/** Makes the folder for its owner alone; what root makes belongs to the owner of the crew center. */
export function makeStorage(path: string, folder: string): void {
  const made = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  for (const each of new Set([made, path])) if (each !== undefined) chownSync(each, uid, gid);
}
