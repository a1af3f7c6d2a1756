import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { CrewCenterError } from '../crew-center.ts';
import { asOwner, isRoot, isRootsAlone, ownerOf, requireOwnPath } from '../site/owner.ts';
import { makePrivateFolder } from '../site/private-folder.ts';
import { documentRoot, isWritable, realPath, whyPublic } from '../site/public-folder.ts';
import { dataPlaces, isHolder, markHolder, otherHolder, requireFree } from '../site/whose-data.ts';

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
 * A place that holds the data of another crew center is none.
 * @throws CrewCenterError for a named place that is public or another's
 */
export function chooseStorage({ folder, siteUrl, given, configured }: StorageWish): Storage {
  const root = documentRoot(folder, siteUrl);
  const named = given ?? (configured === 'AUTO' ? null : configured);
  if (named !== null) {
    const setting = given === null ? 'TRACKER_PRIVATE_STORAGE_PATH' : '--data';
    const reason = whyPublic(named, root);
    if (reason !== null)
      throw new CrewCenterError(`${setting} is ${named}: ${reason}. Choose a folder that is not public.`);
    requireFree(setting, named, folder);
    return { path: realPath(named), mustBeDenied: false };
  }
  const above = dirname(root);
  const places = above === root ? [] : dataPlaces(above, realPath(folder));
  const isFit = (place: string) =>
    whyPublic(place, root) === null && otherHolder(place, folder) === null && canHold(place, folder);
  const data = places.find((place) => isHolder(place, folder) && isFit(place)) ?? places.find(isFit);
  if (data !== undefined) return { path: data, mustBeDenied: false };
  return { path: join(folder, 'acars', 'storage'), mustBeDenied: true };
}

/** It is there, or its parent lets the crew center's owner make it; root may make it in a place of its own. */
function canHold(path: string, folder: string): boolean {
  const place = isThere(path) ? path : dirname(path);
  return asOwner(ownerOf(folder), () => isWritable(place)) || (isRoot() && isRootsAlone(dirname(path)));
}

/** For the web servers that read it (Apache, LiteSpeed); others need the rule that `install` prints. */
export const denyRule = `<IfModule mod_authz_core.c>
Require all denied
</IfModule>
<IfModule !mod_authz_core.c>
Deny from all
</IfModule>
`;

/** Makes the folder for the owner of the crew center alone, with the deny rule where it is public. @throws CrewCenterError */
export function makeStorage(storage: Storage, folder: string): void {
  const owner = ownerOf(folder);
  makePrivateFolder(storage.path, owner);
  if (!storage.mustBeDenied) markHolder(storage.path, folder);
  const rule = join(storage.path, '.htaccess');
  if (!storage.mustBeDenied || isThere(rule)) return;
  requireOwnPath(folder, rule);
  asOwner(owner, () => writeFileSync(rule, denyRule, { mode: 0o644, flag: 'wx' }));
}
