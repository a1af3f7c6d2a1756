import type { Mysql } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { type MysqlPlace, openMysqlAt } from '../../lib/mysql-place.ts';
import type { Secret } from '../../lib/secret.ts';
import type { Pirep } from '../../tracking/model.ts';
import type { OpenLog } from '../crew-center.ts';
import { listBids } from '../five/bids.ts';
import type { HostSettings } from '../five/host-settings.ts';
import { listPending } from '../five/pending.ts';
import { readFlightClass } from '../five/pilot-record.ts';
import type { Capabilities, HostFlight, LiveRow, Platform } from '../port.ts';
import { findAirport } from './airports.ts';
import { latestBid } from './bids.ts';
import { type Bridge, waysOf } from './bridge.ts';
import { createDesk } from './desk/desk.ts';
import type { Site } from './desk/site.ts';
import { filePirep } from './filing.ts';
import { findAircraft } from './fleet.ts';
import { createHost, type Host } from './host.ts';
import { clearLive, deliverLive } from './live.ts';
import { type NetworkFields, noFields, readNetworkIds } from './network-ids.ts';
import { authenticate, findPilotId, readPilots } from './pilots.ts';
import { findPirep } from './pirep-rows.ts';
import { planFreeFlight } from './plans.ts';
import { type ReadConfig, readSettings } from './settings.ts';
import { hasStrictMode, strictReason } from './strict-mode.ts';
import { discoverTables, type PrefixChoice } from './tables.ts';
import { asking, writing } from './unavailable.ts';

export interface Phpvms5Options {
  readonly database: MysqlPlace;
  readonly prefix: PrefixChoice;
  readonly site: Site;
  /** From the crew center's own configuration. */
  readonly host: HostSettings;
  readonly readConfig: ReadConfig;
  /** Names of the profile fields with pilots' ids on networks. */
  readonly networkFields?: NetworkFields | undefined;
  /** Called once the database is available, because the platform's PHP needs it too. Null: everything by prepared SQL. */
  readonly openBridge: () => Promise<Bridge | null>;
  readonly log: OpenLog;
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
 * A phpVMS 5 of any release or fork, by its database. Tables, columns and `sql_mode` are read once: here, or as soon as a
 * unavailable database responds; until then every call is refused, as in a later outage.
 * @throws TablesNotFound
 */
export async function openPhpvms5(options: Phpvms5Options): Promise<Platform> {
  const mysql = openMysqlAt(options.database);
  let opened: Promise<Opened> | null = null;
  let known: Host | null = null;
  const open = () => {
    opened ??= openHost(mysql, options).then(
      (found) => {
        known = found.host;
        return found;
      },
      (error: unknown) => {
        opened = null;
        throw error;
      },
    );
    return opened;
  };
  const close = async () => {
    const found = await opened?.catch(() => null);
    await found?.bridge?.close();
    await mysql.close();
  };
  try {
    await open();
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) {
      await close();
      throw error;
    }
    options.log('warn', 'the crew center cannot be read yet', { reason: error.message });
  }
  return createPhpvms5({ open, known: () => known, close }, options);
}

/**
 * Where its staff decides about all PIREPs that wait (admin/modules/PIREPAdmin/PIREPAdmin.php, `viewpending`), and pilots see
 * their own (core/modules/PIREPS/PIREPS.php, `mine`).
 */
function pagesOf({ url }: Site): Pick<Platform, 'findPirepPage' | 'findLogbook'> {
  if (url === null) return {};
  return {
    findPirepPage: async () => `${url}/admin/index.php/pirepadmin/viewpending`,
    findLogbook: async () => `${url}/index.php/pireps/mine`,
  };
}

interface Way {
  open(): Promise<Opened>;
  known(): Host | null;
  close(): Promise<void>;
}

interface Opened {
  readonly host: Host;
  readonly bridge: Bridge | null;
}

async function openHost(mysql: Mysql, options: Phpvms5Options): Promise<Opened> {
  const tables = await discoverTables(mysql, options.prefix);
  const isStrict = await hasStrictMode(mysql);
  const bridge = isStrict ? null : await options.openBridge();
  options.log('info', 'crew center opened', {
    prefix: tables.prefix,
    ...waysOf(bridge?.functions ?? null),
    ...(isStrict ? { reason: strictReason } : {}),
  });
  return { host: createHost(mysql, tables, options.host), bridge };
}

function createPhpvms5({ open, known, close }: Way, options: Phpvms5Options): Platform {
  const onHost = <A extends readonly unknown[], R>(method: (opened: Opened, ...args: A) => Promise<R>) =>
    asking(async (...args: A) => method(await open(), ...args));
  const writeOnHost = <A extends readonly unknown[], R>(method: (opened: Opened, ...args: A) => Promise<R>) =>
    writing(onHost(method));
  return {
    capabilities,
    desk: createDesk({
      site: options.site,
      log: options.log,
      known,
      ask: (work) => onHost(({ host, bridge }) => work(host, bridge))(),
      write: (work) => writeOnHost(({ host, bridge }) => work(host, bridge))(),
    }),
    readSettings: onHost(({ host }) => readSettings(host, options.readConfig)),

    authenticate: onHost(({ host }, login: string, password: Secret) => authenticate(host, login, password)),
    findPilotId: onHost(({ host }, login: string) => findPilotId(host, login)),
    authenticateKey: async () => null,
    readNetworkIds: onHost(({ host }, pilotIds: readonly string[]) =>
      readNetworkIds(host, options.networkFields ?? noFields, pilotIds),
    ),
    readPilots: onHost(({ host }, pilotIds: readonly string[]) => readPilots(host, pilotIds)),

    listBids: onHost(({ host }, pilotId: string) => listBids(host, pilotId)),
    latestBid: onHost(({ host, bridge }, pilotId: string) => latestBid(host, bridge, pilotId)),
    planFreeFlight: onHost(({ host }, ...args: Parameters<Platform['planFreeFlight']>) =>
      planFreeFlight(host, ...args),
    ),
    findAircraft: onHost(({ host }, ...args: Parameters<Platform['findAircraft']>) => findAircraft(host, ...args)),
    findAirport: onHost(({ host }, ...args: Parameters<Platform['findAirport']>) => findAirport(host, ...args)),

    // There is no PIREP before filing: until then the live row is all that this platform shows of a flight.
    openPirep: async () => ({ pirepId: null, adopted: false }),
    updatePirep: async () => undefined,
    changeAircraft: async () => undefined,
    deliverTrack: async () => undefined,
    deliverLive: writeOnHost(({ host }, rows: readonly LiveRow[]) => deliverLive(host, rows)),
    suspendPirep: writeOnHost(({ host }, flight: HostFlight) => clearLive(host, flight)),

    findPirep: onHost(({ host }, flight: HostFlight) => findPirep(host.mysql, host, flight)),
    filePirep: writeOnHost(async ({ host, bridge }, flight: HostFlight, pirep: Pirep) => {
      const filed = await filePirep(host, bridge, flight, pirep, (...said) => options.log('info', ...said));
      await clearLive(host, flight);
      return filed;
    }),
    readFlightClass: onHost(({ host }, flight: HostFlight) => readFlightClass(host, flight)),
    listPending: onHost(({ host }, limit: number) => listPending(host, limit)),
    ...pagesOf(options.site),
    cancelPirep: writeOnHost(async ({ host }, flight: HostFlight) => {
      const filed = await findPirep(host.mysql, host, flight);
      await clearLive(host, flight);
      return filed;
    }),

    close,
  };
}
