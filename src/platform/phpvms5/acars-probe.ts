import { join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import type { Ask } from '../site/ask.ts';
import { askDenial, askForFiles, type Denial, type Site } from '../site/denied-folder.ts';
import type { Probed } from '../site/edge-kit.ts';
import { ownerOf } from '../site/owner.ts';
import { edgeFolder } from './edge-files.ts';

/** Folders below `acars` that are denied as a whole, whether they are there or not. */
export const privateFolders = ['sessions', 'reports', 'logs', 'cache'] as const;

const cure = 'allow the .htaccess in the virtual host (AllowOverride All), or put the rules below there';

/** Whether the web server denies private files in `acars` by their names, and its private folders whatever lies in them. */
export async function probeAcars(site: Site, ask?: Ask): Promise<readonly Probed[]> {
  const acars = join(site.folder, edgeFolder);
  const owner = ownerOf(site.folder);
  if (!isThere(acars)) return [];
  const named = { folder: acars, urls: [`${site.siteUrl}/${edgeFolder}`], extensions: ['.json'] };
  const byName = await askForFiles(owner, named, { folder: site.folder, urls: [site.siteUrl] }, ask);
  const found: Probed[] = [{ ...kindOf(byName), path: `/${edgeFolder}/check-….json`, folder: null }];
  for (const name of privateFolders) {
    const folder = join(acars, name);
    const denial = await askDenial({ folder, site, owner }, ask);
    found.push({ ...kindOf(denial), path: `/${edgeFolder}/${name}/`, folder });
  }
  return found;
}

const kindOf = (denial: Denial) => ({ denial, cure, finding: 'folder-not-denied' }) as const;
