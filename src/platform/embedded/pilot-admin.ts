import { problemOfPassword } from '../../lib/bcrypt.ts';
import type { TableList } from '../../lib/lists/table-list.ts';
import { numberOf, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Secret } from '../../lib/secret.ts';
import type { Pilot, Standing } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { findAirport } from './airports.ts';
import type { CrewCenter } from './crew-center.ts';
import { type HostSettings, pilotIdentSql, readHostSettings } from './host-settings.ts';
import { forgetLinks } from './join/links.ts';
import { newApiKey } from './pilot-keys.ts';
import { findByLogin, problemOfName, requirePilot, standings, toPilot } from './pilots.ts';
import { noAirline, noAirport } from './unknown-names.ts';

export interface NewPilot {
  readonly name: string;
  readonly email: string;
  readonly password: Secret;
  /** ICAO or IATA code; null for the first airline. */
  readonly airline: string | null;
  /** ICAO code; null for none. */
  readonly homeAirport: string | null;
  readonly standing?: Standing;
}

export interface PilotListing {
  readonly pilot: Pilot;
  readonly email: string;
  readonly rank: string | null;
  readonly flights: number;
  readonly flightTimeMin: number;
  /** Whether the pilot agreed to be named in public. */
  readonly showsName: boolean;
}

const minPasswordLength = 8;

/**
 * Adds a pilot with the next free pilot id, the lowest rank and a new API key, which only this call returns.
 * @throws Refusal `invalid` naming `name`, `email`, `password`, `airline` or `homeAirport`.
 */
export async function addPilot(
  crewCenter: CrewCenter,
  pilot: NewPilot,
): Promise<{ readonly pilot: Pilot; readonly apiKey: Secret }> {
  checkNew(crewCenter, pilot, pilot.email.trim());
  const hash = await hashPassword(crewCenter, pilot.password);
  const apiKey = newApiKey();
  return crewCenter.write(() => {
    // Hashing takes a while: another may have the address by now.
    checkNew(crewCenter, pilot, pilot.email.trim());
    return { pilot: insertPilot(crewCenter, pilot, { hash, apiKey }), apiKey };
  });
}

/** Adds a pilot, whose fields are valid, with this hash of a password. */
export function addHashed(
  crewCenter: CrewCenter,
  pilot: Omit<NewPilot, 'password'>,
  hash: string,
): Promise<{ readonly pilot: Pilot; readonly apiKey: Secret }> {
  const apiKey = newApiKey();
  return crewCenter.write(() => ({ pilot: insertPilot(crewCenter, pilot, { hash, apiKey }), apiKey }));
}

/** Adds a pilot, whose fields are valid, within a transaction. */
export function insertPilot(
  crewCenter: CrewCenter,
  pilot: Omit<NewPilot, 'password'>,
  { hash, apiKey = newApiKey() }: { readonly hash: string; readonly apiKey?: Secret },
): Pilot {
  const home = pilot.homeAirport?.toUpperCase() ?? null;
  const now = crewCenter.now();
  const id = crewCenter.insert(
    `INSERT INTO users (pilot_id, name, email, password, api_key, airline_id, rank_id, home_airport_id, curr_airport_id,
       state, created_at, updated_at)
     VALUES ((SELECT coalesce(max(pilot_id), 0) + 1 FROM users), ?, ?, ?, ?, ?,
       (SELECT id FROM ranks WHERE deleted_at IS NULL ORDER BY hours, id LIMIT 1), ?, ?, ?, ?, ?)`,
    pilot.name.trim(),
    pilot.email.trim(),
    hash,
    apiKey.reveal(),
    airlineIdOf(crewCenter, pilot.airline),
    home,
    home,
    standings.indexOf(pilot.standing ?? 'active'),
    now,
    now,
  );
  return requirePilot(crewCenter, String(id));
}

/** @throws Refusal `not-found`, `invalid` naming `password`. */
export async function setPassword(crewCenter: CrewCenter, login: string, password: Secret): Promise<Pilot> {
  const row = crewCenter.read(() => findByLogin(crewCenter, login));
  if (row === null) throw new Refusal('not-found', { message: `There is no pilot ${login}.` });
  const hash = await hashPassword(crewCenter, password);
  return crewCenter.write(() => {
    const id = textOf(row, 'id');
    savePassword(crewCenter, id, hash);
    return requirePilot(crewCenter, id);
  });
}

/** Stores the hash of a pilot's new password within a transaction. Links that were made before would give the account away after all. */
export function savePassword(crewCenter: CrewCenter, pilotId: string, hash: string): void {
  crewCenter.run('UPDATE users SET password = ?, updated_at = ? WHERE id = ?', hash, crewCenter.now(), Number(pilotId));
  forgetLinks(crewCenter, 'reset', pilotId);
}

const from = `users u LEFT JOIN airlines ua ON ua.id = u.airline_id LEFT JOIN ranks r ON r.id = u.rank_id`;
const select = `SELECT u.*, ua.icao AS airline_icao, r.name AS rank_name FROM ${from} WHERE u.deleted_at IS NULL`;
const standingSql = `CASE u.state ${standings.map((standing, state) => `WHEN ${state} THEN '${standing}'`).join(' ')} END`;

/** Pilots as a list for the operator: those who wait for approval first, then all others by ident. */
export const pilotList: TableList = {
  key: 'u.id',
  from,
  where: 'u.deleted_at IS NULL',
  words: ['u.name', pilotIdentSql, 'u.email', 'r.name', standingSql, 'u.curr_airport_id'],
  filters: {
    standing: {
      title: 'field.standing',
      choices: Object.fromEntries(standings.map((standing) => [standing, `standing.${standing}`])),
      sql: `${standingSql} = ?`,
    },
  },
  sorts: {
    attention: { title: 'sort.pending-first', sql: 'u.state <> 0, ua.icao, u.pilot_id' },
    ident: { title: 'sort.ident', sql: 'ua.icao, u.pilot_id' },
    name: { title: 'sort.name', sql: 'u.name COLLATE NOCASE' },
    flights: { title: 'sort.most-flights', sql: 'u.flights DESC' },
  },
};

/** By ident. */
export function listPilots(crewCenter: CrewCenter): readonly PilotListing[] {
  return crewCenter.read(() => {
    const settings = readHostSettings(crewCenter);
    return crewCenter.all(`${select} ORDER BY ua.icao, u.pilot_id`).map((row) => toListing(row, settings));
  });
}

/** @throws Refusal `not-found` */
export function readPilotListing(crewCenter: CrewCenter, pilotId: string): PilotListing {
  return crewCenter.read(() => {
    const row = crewCenter.get(`${select} AND u.id = ?`, Number(pilotId));
    if (row === null) throw new Refusal('not-found', { message: 'This pilot does not exist. Reload the list.' });
    return toListing(row, readHostSettings(crewCenter));
  });
}

/** Returns the name of a pilot in the audit log. @throws Refusal `not-found` */
export function readIdent(crewCenter: CrewCenter, pilotId: string): string {
  return readPilotListing(crewCenter, pilotId).pilot.ident;
}

/** Returns the id of the pilot with this id or login. @throws Refusal `not-found` */
export function requirePilotId(crewCenter: CrewCenter, wanted: string): string {
  if (/^\d+$/.test(wanted)) return readPilotListing(crewCenter, wanted).pilot.id;
  const row = crewCenter.read(() => findByLogin(crewCenter, wanted));
  if (row === null) throw new Refusal('not-found', { message: `Pilot: there is no pilot ${wanted}.` });
  return textOf(row, 'id');
}

function toListing(row: Row, settings: HostSettings): PilotListing {
  return {
    pilot: toPilot(row, settings),
    email: textOf(row, 'email'),
    rank: textOrNull(row, 'rank_name'),
    flights: numberOf(row, 'flights'),
    flightTimeMin: numberOf(row, 'flight_time'),
    showsName: row.shows_name === 1,
  };
}

function checkNew(crewCenter: CrewCenter, pilot: NewPilot, email: string): void {
  const fields: Record<string, string> = {};
  const nameProblem = problemOfName(pilot.name.trim());
  if (nameProblem !== null) fields.name = nameProblem;
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 191)
    fields.email = `E-mail: ${email} is not an e-mail address. Enter one.`;
  else if (crewCenter.get('SELECT 1 FROM users WHERE email = ?', email) !== null)
    fields.email = `E-mail: ${email} belongs to another pilot. Enter another one.`;
  if (airlineIdOf(crewCenter, pilot.airline) === null)
    fields.airline =
      pilot.airline === null
        ? 'A pilot belongs to an airline. Add an airline first.'
        : `Airline: ${noAirline(crewCenter, pilot.airline)}`;
  if (pilot.homeAirport !== null && findAirport(crewCenter, { icao: pilot.homeAirport }) === null)
    fields.homeAirport = `Home airport: ${noAirport(crewCenter, pilot.homeAirport)}`;
  if (Object.keys(fields).length > 0)
    throw new Refusal('invalid', { message: Object.values(fields).join(' '), fields });
}

export function airlineIdOf(crewCenter: CrewCenter, code: string | null): number | null {
  const row = crewCenter.get(
    'SELECT id FROM airlines WHERE deleted_at IS NULL AND (? IS NULL OR upper(?) IN (icao, iata)) ORDER BY id LIMIT 1',
    code,
    code,
  );
  return row === null ? null : numberOf(row, 'id');
}

async function hashPassword(crewCenter: CrewCenter, password: Secret): Promise<string> {
  const problem = problemOfPassword(password.reveal(), minPasswordLength);
  if (problem !== null) throw new Refusal('invalid', { message: problem, fields: { password: problem } });
  return crewCenter.bcrypt.hash(password, crewCenter.passwordCost);
}
