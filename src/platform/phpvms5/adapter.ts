import { type Mysql, openMysql } from '../../lib/mysql.ts';
import type { Capabilities, CrewCenterSettings, Platform } from '../port.ts';
import { latestBid, listBids } from './bids.ts';
import type { Bridge } from './bridge.ts';
import type { FilingLog } from './file-by-host.ts';
import { filePirep } from './file-pirep.ts';
import type { Host } from './host.ts';
import type { HostSettings } from './host-settings.ts';
import { clearLive, deliverLive } from './live.ts';
import { authenticate, findPilotId, readPilots } from './pilots.ts';
import { findPirep } from './pirep-rows.ts';
import { findAircraft, findAirport, planFreeFlight } from './plans.ts';
import { textOf } from './rows.ts';
import { discoverTables, type PrefixChoice } from './tables.ts';
import { asking } from './unavailable.ts';

export interface Phpvms5Options {
  readonly database: Parameters<typeof openMysql>[0];
  readonly prefix: PrefixChoice;
  /** Of the crew center's own configuration. */
  readonly host: HostSettings;
  /** `va_config.php` as it stands now, with the platform's own name for a crew center that says none there. Called every few seconds. */
  readonly readSettings: (siteName: string | null) => Promise<CrewCenterSettings>;
  /** Null: everything by prepared SQL. */
  readonly bridge: Bridge | null;
  readonly log: FilingLog;
}

/** `pireps` is written at filing only; a position is the one live row of its pilot. */
const capabilities: Capabilities = {
  pirepAtStart: false,
  apiKeys: false,
  track: false,
  liveEvents: false,
  adminSettings: false,
};

/**
 * A phpVMS 5 of any release or fork, by its database. Tables, columns and `sql_mode` are read once, here.
 * @throws TablesNotFound, DatabaseUnavailable
 */
export async function openPhpvms5(options: Phpvms5Options): Promise<Platform> {
  const mysql = openMysql(options.database);
  try {
    const tables = await discoverTables(mysql, options.prefix);
    const host: Host = { mysql, tables, settings: options.host };
    const isStrict = await hasStrictMode(mysql);
    const bridge = isStrict ? null : options.bridge;
    options.log('crew center opened', {
      prefix: tables.prefix,
      latestBid: bridge?.functions.latestBid ? 'SchedulesData::getLatestBid' : 'prepared SQL',
      filing: bridge?.functions.filePirep ? 'ACARSData::FilePIREP' : 'prepared SQL',
      ...(isStrict ? { reason: 'strict sql_mode: the statements of the platform itself fail there' } : {}),
    });
    return createPhpvms5(host, bridge, options);
  } catch (error) {
    await mysql.close();
    throw error;
  }
}

async function hasStrictMode(mysql: Mysql): Promise<boolean> {
  const [row] = await mysql.rows('SELECT @@GLOBAL.sql_mode AS mode');
  return /STRICT_(?:ALL|TRANS)_TABLES|TRADITIONAL/.test(String(row?.mode));
}

function createPhpvms5(host: Host, bridge: Bridge | null, options: Phpvms5Options): Platform {
  return {
    capabilities,
    readSettings: asking(async () => options.readSettings(await readSiteName(host))),

    authenticate: asking((login, password) => authenticate(host, login, password)),
    findPilotId: asking((login) => findPilotId(host, login)),
    authenticateKey: async () => null,
    readPilots: asking((pilotIds) => readPilots(host, pilotIds)),

    listBids: asking((pilotId) => listBids(host, pilotId)),
    latestBid: asking((pilotId) => latestBid(host, bridge, pilotId)),
    planFreeFlight: asking((pilotId, flight) => planFreeFlight(host, pilotId, flight)),
    findAircraft: asking((pilotId, plan, wanted) => findAircraft(host, pilotId, plan, wanted)),
    findAirport: asking((wanted) => findAirport(host, wanted)),

    // There is no PIREP before filing: until then the live row is all that this platform shows of a flight.
    openPirep: async () => ({ pirepId: null, adopted: false }),
    updatePirep: async () => undefined,
    deliverTrack: async () => undefined,
    deliverLive: asking((rows) => deliverLive(host, rows)),
    suspendPirep: asking((flight) => clearLive(host, flight)),

    findPirep: asking((flight) => findPirep(host.mysql, host, flight)),
    filePirep: asking(async (flight, pirep) => {
      const filed = await filePirep(host, bridge, flight, pirep, options.log);
      await clearLive(host, flight);
      return filed;
    }),
    cancelPirep: asking(async (flight) => {
      const filed = await findPirep(host.mysql, host, flight);
      await clearLive(host, flight);
      return filed;
    }),

    close: async () => {
      await bridge?.close();
      await host.mysql.close();
    },
  };
}

/** SITE_NAME of the platform's own settings. */
async function readSiteName({ mysql, tables }: Host): Promise<string | null> {
  if (tables.settings === null) return null;
  const rows = await mysql.rows(`SELECT value FROM ${tables.settings.quoted} WHERE name = 'SITE_NAME'`);
  return textOf(rows[0]?.value).trim() || null;
}
