import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../lib/clock.ts';
import { openDatabaseFile } from '../../../lib/database-file.ts';
import { makeFolders } from '../../../lib/make-folders.ts';
import { migrate } from '../../../lib/migrations.ts';
import { openSqlite } from '../../../lib/sqlite.ts';
import { listPending } from '../../five/pending.ts';
import { readFlightClass } from '../../five/pilot-record.ts';
import type { Capabilities, CrewCenterSettings, Platform } from '../../port.ts';
import { defaultSettings } from '../../seven/settings.ts';
import { latestBid, listBids } from './bids.ts';
import { fiveDesk } from './desk/desk.ts';
import { filePirep, findPirep } from './filing.ts';
import { findAircraft } from './fleet.ts';
import { asking, hostOf } from './host.ts';
import { clearLive, deliverLive } from './live.ts';
import { fiveMigrations } from './migrations/list.ts';
import { authenticate, findPilotId, readPilots } from './pilots.ts';
import { findAirport, planFreeFlight } from './plans.ts';

/** Name of its file within a data directory. */
export const fiveFileName = 'crew-center-5.sqlite';

export interface EmbeddedFive {
  readonly platform: Platform;
  readonly database: DatabaseSync;
}

/** Capabilities of version 5: a PIREP only after filing, passwords only, one row per pilot on the map. */
const capabilities: Capabilities = {
  pirepAtStart: false,
  apiKeys: false,
  track: false,
  liveEvents: false,
  adminSettings: false,
};

/**
 * The embedded crew center with the tables of version 5 in SQLite, for tests of everything above the database and
 * to try clients of version 5.
 * @throws NewerDataError when a newer version wrote the file
 */
export function openEmbeddedFive(options: { file: string; clock: Clock }): Promise<EmbeddedFive> {
  return openDatabaseFile(options.file, () => openFile(options));
}

async function openFile({ file, clock }: { file: string; clock: Clock }): Promise<EmbeddedFive> {
  if (file !== ':memory:') makeFolders(dirname(file));
  const database = openSqlite(file);
  try {
    await migrate(database, fiveMigrations, { file, what: 'crew center of version 5' });
    return { platform: createPlatform(database, clock), database };
  } catch (error) {
    database.close();
    throw error;
  }
}

function createPlatform(database: DatabaseSync, clock: Clock): Platform {
  return {
    capabilities,
    desk: fiveDesk(database, clock),
    readSettings: asking(() => readSettings(database)),
    authenticate: asking((login, password) => authenticate(database, login, password)),
    findPilotId: asking((login) => findPilotId(database, login)),
    authenticateKey: async () => null,
    readPilots: asking((pilotIds) => readPilots(database, pilotIds)),
    listBids: asking((pilotId) => listBids(database, pilotId)),
    latestBid: asking((pilotId) => latestBid(database, pilotId)),
    planFreeFlight: asking((pilotId, flight) => planFreeFlight(database, pilotId, flight)),
    findAircraft: asking((pilotId, _plan, wanted) => findAircraft(database, pilotId, wanted)),
    findAirport: asking((where) => findAirport(database, where)),
    openPirep: async () => ({ pirepId: null, adopted: false }),
    updatePirep: async () => undefined,
    changeAircraft: async () => undefined,
    deliverTrack: async () => undefined,
    deliverLive: asking((rows) => deliverLive(database, clock, rows)),
    suspendPirep: asking((flight) => clearLive(database, flight)),
    findPirep: asking((flight) => findPirep(database, flight)),
    filePirep: asking((flight, pirep) => filePirep(database, clock, flight, pirep)),
    readFlightClass: (flight) => readFlightClass(hostOf(database), flight),
    listPending: (limit) => listPending(hostOf(database), limit),
    cancelPirep: asking((flight) => {
      clearLive(database, flight);
      return findPirep(database, flight);
    }),
    close: async () => {
      if (database.isOpen) database.close();
    },
  };
}

function readSettings(database: DatabaseSync): CrewCenterSettings {
  const rows = database.prepare('SELECT name, value FROM settings').all();
  const settings = new Map(rows.map((row) => [String(row.name), String(row.value)]));
  return {
    ...defaultSettings(settings.get('SITE_NAME') ?? 'Crew Center'),
    bidsRequired: settings.get('TRACKER_REQUIRE_BID') !== 'false',
  };
}
