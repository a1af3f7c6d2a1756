import { openBcrypt } from '../../lib/bcrypt.ts';
import type { Clock } from '../../lib/clock.ts';
import { defaultMysqlLimits } from '../../lib/mysql.ts';
import { type MysqlPlace, openMysqlAt } from '../../lib/mysql-place.ts';
import type { Secret } from '../../lib/secret.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import type { Platform } from '../port.ts';
import { readFlightClass } from '../seven/flight-class.ts';
import { readNetworkIds } from '../seven/network-ids.ts';
import { listPending } from '../seven/pending.ts';
import { wishOf } from '../seven/schedule-plan.ts';
import { changeAircraft } from './aircraft-change.ts';
import { findAirport } from './airports.ts';
import { listBids } from './bids.ts';
import { Briefings } from './briefings.ts';
import { checkFiled } from './check-filed.ts';
import { Database } from './database.ts';
import { decide } from './decision.ts';
import { removeCharter } from './desk/charter-removal.ts';
import { createDesk } from './desk/desk.ts';
import { Doubts } from './doubts.ts';
import { Filing } from './filing.ts';
import { Fleet } from './fleet.ts';
import { findSettledRow, type Host, type Log, requireOpen, toHostPirep } from './host.ts';
import { deliverLive, suspendPirep, Touched, updatePirep } from './live.ts';
import { LiveMap } from './live-map.ts';
import { openPirep } from './opening.ts';
import { createOwnApi } from './own-api.ts';
import { Pilots } from './pilots.ts';
import { commentPirep } from './pirep-comment.ts';
import { Pireps } from './pireps.ts';
import { planFreeFlight } from './plans.ts';
import { Rest } from './rest.ts';
import { TrackerConfig } from './settings.ts';
import { readSiteRules } from './site-settings.ts';
import { Track } from './track.ts';

export interface Phpvms7Options {
  readonly database: MysqlPlace;
  /** Table prefix. */
  readonly prefix: string;
  /** The site's own address, with the path where it lies in one. */
  readonly siteUrl: string;
  /** By which the site's web server leaves our calls to the site; null where it cannot. */
  readonly direct: Secret | null;
  /** Signs calls to the module; null without a key of the site. */
  readonly key: Secret | null;
  /** The name in `status` while `va_name` is not set. */
  readonly siteName: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * A real phpVMS 7 beside us: its database for reading and for rows of its track, its REST API, with the pilot's own key,
 * for everything that its PIREP service must do. An unavailable database is not an error here.
 * @throws Refusal `crew-center-refused` when the database holds no phpVMS 7, or one that this adapter does not serve
 */
export async function openPhpvms7(options: Phpvms7Options): Promise<Platform> {
  // The platform keeps its times in UTC (config/database.php, `timezone => '+00:00'`).
  const mysql = openMysqlAt(options.database, defaultMysqlLimits, '+00:00');
  const database = new Database(mysql, options.prefix);
  const bcrypt = openBcrypt();
  const rest = new Rest(options.siteUrl, options.direct);
  const close = async () => {
    rest.close();
    await bcrypt.close();
    await database.close();
  };
  try {
    await database.installation();
  } catch (error) {
    if (!isRefusal(error, 'crew-center-unavailable')) {
      await close();
      throw error;
    }
    options.log.warn({ reason: error.message }, 'the crew center cannot be read yet');
  }
  const { key, clock, log } = options;
  const pilots = new Pilots(database, bcrypt);
  const parts = {
    pilots,
    fleet: new Fleet(database),
    pireps: new Pireps(database),
    track: new Track(database),
    map: new LiveMap(database),
    briefings: new Briefings(database),
  };
  const doubts = new Doubts(clock);
  return adapter(
    { database, ...parts, rest, key, doubts, clock, log },
    options.siteUrl,
    new TrackerConfig(database, options.siteName, log),
    close,
  );
}

function adapter(host: Host, siteUrl: string, config: TrackerConfig, close: () => Promise<void>): Platform {
  const { database, pilots, fleet, clock } = host;
  const filing = new Filing(host);
  const touched = new Touched();
  const rules = () => readSiteRules(database);
  return {
    capabilities: { pirepAtStart: true, apiKeys: true, track: true, liveEvents: true, adminSettings: true },
    desk: createDesk(host, siteUrl),
    ownApi: createOwnApi(host.rest, pilots, host.pireps),
    readSettings: () => config.read(),
    authenticate: (login, password) => pilots.authenticate(login, password),
    findPilotId: (login) => pilots.findId(login),
    authenticateKey: (key) => pilots.authenticateKey(key),
    readPilots: (ids) => pilots.readMany(ids),
    readNetworkIds: (ids) => readNetworkIds(database, ids),
    listBids: async (pilotId) => listBids(host, await rules(), pilotId),
    async latestBid(pilotId) {
      const [bid] = await listBids(host, await rules(), pilotId);
      return { bid: bid ?? null, blocked: bid?.blocked ?? null };
    },
    planFreeFlight: async (pilotId, flight) => planFreeFlight(database, fleet, await rules(), pilotId, flight),
    async findAircraft(pilotId, plan, wanted) {
      return fleet.find(wishOf(pilotId, plan), await rules(), wanted);
    },
    findAirport: (where) => findAirport(database, where),
    openPirep: (flight) => openPirep(host, flight),
    async findPirep(flight) {
      const row = await findSettledRow(host, flight);
      return row === null ? null : toHostPirep(row);
    },
    updatePirep: (flight, progress) => updatePirep(host, flight, progress),
    changeAircraft: (flight) => changeAircraft(host, flight),
    async suspendPirep(flight) {
      touched.forget(flight);
      await suspendPirep(host, flight);
    },
    async filePirep(flight, pirep) {
      const filed = await filing.file(flight, pirep);
      await removeCharter(host, flight.plan.scheduleId);
      return filed;
    },
    async checkFiled(flight, options) {
      const undone = await checkFiled(host, flight, options);
      await removeCharter(host, flight.plan.scheduleId);
      return undone;
    },
    readFlightClass: (flight) => readFlightClass(database, flight),
    async decidePirep(pirepId, wish) {
      const decided = await decide(host, pirepId, wish);
      if (decided.kind === 'is') return { pirepId, state: decided.state };
      throw new Refusal('crew-center-refused', { message: `The crew center could not do it: ${decided.reason}.` });
    },
    listPending: (limit) => listPending(database, limit),
    commentPirep: (flight, text) => commentPirep(host, flight, text),
    // The resource of routes `pireps` (app/Providers/RouteServiceProvider.php, 7.0.10).
    findLogbook: async () => `${siteUrl}/pireps`,
    findPirepPage: async (pirepId) => `${siteUrl}/admin/pireps/${encodeURIComponent(pirepId)}/edit`,
    cancelPirep: (flight) => filing.cancel(flight),
    deliverLive: (rows) => deliverLive(host, touched, rows),
    async deliverTrack(flight, reports) {
      const { id } = await requireOpen(host, flight);
      await host.track.writeReports(id, reports, clock.now());
    },
    close,
  };
}
