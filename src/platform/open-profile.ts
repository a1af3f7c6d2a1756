import { resolve } from 'node:path';
import { CrewCenterError } from './crew-center.ts';
import { recognise } from './open.ts';
import { siteProfile as phpvms5 } from './phpvms5/site-profile.ts';
import { siteProfile as phpvms7 } from './phpvms7/site-profile.ts';
import type { SiteProfile } from './site/site-profile.ts';

/**
 * Returns what the checks need to know about the crew center in this folder.
 * @throws CrewCenterError when there is none
 */
export function openSiteProfile(folder: string): SiteProfile {
  const path = resolve(folder);
  const kind = recognise(path);
  if (kind === null) throw new CrewCenterError(`${path} is not a crew center that can be checked.`);
  return kind === 'phpvms5' ? phpvms5(path) : phpvms7(path);
}
