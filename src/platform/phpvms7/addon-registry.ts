import { join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { CrewCenterError } from '../crew-center.ts';

/**
 * Why Tracker's module cannot be installed in this site, in words that continue after a colon; null where it can. The branch
 * main, from which phpVMS 8 is to come, registers add-ons itself (app/Addons/AddonRegistry.php, table `addons`); releases up
 * to 7.0.10 load modules with a package, by the rows of table `modules`.
 */
export function whyNoModule(folder: string): string | null {
  if (!isThere(join(folder, 'app/Addons/AddonRegistry.php'))) return null;
  return 'this phpVMS is not released yet. It registers its add-ons in another way (app/Addons), and Tracker has no add-on for it';
}

/** @throws CrewCenterError with what can be done instead */
export function refuseUnreleased(folder: string): void {
  const reason = whyNoModule(folder);
  if (reason === null) return;
  throw new CrewCenterError(
    `Nothing was installed: ${reason}. The server can be used without it: pass its paths on with the rules that \`tracker install ${folder} --server nginx\` (or apache, caddy, litespeed) prints. What works there is in docs/platforms/phpvms7.md, below "phpVMS 8".`,
  );
}
