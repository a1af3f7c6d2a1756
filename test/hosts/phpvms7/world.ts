import bcrypt from 'bcryptjs';
import { type Clock, systemClock } from '../../../src/lib/clock.ts';
import type { MysqlAddress } from '../../../src/lib/mysql.ts';
import { flagOf, numberOf, textOf } from '../../../src/lib/row.ts';
import { newId } from '../../../src/lib/tokens.ts';
import { standings } from '../../../src/platform/embedded/pilots.ts';
import { openPhpvms7 } from '../../../src/platform/phpvms7/adapter.ts';
import { edgeKeys } from '../../../src/platform/phpvms7/edge-address.ts';
import type { Platform } from '../../../src/platform/port.ts';
import { toSqlTime } from '../../../src/platform/seven/sql-time.ts';
import type { Fixtures, HostView, SuiteWorld } from '../../../src/platform/suite.ts';
import { pirepOfRow } from '../../platform/embedded/suite-pirep.ts';
import type { Mariadb } from '../mariadb.ts';
import { charter } from './desk.ts';
import { deskView } from './desk-view.ts';
import type { Release } from './release.ts';
import { RestStandIn } from './rest.ts';
import { appKey } from './rest-module.ts';
import { Tables } from './rest-tables.ts';
import { schema } from './schema.ts';
import { password, seed } from './seed.ts';

export interface CrewCenter7 {
  readonly server: Mariadb;
  readonly rest: RestStandIn;
  readonly tables: Tables;
  readonly release: Release;
  readonly prefix: string;
}

const database = 'crew';
/** Tables that tests fill, beside those of the seed. */
const filled = ['pirep_field_values', 'pirep_fares', 'pirep_comments', 'acars', 'pireps', 'news', 'simbrief'];
const filledOfMain = ['pirep_events', 'pirep_positions'];

/** Makes the tables of this release, once; `emptyAndSeed` puts them back for each case. */
export async function createCrewCenter(server: Mariadb, release: Release, prefix: string): Promise<CrewCenter7> {
  await server.createDatabase(database, schema(release, prefix));
  const address = server.address(database);
  const rest = await RestStandIn.start(address, prefix, release);
  return { server, rest, tables: new Tables(address, prefix, release === 'main'), release, prefix };
}

export async function emptyAndSeed({ tables, release }: CrewCenter7): Promise<void> {
  const rows = seed(release);
  // What refers to other rows goes before them.
  const all = [...(release === 'main' ? filledOfMain : []), ...filled, ...Object.keys(rows).reverse()];
  for (const table of all) await tables.run(`DELETE FROM {${table}}`);
  for (const [table, each] of Object.entries(rows)) {
    for (const row of each) {
      const names = Object.keys(row);
      const columns = names.map((name) => `\`${name}\``).join(', ');
      await tables.run(
        `INSERT INTO {${table}} (${columns}) VALUES (${names.map(() => '?').join(', ')})`,
        Object.values(row),
      );
    }
  }
}

export function openAdapter(
  { server, rest, prefix }: CrewCenter7,
  clock: Clock = systemClock,
  as: Partial<MysqlAddress> = {},
): Promise<Platform> {
  return openPhpvms7({
    database: { ...server.address(database), ...as },
    prefix,
    siteUrl: rest.url,
    direct: null,
    key: edgeKeys(appKey).byKind.app ?? null,
    siteName: 'Alpine Virtual',
    clock,
    log: { warn() {} },
  });
}

export const fixtures: Fixtures = {
  first: {
    id: '11',
    logins: ['ada@alpine.example', 'ADA@alpine.example', 'ALP0001', 'alp1', 'AL1', ' al0001 ', '1'],
    password,
    apiKey: 'adasapikey0123456789',
    bidId: '1',
  },
  second: { id: '12', logins: ['ben@alpine.example', 'ALP0002'], password, apiKey: null, bidId: '2' },
  choiceBidId: '3',
  blockedBidId: '4',
  forbiddenRegistration: 'HB-QQX',
  freeFlight: {
    airline: 'ALP',
    flightNumber: '77',
    departure: 'LSZH',
    arrival: 'LEPA',
    aircraft: 'A320',
    registration: null,
    route: null,
  },
  elsewhere: { icao: 'EDDF', name: 'Frankfurt', lat: 50.0333, lon: 8.57056 },
  desk: {
    scheduleId: 'lhr-zrh',
    hiddenScheduleIds: ['hidden', 'inactive'],
    aircraftIds: ['6'],
    forbiddenAircraftId: '3',
    profile: { firstName: 'Ada', lastName: 'von Alpen', email: 'ada@alpine.example', rank: 'New Pilot' },
    charter: { ...charter, departure: 'LSZH', aircraftId: '6' },
  },
};

export async function openWorld(crew: CrewCenter7): Promise<SuiteWorld> {
  // The private server keeps nothing back when it is killed only after this.
  await crew.tables.run('SET GLOBAL innodb_flush_log_at_trx_commit = 2');
  await emptyAndSeed(crew);
  const platform = await openAdapter(crew);
  const opened = [platform];
  return {
    platform,
    async reopen() {
      const again = await openAdapter(crew);
      opened.push(again);
      return again;
    },
    host: hostView(crew.tables),
    fixtures,
    outage: {
      begin: () => crew.server.stop(),
      end: () => crew.server.start(),
      async breakFiling() {
        crew.rest.failNext('file', 'unreachable');
        return async () => {};
      },
    },
    async dispose() {
      for (const each of opened) await each.close();
    },
  };
}

function hostView(tables: Tables): HostView {
  const run = async (sql: string, ...values: (string | number | null)[]) => {
    await tables.run(sql, values);
  };
  return {
    async listPireps(pilotId) {
      const rows = await tables.rows(
        'SELECT * FROM {pireps} WHERE user_id = ? AND deleted_at IS NULL ORDER BY created_at, id',
        [pilotId],
      );
      return Promise.all(rows.map(async (row) => pirepOfRow(row, await textOfPirep(tables, textOf(row, 'id')))));
    },
    async listBids(pilotId) {
      return (await tables.rows('SELECT id FROM {bids} WHERE user_id = ?', [pilotId])).map((row) => textOf(row, 'id'));
    },
    async readStatistics(pilotId) {
      const [row] = await tables.rows('SELECT flights, flight_time FROM {users} WHERE id = ?', [pilotId]);
      return row === undefined
        ? null
        : { flights: numberOf(row, 'flights'), flightTimeMin: numberOf(row, 'flight_time') };
    },
    async isOnMap({ pirepId }) {
      // On main being there is being on the map (app/Models/Pirep.php, `scopeOnLiveMap`). One that has ended stays for
      // `livemap.live_time` minutes more, by the site's own will: that is not counted.
      if (await tables.has('pirep_positions')) {
        const sql =
          'SELECT 1 FROM {pirep_positions} m JOIN {pireps} p ON p.id = m.pirep_id WHERE p.id = ? AND p.state = 0';
        return (await tables.rows(sql, [pirepId])).length > 0;
      }
      const [row] = await tables.rows(
        `SELECT COUNT(*) AS n FROM {pireps} p WHERE p.id = ? AND p.state = 0 AND p.deleted_at IS NULL AND p.updated_at >= ?
         AND EXISTS (SELECT 1 FROM {acars} a WHERE a.pirep_id = p.id AND a.type = 0)`,
        [pirepId, toSqlTime(Date.now() - 12 * 3_600_000)],
      );
      return row !== undefined && flagOf(row, 'n');
    },
    async readTrack({ pirepId }) {
      const rows = await tables.rows(
        'SELECT lat, lon FROM {acars} WHERE pirep_id = ? AND type = 0 ORDER BY created_at, id',
        [pirepId],
      );
      return rows.map((row) => ({ lat: numberOf(row, 'lat'), lon: numberOf(row, 'lon') }));
    },
    async readEvents({ pirepId }) {
      const sql = (await tables.has('pirep_events'))
        ? 'SELECT log FROM {pirep_events} WHERE pirep_id = ? ORDER BY created_at, id'
        : 'SELECT log FROM {acars} WHERE pirep_id = ? AND type = 2 ORDER BY created_at, id';
      const rows = await tables.rows(sql, [pirepId]);
      return rows.map((row) => textOf(row, 'log'));
    },
    async beginPirep(pilotId, bidId) {
      const id = newId();
      const now = toSqlTime(Date.now() - 3_600_000);
      await run(
        `INSERT INTO {pireps} (id, user_id, airline_id, aircraft_id, flight_id, flight_number, dpt_airport_id,
           arr_airport_id, source, state, created_at, updated_at)
         SELECT ?, b.user_id, f.airline_id, b.aircraft_id, f.id, f.flight_number, f.dpt_airport_id, f.arr_airport_id,
           1, 0, ?, ? FROM {bids} b JOIN {flights} f ON f.id = b.flight_id WHERE b.id = ? AND b.user_id = ?`,
        ...[id, now, now, bidId, pilotId],
      );
      return id;
    },
    deletePirep: (id) => run('UPDATE {pireps} SET deleted_at = ? WHERE id = ?', toSqlTime(Date.now()), id),
    cancelPirep: (id) => run(`UPDATE {pireps} SET state = 3, status = 'DX' WHERE id = ?`, id),
    deleteBid: (id) => run('DELETE FROM {bids} WHERE id = ?', id),
    deletePilot: (id) => run(`UPDATE {users} SET deleted_at = '2026-01-01 00:00:00' WHERE id = ?`, id),
    setStanding: (id, standing) => run('UPDATE {users} SET state = ? WHERE id = ?', standings.indexOf(standing), id),
    setPassword: (id, text) => run('UPDATE {users} SET password = ? WHERE id = ?', bcrypt.hashSync(text, 4), id),
    removeAircraft: (id) => run(`UPDATE {aircraft} SET deleted_at = '2026-01-01 00:00:00' WHERE id = ?`, id),
    desk: deskView(tables),
  };
}

async function textOfPirep(tables: Tables, id: string): Promise<string> {
  const log = (await tables.has('pirep_events')) ? '{pirep_events}' : '{acars}';
  const rows = await tables.rows(
    `SELECT CONCAT_WS(' ', notes, route) AS text FROM {pireps} WHERE id = ?
     UNION ALL SELECT CONCAT_WS(' ', name, value) FROM {pirep_field_values} WHERE pirep_id = ?
     UNION ALL SELECT log FROM ${log} WHERE pirep_id = ? AND log IS NOT NULL`,
    [id, id, id],
  );
  return rows.map((row) => textOf(row, 'text')).join('\n');
}
