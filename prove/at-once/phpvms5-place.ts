import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvironment } from '../../src/config/config.ts';
import { serve, type Way } from '../phpvms5/server.ts';
import { openSite, type Site } from '../phpvms5/site.ts';
import { describeUnfinished, type Place, type PlacePilot } from './place.ts';

/** A running phpVMS 5 that may be written to, and a pilot of it who has a bid: the pilots of the rounds are copies. */
export interface GivenSite {
  readonly site: string;
  readonly folder: string;
  readonly login: string;
  readonly password: string;
  readonly port: string;
  readonly way: Way;
}

/** Half of the calls go through the site's own PHP, half to the server itself. */
export async function openPhpvms5Place(given: GivenSite, count: number): Promise<Place> {
  const environment = readEnvironment();
  const php = environment.TRACKER_PHP ?? 'php';
  const site = await openSite(given.site, given.folder, php, environment.TRACKER_DATABASE_SERVER ?? null);
  const pilots = await makePilots(site, given, count);
  const running = await serve(site, given.port, given.way);
  return {
    name: `${await versionOf(site)}, ${given.way}`,
    version: 5,
    pilots,
    addresses: [site.url, running.server.url],
    async find({ id }) {
      const rows = await site.rows(`SELECT pirepid FROM ${site.table('pireps')} WHERE pilotid = ?`, id);
      const bids = await site.rows(`SELECT bidid FROM ${site.table('bids')} WHERE pilotid = ?`, id);
      return { filed: rows.map(({ pirepid }) => String(pirepid)), others: 0, bids: bids.length };
    },
    async fileAgain({ id }) {
      const columns = await columnsOf(site, 'pireps', 'pirepid');
      await site.run(
        `INSERT INTO ${site.table('pireps')} (${columns}) SELECT ${columns} FROM ${site.table('pireps')} WHERE pilotid = ? LIMIT 1`,
        id,
      );
    },
    unfinished: () => describeUnfinished(running.server),
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

/** Copies of the given pilot, who sign in with the same password, each with a bid on the same flight. */
async function makePilots(site: Site, { login, password }: GivenSite, count: number): Promise<readonly PlacePilot[]> {
  const [given] = await site.rows(
    `SELECT p.pilotid, p.email, s.* FROM ${site.table('pilots')} p JOIN ${site.table('bids')} b ON b.pilotid = p.pilotid
       JOIN ${site.table('schedules')} s ON s.id = b.routeid
      WHERE p.email = ? OR CONCAT(p.code, LPAD(p.pilotid, 4, '0')) = ? ORDER BY b.bidid LIMIT 1`,
    login,
    login,
  );
  if (given === undefined) throw new Error(`${login} has no bid on a flight of this site`);
  const columns = await columnsOf(site, 'pilots', 'pilotid', 'email');
  const text = (name: string) => String(given[name]);
  const leg = { departure: text('depicao'), arrival: text('arricao'), aircraftId: text('aircraft') };
  const flight = { scheduleId: text('id'), airlineId: text('code'), flightNumber: text('flightnum'), ...leg };
  const pilots: PlacePilot[] = [];
  const run = Date.now().toString(36);
  for (let index = 0; index < count; index++) {
    const email = `at-once-${run}-${index}@example.org`;
    const pilots5 = site.table('pilots');
    await site.run(
      `INSERT INTO ${pilots5} (${columns}, email) SELECT ${columns}, ? FROM ${pilots5} WHERE pilotid = ?`,
      email,
      text('pilotid'),
    );
    const id = await lastId(site, 'pilots', 'pilotid');
    await site.run(
      `INSERT INTO ${site.table('bids')} (pilotid, routeid, dateadded) VALUES (?, ?, CURDATE())`,
      id,
      flight.scheduleId,
    );
    const bid = { id: await lastId(site, 'bids', 'bidid'), ...flight };
    pilots.push({ id, login: email, password, apiKey: null, bid });
  }
  return pilots;
}

async function columnsOf(site: Site, table: string, ...without: readonly string[]): Promise<string> {
  const rows = await site.rows(`SHOW COLUMNS FROM ${site.table(table)}`);
  const names = rows.map(({ Field }) => String(Field)).filter((name) => !without.includes(name));
  return names.map((name) => `\`${name}\``).join(', ');
}

async function lastId(site: Site, table: string, key: string): Promise<string> {
  const [row] = await site.rows(`SELECT MAX(${key}) AS id FROM ${site.table(table)}`);
  return String(row?.id);
}

async function versionOf({ folder }: Site): Promise<string> {
  const version = await readFile(join(folder, 'core/version'), 'utf8').catch(() => 'unknown');
  return `phpVMS ${version.trim()}`;
}
