import { join } from 'node:path';
import { systemClock } from '../../lib/clock.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { CrewCenterError, type OpenedCrewCenter, type OpenOptions } from '../crew-center.ts';
import type { Platform } from '../port.ts';
import { placeDatabase } from '../site/database-address.ts';
import { directSecret } from '../site/direct-header.ts';
import { minSecretBytes } from '../site/edge-signature.ts';
import { replaceChanged } from '../site/edge-steps.ts';
import { ownerOf } from '../site/owner.ts';
import { makePrivateFolder, requireUsable } from '../site/private-folder.ts';
import { requireNotServed } from '../site/served-folder.ts';
import { markHolder } from '../site/whose-data.ts';
import { openPhpvms7 } from './adapter.ts';
import { addressFile, edgeKeys } from './edge-address.ts';
import { inspectApiAddress } from './own-calls.ts';
import { readSiteConfig, type SiteConfig } from './site-config.ts';
import { chooseStorage } from './storage.ts';

/**
 * A phpVMS 7 by its folder: database, prefix, address and key from `.env`.
 * @throws CrewCenterError
 */
export async function openPhpvms7Folder(folder: string, options: OpenOptions): Promise<OpenedCrewCenter> {
  const site = await readSiteConfig(folder);
  const dataDirectory = chooseStorage({ folder, siteUrl: site.siteUrl, given: options.dataDirectory });
  makePrivateFolder(dataDirectory, ownerOf(folder));
  requireUsable(dataDirectory);
  markHolder(dataDirectory, folder);
  await requireNotServed(dataDirectory, { folder, siteUrl: site.siteUrl }, options.log);
  const keys = edgeKeys(site.appKey);
  if (keys.byKind.app === undefined) {
    const message = `APP_KEY in .env is no key of ${minSecretBytes.app} bytes: what the module forwards is refused. \`php artisan key:generate\` makes one`;
    options.log('warn', message);
  }
  return {
    platform: await openPlatform(site, options),
    generation: 7,
    dataDirectory,
    requireHttps: () => null,
    requireHttpsSetting: 'TRACKER_REQUIRE_HTTPS',
    edge: {
      keys: () => keys,
      trustsPeer: () => false,
      trustSetting: null,
      // The module is replaced by the platform's own update; no session hangs on its files.
      readFingerprint: async () => null,
      saveAddresses(addresses) {
        replaceChanged(join(folder, addressFile), Buffer.from(JSON.stringify({ addresses })));
      },
    },
    siteUrl: site.siteUrl,
    inspectApi: (requests) => inspectApiAddress({ siteUrl: site.siteUrl, requests }),
  };
}

/** Returns the data directory for this folder, without creating or opening anything. @throws CrewCenterError */
export async function locatePhpvms7Storage(folder: string): Promise<string> {
  const { siteUrl } = await readSiteConfig(folder);
  return chooseStorage({ folder, siteUrl, given: null });
}

async function openPlatform(site: SiteConfig, options: OpenOptions): Promise<Platform> {
  const { databaseServer: said, login, prefix, siteUrl, siteName } = site;
  const keys = edgeKeys(site.appKey);
  const direct = directSecret(keys);
  const key = keys.byKind.app ?? null;
  const database = placeDatabase(login, said, { override: options.databaseServer, php: options.php ?? 'php' });
  const log = {
    warn: (detail: Readonly<Record<string, unknown>>, message: string) => options.log('warn', message, detail),
  };
  try {
    return await openPhpvms7({ database, prefix, siteUrl, direct, key, siteName, clock: systemClock, log });
  } catch (error) {
    throw isRefusal(error) ? new CrewCenterError(error.message, { cause: error }) : error;
  }
}
