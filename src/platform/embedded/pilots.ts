import { verifyAtCost } from '../../lib/bcrypt.ts';
import { isOneLine } from '../../lib/printable.ts';
import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Secret } from '../../lib/secret.ts';
import { digest } from '../../lib/tokens.ts';
import type { Pilot, Standing } from '../../tracking/model.ts';
import { pilotIdent, readIdent } from '../seven/pilot-ident.ts';
import type { CrewCenter } from './crew-center.ts';
import { type IdentSettings, readIdentSettings } from './host-settings.ts';

// app/Models/Enums/UserState.php
export const standings: readonly Standing[] = ['pending', 'active', 'rejected', 'on-leave', 'suspended', 'deleted'];

const from = 'FROM users u LEFT JOIN airlines a ON a.id = u.airline_id WHERE u.deleted_at IS NULL';
/** Only what a pilot is made of: the key of each one who flies is asked for every half minute. */
const select = `SELECT u.id, u.pilot_id, u.name, u.state, u.password, u.home_airport_id, u.curr_airport_id, a.icao AS airline_icao ${from}`;
const selectWhole = `SELECT u.*, a.icao AS airline_icao ${from}`;

/** Like version 7's login: with an `@` the e-mail, else the ident (app/Http/Controllers/Auth/LoginController.php). */
export async function authenticate(crewCenter: CrewCenter, login: string, password: Secret): Promise<Pilot | null> {
  const row = crewCenter.read(() => findByLogin(crewCenter, login.trim()));
  const hash = row === null ? null : textOf(row, 'password');
  const isRight = await verifyAtCost(crewCenter.bcrypt, password, hash, highestCost(crewCenter));
  if (row === null || !isRight) return null;
  return toPilot(
    row,
    crewCenter.read(() => readIdentSettings(crewCenter)),
  );
}

export function findByKey(crewCenter: CrewCenter, apiKey: Secret): Pilot | null {
  if (apiKey.reveal() === '') return null;
  const row = crewCenter.get(`${select} AND u.api_key = ?`, apiKey.reveal());
  return row === null ? null : toPilot(row, readIdentSettings(crewCenter));
}

/** Returns pilots by id; deleted ones are absent. */
export function readPilots(crewCenter: CrewCenter, pilotIds: readonly string[]): ReadonlyMap<string, Pilot> {
  const settings = readIdentSettings(crewCenter);
  const rows = crewCenter.all(
    `${select} AND u.id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))`,
    JSON.stringify(pilotIds),
  );
  return new Map(rows.map((row) => [textOf(row, 'id'), toPilot(row, settings)]));
}

/** Returns a pilot who is known to be there. */
export function requirePilot(crewCenter: CrewCenter, id: string): Pilot {
  const pilot = readPilots(crewCenter, [id]).get(id);
  if (pilot === undefined) throw new Error(`pilot ${id} is missing`);
  return pilot;
}

/** Returns the row of a login, with all of its columns; null when there is no such account. */
export function findByLogin(crewCenter: CrewCenter, login: string): Row | null {
  if (login.includes('@')) return crewCenter.get(`${selectWhole} AND u.email = ?`, login);
  const airlines = crewCenter.all(`SELECT id, icao, iata FROM airlines WHERE deleted_at IS NULL ORDER BY id`);
  const known = airlines.map((row) => ({
    id: numberOf(row, 'id'),
    icao: textOf(row, 'icao'),
    iata: textOrNull(row, 'iata'),
  }));
  for (const { airlineId, number } of readIdent(login, known, readIdentSettings(crewCenter).idCode)) {
    const row = crewCenter.get(
      `${selectWhole} AND u.pilot_id = ? AND (? IS NULL OR u.airline_id = ?)`,
      ...[number, airlineId, airlineId],
    );
    if (row !== null) return row;
  }
  return null;
}

export function toPilot(row: Row, settings: IdentSettings): Pilot {
  const airlineIcao = textOrNull(row, 'airline_icao');
  return {
    id: textOf(row, 'id'),
    ident: pilotIdent(settings, airlineIcao, numberOrNull(row, 'pilot_id') ?? numberOf(row, 'id')),
    name: textOrNull(row, 'name') ?? '',
    standing: standings[numberOrNull(row, 'state') ?? 0] ?? 'pending',
    airlineIcao,
    homeAirport: textOrNull(row, 'home_airport_id'),
    currentAirport: textOrNull(row, 'curr_airport_id'),
    credentialVersion: digest(textOf(row, 'password')).slice(0, 32),
  };
}

/** Cost of any pilot's password, so that the time of a refusal does not reveal who has an account. */
function highestCost(crewCenter: CrewCenter): number {
  const row = crewCenter.read(() =>
    crewCenter.get("SELECT MAX(SUBSTR(password, 5, 2)) AS cost FROM users WHERE password LIKE '$2y$%'"),
  );
  return Number(row === null ? null : textOrNull(row, 'cost')) || crewCenter.passwordCost;
}

/** As many characters as phpVMS 7 has room for. */
const maxNameLength = 191;

/** Says what is wrong with the name of a pilot; null when nothing is. */
export function problemOfName(name: string): string | null {
  if (name === '') return 'Name: enter a name.';
  if (!isOneLine(name)) return 'Name: enter it in one line, without characters of control.';
  return name.length > maxNameLength ? `Name: enter at most ${maxNameLength} characters.` : null;
}
