import { join } from 'node:path';
import { Secret } from '../../lib/secret.ts';
import { CrewCenterError, type OpenedCrewCenter, type OpenLog, type OpenOptions } from '../crew-center.ts';
import type { Platform } from '../port.ts';
import { placeDatabase } from '../site/database-address.ts';
import { requireDenied } from '../site/denied-folder.ts';
import { minSecretBytes } from '../site/edge-signature.ts';
import { replaceChanged } from '../site/edge-steps.ts';
import { ownerOf } from '../site/owner.ts';
import { requireUsable } from '../site/private-folder.ts';
import { requireNotServed } from '../site/served-folder.ts';
import { openPhpvms5 } from './adapter.ts';
import type { Bridge } from './bridge.ts';
import { type CoreConfig, readCoreConfig } from './core-config.ts';
import { configFile, edgeFolder, readEdge } from './edge-files.ts';
import { addressFile, addressFileText, keyReader } from './edge-key.ts';
import { makeFirstConfig } from './first-config.ts';
import { openBridge } from './php-bridge.ts';
import { settingsReader } from './settings.ts';
import { chooseStorage, makeStorage } from './storage.ts';
import { readVaConfig, type VaConfig } from './va-config.ts';
import { inWords } from './wrong-files.ts';

/**
 * A phpVMS 5 by its folder: its database from `core/local.config.php`, its owner's wishes from `acars/va_config.php`.
 * @throws CrewCenterError
 */
export function openPhpvms5Folder(folder: string, options: OpenOptions): Promise<OpenedCrewCenter> {
  return inWords(() => open(folder, options));
}

async function open(folder: string, options: OpenOptions): Promise<OpenedCrewCenter> {
  const core = await readCoreConfig(folder);
  const vaPath = join(folder, edgeFolder, configFile);
  await requireOneVersion(folder);
  makeFirstConfig(folder, options.log);
  const va = await readVaConfig(vaPath);
  for (const { line, what } of va.notRead) options.log('warn', 'a line of va_config.php was not read', { line, what });
  const dataDirectory = await openStorage(folder, core, va, options);
  const keys = keyReader(folder, new Secret(core.password));
  if (Object.keys(keys().byKind).length === 0) {
    const message = `the folder acars has no key, and the database password has less than ${minSecretBytes.password} characters: what it forwards is refused; run \`tracker install\``;
    options.log('warn', message);
  }
  const latest = { va };
  const platform = await openPlatform(folder, core, latest, vaPath, options);
  const inConfig = (constant: string) => `${constant} in ${edgeFolder}/${configFile}`;
  return {
    platform,
    generation: 5,
    dataDirectory,
    requireHttps: () => latest.va.requireHttps,
    requireHttpsSetting: inConfig('TRACKER_REQUIRE_HTTPS'),
    edge: {
      keys,
      trustsPeer: () => latest.va.trustProxyHeaders,
      trustSetting: inConfig('TRACKER_TRUST_PROXY_HEADERS'),
      readFingerprint: async () => (await readEdge(folder)).fingerprint,
      saveAddresses: (addresses) => {
        const path = join(folder, edgeFolder, addressFile);
        replaceChanged(path, addressFileText(addresses));
      },
    },
    siteUrl: va.platformUrl ?? core.siteUrl,
    inspectApi: null,
  };
}

async function requireOneVersion(folder: string): Promise<void> {
  const { mixed } = await readEdge(folder);
  if (mixed.length === 0) return;
  throw new CrewCenterError(
    `The folder ${join(folder, edgeFolder)} holds files of several versions: ${mixed.join(', ')}. Copy the new files over the old ones once more, or run \`tracker install ${folder}\`.`,
  );
}

/** Returns the data directory for this folder, without creating or opening anything. @throws CrewCenterError */
export async function locatePhpvms5Storage(folder: string): Promise<string> {
  return inWords(async () => {
    const core = await readCoreConfig(folder);
    const va = await readVaConfig(join(folder, edgeFolder, configFile));
    return chooseStorage({ folder, siteUrl: core.siteUrl, given: null, configured: va.storagePath }).path;
  });
}

async function openStorage(folder: string, core: CoreConfig, va: VaConfig, options: OpenOptions): Promise<string> {
  const storage = chooseStorage({
    folder,
    siteUrl: core.siteUrl,
    given: options.dataDirectory,
    configured: va.storagePath,
  });
  makeStorage(storage, folder);
  requireUsable(storage.path);
  if (storage.mustBeDenied)
    await requireDenied(storage.path, { folder, siteUrl: core.siteUrl }, ownerOf(folder), options.log);
  else if (core.siteUrl !== null) await requireNotServed(storage.path, { folder, siteUrl: core.siteUrl }, options.log);
  return storage.path;
}

async function openPlatform(
  folder: string,
  core: CoreConfig,
  latest: { va: VaConfig },
  vaPath: string,
  options: OpenOptions,
): Promise<Platform> {
  const php = options.php ?? 'php';
  const login = { user: core.user, password: new Secret(core.password), database: core.database };
  const database = placeDatabase(login, core.server, { override: options.databaseServer, php });
  const prefix = { wanted: latest.va.dbPrefix, configured: core.prefix };
  return openPhpvms5({
    database,
    prefix,
    site: { url: core.siteUrl, folder },
    host: core.host,
    readConfig: settingsReader(vaPath, latest, options.log),
    networkFields: options.networkFields,
    openBridge: () => openPhp(folder, php, core, options.log),
    log: options.log,
  });
}

async function openPhp(folder: string, php: string, core: CoreConfig, log: OpenLog): Promise<Bridge | null> {
  const bridge = await openBridge(folder, php, core.siteUrl);
  if (!('unusable' in bridge)) return bridge;
  log('warn', 'the platform’s own functions cannot be called; prepared SQL does their work', {
    reason: bridge.unusable,
  });
  return null;
}
