import { join } from 'node:path';
import { describeUnfinished, filedStates, type Place, type PlacePilot } from '../../prove/at-once/place.ts';
import { slowly } from '../../prove/at-once/slow.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { openShipped } from '../shipped-server.ts';
import type { Mariadb } from './mariadb.ts';
import { installation, password as password5 } from './phpvms5/seed.ts';
import { password as password7 } from './phpvms7/seed.ts';
import { createCrewCenter, emptyAndSeed } from './phpvms7/world.ts';
import { writeSite5, writeSite7 } from './site-folders.ts';

interface Opened {
  readonly name: string;
  readonly version: 7 | 5;
  readonly pilots: readonly PlacePilot[];
  /** Makes the site's folder. @returns the settings that lead there */
  settings(folder: string): Readonly<Record<string, string>>;
  find: Place['find'];
  close(): Promise<void>;
}

/** Serves a crew center in MariaDB, which takes its time, on a port of its own. */
async function servePlace(opened: Opened): Promise<Place> {
  const running = await openShipped({
    env: (folder) => ({
      TRACKER_DATA: join(folder, 'data'),
      ...opened.settings(folder),
      ...(opened.version === 7 && {
        TRACKER_CONTRACTS: 'smartcars3,phpvms7-core,stratos',
        TRACKER_CORE_HANDED_OVER: 'true',
      }),
    }),
    replace: { platform: slowly },
  });
  return {
    name: opened.name,
    version: opened.version,
    pilots: opened.pilots,
    addresses: [running.server.url],
    find: opened.find,
    fileAgain: () => Promise.reject(new Error('only the proof of the proof does')),
    unfinished: () => describeUnfinished(running.server),
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await opened.close();
    },
  };
}

/** A phpVMS 7 whose REST API is a stand-in, as in its other tests; each pilot has a bid and an aircraft. */
export async function openSevenPlace(server: Mariadb, count: number): Promise<Place> {
  const crew = await createCrewCenter(server, '7.0.10', 'va_');
  const { tables, rest } = crew;
  await emptyAndSeed(crew);
  const pilots: PlacePilot[] = [];
  for (let id = 100; id < 100 + count; id++) {
    const [login, apiKey] = [`pilot${id}@alpine.example`, `key-of-pilot-${id}-0123456789`];
    const named = { departure: 'LSZH', arrival: 'EGLL', flightNumber: '101', airlineId: '1', aircraftId: String(id) };
    await tables.run(
      `INSERT INTO {users} (id, pilot_id, name, email, api_key, password, airline_id, rank_id, state, home_airport_id, curr_airport_id)
       SELECT ?, ?, 'A Pilot', ?, ?, password, 1, 1, 1, 'LSZH', 'LSZH' FROM {users} WHERE id = 11`,
      [id, id, login, apiKey],
    );
    await tables.run(
      `INSERT INTO {aircraft} (id, subfleet_id, icao, airport_id, name, registration) VALUES (?, 1, 'A320', 'LSZH', 'A320', ?)`,
      [id, `HB-${id}`],
    );
    await tables.run(`INSERT INTO {bids} (id, user_id, flight_id, aircraft_id) VALUES (?, ?, 'zrh-lhr', ?)`, [
      id,
      id,
      id,
    ]);
    const bid = { id: String(id), scheduleId: 'zrh-lhr', ...named };
    pilots.push({ id: String(id), login, password: password7, apiKey, bid });
  }
  return servePlace({
    name: 'phpVMS 7',
    version: 7,
    pilots,
    settings: (folder) => writeSite7(folder, crew),
    async find({ id }) {
      const rows = await tables.rows('SELECT id, state FROM {pireps} WHERE user_id = ? AND deleted_at IS NULL', [id]);
      const filed = rows.filter(({ state }) => filedStates.has(Number(state)));
      const bids = await tables.rows('SELECT id FROM {bids} WHERE user_id = ?', [id]);
      return { filed: filed.map((row) => String(row.id)), others: rows.length - filed.length, bids: bids.length };
    },
    async close() {
      await rest[Symbol.asyncDispose]();
      await tables.close();
    },
  });
}

/** A phpVMS 5 without PHP: its PIREPs are written by prepared SQL. */
export async function openFivePlace(server: Mariadb, count: number): Promise<Place> {
  await server.createDatabase('crew', installation({ release: '5.5.2', prefix: 'phpvms_' }));
  const sql = openMysql(server.address('crew'));
  const pilots: PlacePilot[] = [];
  for (let id = 100; id < 100 + count; id++) {
    const login = `pilot${id}@example.org`;
    await sql.run(
      `INSERT INTO phpvms_pilots (pilotid, firstname, lastname, email, code, hub, password, salt, \`rank\`, ranklevel, confirmed, retired)
       SELECT ${id}, 'A', 'Pilot', '${login}', code, hub, password, salt, \`rank\`, ranklevel, 1, 0 FROM phpvms_pilots WHERE pilotid = 1`,
    );
    await sql.run(`INSERT INTO phpvms_bids (bidid, pilotid, routeid, dateadded) VALUES (${id}, ${id}, 1, CURDATE())`);
    const leg = { departure: 'KJFK', arrival: 'KBOS', aircraftId: '1' };
    const bid = { id: String(id), scheduleId: '1', airlineId: 'TVA', flightNumber: '101', ...leg };
    pilots.push({ id: String(id), login, password: password5, apiKey: null, bid });
  }
  return servePlace({
    name: 'phpVMS 5',
    version: 5,
    pilots,
    settings: (folder) => writeSite5(folder, server, 'phpvms_'),
    async find({ id }) {
      const rows = await sql.rows(`SELECT pirepid FROM phpvms_pireps WHERE pilotid = ${id}`);
      const bids = await sql.rows(`SELECT bidid FROM phpvms_bids WHERE pilotid = ${id}`);
      return { filed: rows.map(({ pirepid }) => String(pirepid)), others: 0, bids: bids.length };
    },
    close: () => sql.close(),
  });
}
