import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mysql } from '../../src/lib/mysql.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { readSiteConfig } from '../../src/platform/phpvms7/site-config.ts';
import { readServer } from '../../src/platform/site/database-address.ts';
import { isRoot, ownerOf } from '../../src/platform/site/owner.ts';
import { openShipped, type ShippedServer } from '../../test/shipped-server.ts';
import { copyRow } from './copied-rows.ts';
import { describeUnfinished, filedStates, type Place, type PlacePilot } from './place.ts';

/** A running phpVMS 7 that may be written to, a pilot of it, and a schedule: the pilots of the rounds are copies, each with an aircraft. */
export interface GivenPhpvms7 {
  readonly site: string;
  readonly folder: string;
  readonly port: number;
  readonly pilot: { readonly password: string; readonly key: string };
  readonly scheduleId: string;
}

type Table = (name: string) => string;

/** Half of the calls go through the module's route, half to the server itself. */
export async function openPhpvms7Place(given: GivenPhpvms7, count: number): Promise<Place> {
  const config = await readSiteConfig(given.folder);
  const mysql = openMysql({ ...config.login, server: readServer(config.databaseServer) });
  const table: Table = (name) => `\`${config.prefix}${name}\``;
  const pilots = await makePilots(mysql, table, given, count);
  const opened = await serve(given);
  const { server } = opened;
  const pirepsOf = `SELECT id, state FROM ${table('pireps')} WHERE user_id = ?`;
  return {
    name: 'phpVMS 7',
    version: 7,
    pilots,
    coreBase: '/api/tracker/core',
    addresses: [given.site, server.url],
    async find({ id }) {
      const rows = await mysql.rows(pirepsOf, [id]);
      const bids = await mysql.rows(`SELECT id FROM ${table('bids')} WHERE user_id = ?`, [id]);
      const filed = rows.filter(({ state }) => filedStates.has(Number(state)));
      return { filed: filed.map((row) => String(row.id)), others: rows.length - filed.length, bids: bids.length };
    },
    async fileAgain(pilot) {
      const [row] = await mysql.rows(pirepsOf, [pilot.id]);
      const id = String(row?.id);
      const again = { table: table('pireps'), key: 'id', id };
      await copyRow(mysql, again, { id: `${id.slice(0, 14)}zz` });
    },
    unfinished: () => describeUnfinished(server),
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      await mysql.close();
    },
  };
}

function serve({ folder, port }: GivenPhpvms7): Promise<ShippedServer> {
  return openShipped({
    async prepare(own) {
      const { uid, gid } = ownerOf(join(folder, 'storage'));
      if (isRoot()) await chown(own, uid, gid);
    },
    env: (own) => ({
      TRACKER_DATA: join(own, 'data'),
      TRACKER_CREW_CENTER: folder,
      TRACKER_LISTEN: `127.0.0.1:${port}`,
      TRACKER_TRUST_PROXY: '127.0.0.1,unix:',
      TRACKER_CONTRACTS: 'smartcars3,phpvms7-core,stratos',
    }),
  });
}

async function makePilots(
  mysql: Mysql,
  table: Table,
  { pilot, scheduleId }: GivenPhpvms7,
  count: number,
): Promise<readonly PlacePilot[]> {
  const [user] = await mysql.rows(`SELECT id FROM ${table('users')} WHERE api_key = ?`, [pilot.key]);
  const [flight] = await mysql.rows(
    `SELECT f.airline_id, f.flight_number, f.dpt_airport_id, f.arr_airport_id, a.id AS aircraft_id
       FROM ${table('flights')} f JOIN ${table('flight_subfleet')} s ON s.flight_id = f.id
       JOIN ${table('aircraft')} a ON a.subfleet_id = s.subfleet_id WHERE f.id = ? LIMIT 1`,
    [scheduleId],
  );
  if (user === undefined || flight === undefined)
    throw new Error(`no pilot with that key, or no aircraft for ${scheduleId}`);
  const text = (name: string) => String(flight[name]);
  const leg = { departure: text('dpt_airport_id'), arrival: text('arr_airport_id') };
  const schedule = { scheduleId, airlineId: text('airline_id'), flightNumber: text('flight_number'), ...leg };
  const [last] = await mysql.rows(`SELECT MAX(pilot_id) AS n FROM ${table('users')}`);
  const run = Date.now().toString(36);
  const pilots: PlacePilot[] = [];
  for (let index = 1; index <= count; index++) {
    const [login, apiKey] = [`at-once-${run}-${index}@example.org`, `${run}${index}`];
    const original = { table: table('users'), key: 'id', id: String(user.id) };
    const id = await copyRow(mysql, original, { email: login, api_key: apiKey, pilot_id: Number(last?.n) + index });
    const aircraft = { table: table('aircraft'), key: 'id', id: text('aircraft_id') };
    const names = { registration: `${run.slice(-5)}${index}`, fin: null, airport_id: leg.departure, state: 0 };
    const aircraftId = await copyRow(mysql, aircraft, names);
    const bid = await mysql.run(
      `INSERT INTO ${table('bids')} (user_id, flight_id, aircraft_id, created_at, updated_at) VALUES (?, ?, ?, NOW(), NOW())`,
      [id, scheduleId, aircraftId],
    );
    pilots.push({
      id,
      login,
      password: pilot.password,
      apiKey,
      bid: { id: String(bid.insertId), ...schedule, aircraftId },
    });
  }
  return pilots;
}
