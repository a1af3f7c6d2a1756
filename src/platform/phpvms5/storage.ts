import { chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { CrewCenterError } from '../crew-center.ts';
import { documentRoot, isWithin, isWritable, looksPublic, realPath } from '../public-folder.ts';

/** Where runtime data lie, and whether that is below the public folder and has to be shown to be denied. */
export interface Storage {
  readonly path: string;
  readonly mustBeDenied: boolean;
}

export interface StorageWish {
  readonly folder: string;
  readonly siteUrl: string | null;
  /** `--data`. */
  readonly given: string | null;
  /** TRACKER_PRIVATE_STORAGE_PATH. */
  readonly configured: string;
}

/**
 * `--data`, else the configured path, else one level above the document root when that is writable and not public, else
 * `acars/storage` behind a deny rule.
 * @throws CrewCenterError for a named place that is public.
 */
export function chooseStorage({ folder, siteUrl, given, configured }: StorageWish): Storage {
  const root = documentRoot(folder, siteUrl);
  const named = given ?? (configured === 'AUTO' ? null : configured);
  if (named !== null) {
    const setting = given === null ? 'TRACKER_PRIVATE_STORAGE_PATH' : '--data';
    const reason = whyPublic(named, root);
    if (reason === null) return { path: realPath(named), mustBeDenied: false };
    throw new CrewCenterError(`${setting} is ${named}: ${reason}. Name a folder that no web server shows.`);
  }
  const above = dirname(root);
  if (above !== root && isWritable(above) && whyPublic(above, root) === null) {
    return { path: join(above, 'tracker-data'), mustBeDenied: false };
  }
  return { path: join(folder, 'acars', 'storage'), mustBeDenied: true };
}

/** Why this place may be shown by a web server, or null. */
function whyPublic(path: string, root: string): string | null {
  if (isWithin(root, path)) return `it lies in the public folder ${root}`;
  const real = realPath(path);
  const parts = real.split(sep);
  const ancestors = parts.map((_, index) => parts.slice(0, index + 1).join(sep) || sep);
  const found = ancestors.find((each) => existsSync(each) && looksPublic(each));
  return found === undefined ? null : `${found} looks like a public folder, by its name or its index file`;
}

/** For the web servers that read it (Apache, LiteSpeed); others need the rule that `install` prints. */
const denyRule = `<IfModule mod_authz_core.c>
Require all denied
</IfModule>
<IfModule !mod_authz_core.c>
Deny from all
</IfModule>
`;

/** Makes the folder for its owner alone, with the deny rule where it is public; what root makes belongs to the owner of the crew center. */
export function makeStorage(storage: Storage, folder: string): void {
  const made = mkdirSync(storage.path, { recursive: true, mode: 0o700 });
  const rule = join(storage.path, '.htaccess');
  const needsRule = storage.mustBeDenied && !existsSync(rule);
  if (needsRule) writeFileSync(rule, denyRule, { mode: 0o644 });
  if (process.getuid?.() !== 0) return;
  const owner = statSync(folder);
  const created = [made, storage.path, needsRule ? rule : undefined].filter((path) => path !== undefined);
  for (const path of created) if (existsSync(path)) chownSync(path, owner.uid, owner.gid);
}
