import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { isTooOld } from '../site/edge-kit.ts';
import type { Observation } from '../site/observation.ts';
import { asOwner, ownerOf } from '../site/owner.ts';
import type { SiteProfile } from '../site/site-profile.ts';
import { whyNoModule } from './addon-registry.ts';
import { inspectHost } from './host-inspection.ts';
import { moduleFiles, moduleFolder } from './module-files.ts';

/**
 * A phpVMS 7: its folder `public` is shown, or a copy of it; some hosts show the whole folder. `/acars/*.php` of a version 5
 * has no place there. Stock releases show the sources of an editor below `public/assets`, and nothing private.
 */
export function siteProfile(folder: string): SiteProfile {
  return {
    publicFolders: [join(folder, 'public'), folder].filter((each) => isThere(each)),
    trackingFolders: [join(folder, 'public', 'acars'), join(folder, 'acars')],
    isEveryScriptObsolete: true,
    belongs: () => false,
    // Files of the platform's folder, for hosts where all of it is public.
    shippedFolders: [
      'storage',
      'bootstrap/cache',
      'vendor',
      'config',
      'database',
      'tests',
      'resources',
      'app',
      'modules',
    ],
    shippedFiles: /^(?:\.env(?:\.\w+)?|artisan|composer\.(?:json|lock))$/,
    oldDataFolders: [join(folder, 'storage/app/tracker')],
    readSettings: async () => [],
    readVersions: async () => [...unreleased(folder), ...readVersions(folder)],
    inspectHost: (options) => inspectHost(folder, options),
  };
}

/** A site whose release does not exist yet. */
function unreleased(folder: string): readonly Observation[] {
  const reason = asOwner(ownerOf(folder), () => whyNoModule(folder));
  return reason === null ? [] : [{ name: 'host-unreleased', subject: folder, evidence: reason }];
}

function readVersions(folder: string): readonly Observation[] {
  const target = join(folder, moduleFolder);
  const read = (path: string) =>
    asOwner(ownerOf(folder), () => (isThere(join(target, path)) ? readFileSync(join(target, path)) : null));
  const manifest = read('module.json');
  if (manifest === null) return [];
  const seen = (name: Observation['name'], evidence: string): readonly Observation[] => [
    { name, subject: target, evidence },
  ];
  const version = versionOf(manifest);
  if (isTooOld(version)) return seen('version-too-old', `module.json says ${version}`);
  const other = moduleFiles().filter(({ path, bytes }) => read(path)?.equals(bytes) !== true);
  const names = other.slice(0, 3).map(({ path }) => path);
  if (other.length === 0) return [];
  return seen('edge-outdated', `${other.length} of its files differ from this package: ${names.join(', ')}`);
}

function versionOf(manifest: Buffer): string | null {
  try {
    const { version } = JSON.parse(manifest.toString('utf8')) as { version?: unknown };
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}
