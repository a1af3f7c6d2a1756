import type { MysqlSession } from '../../lib/mysql.ts';
import { Secret } from '../../lib/secret.ts';
import { placeDatabase } from '../site/database-address.ts';
import { inspectDatabase, missingAirports } from '../site/database-inspection.ts';
import type { Observation } from '../site/observation.ts';
import type { HostOptions } from '../site/site-profile.ts';
import { type BridgeFunctions, waysOf } from './bridge.ts';
import { type CoreConfig, readCoreConfig } from './core-config.ts';
import { configFile, edgeFolder } from './edge-files.ts';
import { openBridge } from './php-bridge.ts';
import { hasStrictMode, strictReason } from './strict-mode.ts';
import { discoverTables, type Tables, TablesNotFound } from './tables.ts';
import { readVaConfig } from './va-config.ts';

/** The database of a phpVMS 5, and which of its functions can be called. */
export async function inspectHost(folder: string, options: HostOptions): Promise<readonly Observation[]> {
  const core = await readCoreConfig(folder);
  const php = options.php ?? 'php';
  const { user, database, password } = core;
  const login = { user, database, password: new Secret(password) };
  const place = placeDatabase(login, core.server, { override: options.databaseServer, php });
  // Wrong values are reported where the settings are read.
  const wanted = await readVaConfig(`${folder}/${edgeFolder}/${configFile}`).then(
    (va) => va.dbPrefix,
    () => 'AUTO',
  );
  return inspectDatabase(place, database, async (mysql) => {
    try {
      const tables = await discoverTables(mysql, { wanted, configured: core.prefix });
      const codes = await airportsOfBids(mysql, tables);
      const live = judgeLiveTime(core, options);
      return [...missingAirports(database, codes), ...live, ...(await inspectFunctions(mysql, folder, php, core))];
    } catch (error) {
      if (!(error instanceof TablesNotFound)) throw error;
      return [{ name: 'database-tables', subject: database, evidence: error.message }];
    }
  });
}

async function airportsOfBids(
  session: MysqlSession,
  { bids, schedules, airports }: Tables,
): Promise<readonly string[]> {
  const rows = await session.rows(
    `SELECT DISTINCT x.icao FROM (
       SELECT s.depicao AS icao FROM ${bids.quoted} b JOIN ${schedules.quoted} s ON s.id = b.routeid
       UNION SELECT s.arricao FROM ${bids.quoted} b JOIN ${schedules.quoted} s ON s.id = b.routeid
     ) x LEFT JOIN ${airports.quoted} a ON a.icao = x.icao WHERE a.icao IS NULL ORDER BY x.icao`,
  );
  return rows.map((row) => String(row.icao));
}

/** In minutes; 0 shows every row for ever there. */
function judgeLiveTime({ siteUrl, host }: CoreConfig, { reportIntervalS }: HostOptions): readonly Observation[] {
  const minutes = host.liveMinutes;
  if (minutes === 0 || minutes * 60 > reportIntervalS * 2) return [];
  const evidence = `ACARS_LIVE_TIME is ${minutes} min; reports come up to ${reportIntervalS} s apart`;
  return [{ name: 'live-time-short', subject: siteUrl ?? 'core/local.config.php', evidence }];
}

/** As the server calls them: as the owner of the site, also where this is root. Null for those that are not called. */
async function inspectFunctions(session: MysqlSession, folder: string, php: string, core: CoreConfig) {
  if (await hasStrictMode(session)) return observeFunctions(folder, null, strictReason);
  const bridge = await openBridge(folder, php, core.siteUrl);
  if ('unusable' in bridge) return observeFunctions(folder, null, bridge.unusable);
  const { functions } = bridge;
  await bridge.close();
  const { latestBid, addBid, filePirep } = functions;
  const missing = [
    ...(latestBid ? [] : ['getLatestBid']),
    ...(addBid ? [] : ['addBid']),
    ...(filePirep ? [] : ['FilePIREP']),
  ];
  const problem = missing.length === 0 ? null : `not found or not working: ${missing.join(', ')}`;
  return observeFunctions(folder, functions, problem);
}

function observeFunctions(
  subject: string,
  functions: BridgeFunctions | null,
  problem: string | null,
): readonly Observation[] {
  const { latestBid, booking, filing } = waysOf(functions);
  const evidence = `newest bid: ${latestBid}; booking: ${booking}; filing: ${filing}`;
  const ways: Observation = { name: 'ways-of-calls', subject, evidence };
  return problem === null ? [ways] : [{ name: 'functions-not-used', subject, evidence: problem }, ways];
}
