import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { openMysqlAt } from '../../lib/mysql-place.ts';
import { textOrNull } from '../../lib/row.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { placeDatabase } from '../site/database-address.ts';
import { readServers } from '../site/server-rules/server-rules.ts';
import { Database } from './database.ts';
import type { SiteConfig } from './site-config.ts';

const limits = { connections: 1, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 };

/** Returns the addresses of the server, or of several, from the site's settings; null when none is set, or the site is unavailable. */
export async function readServerAddresses(
  site: SiteConfig,
  override: string | null,
): Promise<ReturnType<typeof readServers>> {
  const place = placeDatabase(site.login, site.databaseServer, { override, php: 'php' });
  const database = new Database(openMysqlAt(place, limits), site.prefix);
  try {
    const [row] = await database.rows("SELECT value FROM {tracker_config} WHERE name = 'server_address'");
    return readServers((row === undefined ? null : textOrNull(row, 'value')) ?? '');
  } catch (error) {
    // No database, no table yet, or not a phpVMS 7: `install` reports that itself.
    const isNoTable = error instanceof Error && 'code' in error && error.code === 'ER_NO_SUCH_TABLE';
    if (!isRefusal(error) && !(error instanceof DatabaseUnavailable) && !isNoTable) throw error;
    return null;
  } finally {
    await database.close();
  }
}
