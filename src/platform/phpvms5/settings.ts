import { isThere } from '../../lib/is-there.ts';
import { digest } from '../../lib/tokens.ts';
import type { OpenLog } from '../crew-center.ts';
import { textOf } from '../five/rows.ts';
import type { CrewCenterSettings } from '../port.ts';
import { defaultSettings } from '../seven/settings.ts';
import type { Host } from './host.ts';
import { readVaConfig, type VaConfig } from './va-config.ts';

/** Reads the current `va_config.php`; the default of the crew center's name is the platform's. */
export type ReadConfig = (siteName: string | null) => Promise<CrewCenterSettings>;

/** Called every few seconds. */
export async function readSettings(host: Host, readConfig: ReadConfig): Promise<CrewCenterSettings> {
  return readConfig(await readSiteName(host));
}

/** SITE_NAME of the platform's own settings. */
async function readSiteName({ mysql, tables }: Host): Promise<string | null> {
  if (tables.settings === null) return null;
  const rows = await mysql.rows(`SELECT value FROM ${tables.settings.quoted} WHERE name = 'SITE_NAME'`);
  return textOf(rows[0]?.value).trim() || null;
}

/** Returns the current file. While it cannot be read or is invalid, the last valid one is used, and this is logged once. */
export function settingsReader(vaPath: string, latest: { va: VaConfig }, log: OpenLog): ReadConfig {
  let said: string | null = null;
  let wasThere = isThere(vaPath);
  return async (siteName) => {
    try {
      const isStill = isThere(vaPath);
      if (wasThere && !isStill) log('warn', 'va_config.php is gone; its defaults count', { path: vaPath });
      wasThere = isStill;
      latest.va = await readVaConfig(vaPath);
      said = null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== said) log('warn', 'va_config.php is invalid; its previous values remain in use', { reason });
      said = reason;
    }
    return crewCenterSettings(latest.va, siteName);
  };
}

/** What `va_config.php` cannot say is as by default. A password is the only credential that this platform has. */
function crewCenterSettings(va: VaConfig, siteName: string | null): CrewCenterSettings {
  return {
    ...defaultSettings(va.name ?? siteName ?? 'Virtual airline'),
    logoUrl: va.logoUrl,
    bannerUrl: va.bannerUrl,
    websiteUrl: va.websiteUrl,
    primaryColor: va.primaryColor,
    longSessionDays: va.longSessionDays,
    bidsRequired: va.requireBid,
    clientTokenRequired: va.clientToken !== null,
    clientTokenHash: va.clientToken === null ? null : digest(va.clientToken),
  };
}
