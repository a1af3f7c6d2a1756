import { resolve } from 'node:path';
import { CrewCenterError } from './crew-center.ts';
import { recognise } from './open.ts';
import { siteProfile as phpvms5 } from './phpvms5/site-profile.ts';
import { siteProfile as phpvms7 } from './phpvms7/site-profile.ts';
import type { SiteProfile } from './site/site-profile.ts';

/**
 * What is known of the crew center in this folder, for checking it.
 * @throws CrewCenterError when there is none
 */
export function openSiteProfile(folder: string): SiteProfile {
  const path = resolve(folder);
  const kind = recognise(path);
  if (kind === null) throw new CrewCenterError(`${path} is no crew center that can be checked.`);
  return kind === 'phpvms5' ? phpvms5(path) : phpvms7(path);
}
