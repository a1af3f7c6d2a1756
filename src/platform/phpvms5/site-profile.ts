import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isTooOld } from '../site/edge-kit.ts';
import type { Observation } from '../site/observation.ts';
import { asOwner, ownerOf } from '../site/owner.ts';
import { packedFolders, packedName, placeFiles } from '../site/packed-files.ts';
import type { SiteProfile } from '../site/site-profile.ts';
import { configFile, edgeFiles, edgeFolder, edgeSource, readEdge } from './edge-files.ts';
import { addressFile, keyFile } from './edge-key.ts';
import { inspectHost } from './host-inspection.ts';
import { readVaConfig, VaConfigError } from './va-config.ts';

const ours: ReadonlySet<string> = new Set([
  ...edgeFiles,
  configFile,
  keyFile,
  addressFile,
  basename(placeFiles[5]),
  'storage',
]);
const packedFolder = basename(packedFolders[5]);

/** @param path - below `acars` */
function belongs(path: string): boolean {
  const [first = '', second, ...deeper] = path.split('/');
  return ours.has(first) || (first === packedFolder && deeper.length === 0 && packedName.test(second ?? ''));
}

/** Private folders of stock releases. */
export const shippedFolders = ['install', 'core/logs', 'core/cache', 'core/hooks'];

/**
 * A phpVMS 5: its whole folder is public. Stock releases bring along `install/` with the SQL of all tables, `core/logs`,
 * `core/cache`, and sources of hooks as `.php.1` (core/hooks of 5.5.2), behind no rule of their own.
 */
export function siteProfile(folder: string): SiteProfile {
  const acars = join(folder, edgeFolder);
  const configPath = join(acars, configFile);
  return {
    publicFolders: [folder],
    trackingFolders: [acars],
    isEveryScriptObsolete: false,
    belongs: (_, path) => belongs(path),
    shippedFolders,
    shippedFiles: /^$/,
    oldDataFolders: [join(acars, 'storage')],
    readSettings: () => readSettings(configPath),
    readVersions: () => readVersions(folder, acars),
    inspectHost: (options) => inspectHost(folder, options),
  };
}

async function readSettings(path: string): Promise<readonly Observation[]> {
  const seen = (name: Observation['name'], evidence: string): Observation => ({ name, subject: path, evidence });
  try {
    const va = await readVaConfig(path);
    return [
      ...(va.requireHttps ? [] : [seen('https-not-required', 'TRACKER_REQUIRE_HTTPS is false')]),
      ...(va.trustProxyHeaders ? [seen('proxy-headers-trusted', 'TRACKER_TRUST_PROXY_HEADERS is true')] : []),
      ...va.notRead.map(({ line, what }) => seen('line-not-read', `line ${line}: ${what}`)),
    ];
  } catch (error) {
    if (error instanceof VaConfigError || (error instanceof Error && error.name === 'PhpSyntaxError'))
      return [seen('config-wrong', error.message)];
    throw error;
  }
}

async function readVersions(folder: string, acars: string): Promise<readonly Observation[]> {
  const { isInstalled, mixed } = await readEdge(folder);
  const seen = (name: Observation['name'], evidence: string): readonly Observation[] => [
    { name, subject: acars, evidence },
  ];
  if (!isInstalled) return [];
  if (mixed.length > 0) return seen('edge-mixed', mixed.join(', '));
  const present = versionIn(asOwner(ownerOf(folder), () => readFileSync(join(acars, '_tracker_common.php'), 'latin1')));
  const own = versionIn(readFileSync(join(edgeSource, '_tracker_common.php'), 'latin1'));
  if (isTooOld(present)) return seen('version-too-old', `version ${present}`);
  return present === own ? [] : seen('edge-outdated', `version ${present}, this package brings ${own}`);
}

const versionIn = (text: string) => /Tracker edge (\d[\w.-]*)/.exec(text.slice(0, 400))?.[1] ?? null;
