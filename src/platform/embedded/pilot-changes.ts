import { randomBytes } from 'node:crypto';
import { networkIdOf } from '../../lib/network-id.ts';
import { numberOf, type Row, textOf } from '../../lib/row.ts';
import { Secret } from '../../lib/secret.ts';
import type { Pilot } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { findAirport } from './airports.ts';
import { BidService } from './bid-service.ts';
import type { CrewCenter } from './crew-center.ts';
import { forgetImported } from './imports/store.ts';
import { forgetApplications } from './join/applications.ts';
import { forgetLinks } from './join/links.ts';
import { requireNoOpenFlight } from './open-flight.ts';
import { forgetNotes } from './pilot-notes.ts';
import { givenStandings } from './pilot-standing.ts';
import { findByLogin, problemOfName, requirePilot, standings } from './pilots.ts';
import { noAirline, noAirport } from './unknown-names.ts';

/** Fields to change; null leaves one as it is. */
export interface PilotEdit {
  readonly name: string | null;
  readonly email: string | null;
  /** ICAO or IATA code; the ident changes with it. */
  readonly airline: string | null;
  /** Name of the rank. */
  readonly rank: string | null;
  readonly homeAirport: string | null;
  readonly currentAirport: string | null;
  readonly standing: string | null;
  /** `yes` or `no`: whether the pilot agreed to be named in public. */
  readonly showName: string | null;
  /** Numbers by which the networks know the pilot; empty takes one away. */
  readonly vatsim: string | null;
  readonly ivao: string | null;
}

/** Changes nothing. */
export const noPilotEdit: PilotEdit = {
  name: null,
  email: null,
  airline: null,
  rank: null,
  homeAirport: null,
  currentAirport: null,
  standing: null,
  showName: null,
  vatsim: null,
  ivao: null,
};

/** Numbers by which the networks know the pilot; empty where there is none. */
export function readNetworkIds(crewCenter: CrewCenter, pilotId: string): Pick<Texts, 'vatsim' | 'ivao'> {
  const row = crewCenter.read(() =>
    crewCenter.get('SELECT vatsim_id, ivao_id FROM users WHERE id = ?', Number(pilotId)),
  );
  return row === null ? { vatsim: '', ivao: '' } : { vatsim: textOf(row, 'vatsim_id'), ivao: textOf(row, 'ivao_id') };
}

type Texts = Readonly<Record<keyof PilotEdit, string>>;

/** Number of PIREPs and bids of a pilot. */
export function countPapers(
  crewCenter: CrewCenter,
  pilotId: string,
): { readonly pireps: number; readonly bids: number } {
  const sql = `SELECT (SELECT count(*) FROM pireps WHERE user_id = ? AND deleted_at IS NULL AND state <> 4) AS pireps,
    (SELECT count(*) FROM bids WHERE user_id = ?) AS bids`;
  const row = crewCenter.read(() => crewCenter.get(sql, Number(pilotId), Number(pilotId)));
  return row === null ? { pireps: 0, bids: 0 } : { pireps: numberOf(row, 'pireps'), bids: numberOf(row, 'bids') };
}

/** @throws Refusal `not-found`, `invalid` naming the fields */
export function editPilot(crewCenter: CrewCenter, login: string, edit: PilotEdit): Promise<Pilot> {
  return crewCenter.write(() => {
    const id = textOf(requireRow(crewCenter, login), 'id');
    savePilot(crewCenter, id, edit);
    return requirePilot(crewCenter, id);
  });
}

/** Changes a pilot within a transaction. @throws Refusal `invalid` naming the fields */
export function savePilot(crewCenter: CrewCenter, id: string, edit: PilotEdit): void {
  const { columns, fields } = checkPilot(crewCenter, id, edit);
  if (Object.keys(fields).length > 0)
    throw new Refusal('invalid', { message: Object.values(fields).join(' '), fields });
  for (const [column, value] of Object.entries(columns))
    crewCenter.run(`UPDATE users SET ${column} = ?, updated_at = ? WHERE id = ?`, value, crewCenter.now(), Number(id));
  // A link that was sent to the address of before would give the account away.
  if ('email' in columns) forgetLinks(crewCenter, 'reset', id);
}

/**
 * Removes a pilot like version 7 (app/Services/UserService.php, removeUser): bids go; with PIREPs the account loses name,
 * address and credentials and stays as `deleted`, so that the PIREPs keep a pilot; without any it is deleted.
 * @returns the pilot as before, and whether the account stays without a name
 * @throws Refusal `not-found`, `flight-open`
 */
export async function removePilot(
  crewCenter: CrewCenter,
  login: string,
): Promise<{ readonly pilot: Pilot; readonly bids: number; readonly isKept: boolean }> {
  const password = await crewCenter.bcrypt.hash(new Secret(randomHex()), crewCenter.passwordCost);
  return crewCenter.write((emit) => {
    const row = requireRow(crewCenter, login);
    const id = textOf(row, 'id');
    const pilot = requirePilot(crewCenter, id);
    if (pilot.standing === 'deleted') throw new Refusal('not-found', { message: `${pilot.ident} is already removed.` });
    requireNoOpenFlight(crewCenter, 'pilot', id, pilot.ident);
    const bids = crewCenter.all('SELECT id FROM bids WHERE user_id = ? ORDER BY id', Number(id));
    const service = new BidService(crewCenter, emit);
    for (const bid of bids) service.remove(textOf(bid, 'id'));
    forgetTraces(crewCenter, id);
    const isKept = crewCenter.get('SELECT 1 FROM pireps WHERE user_id = ? LIMIT 1', Number(id)) !== null;
    if (isKept) makeNameless(crewCenter, numberOf(row, 'id'), password);
    else crewCenter.run('DELETE FROM users WHERE id = ?', Number(id));
    return { pilot, bids: bids.length, isKept };
  });
}

/** Removes what is kept of a pilot who is removed or erased beside the row and the PIREPs, within a transaction. */
export function forgetTraces(crewCenter: CrewCenter, pilotId: string): void {
  forgetApplications(crewCenter, pilotId);
  forgetNotes(crewCenter, pilotId);
  forgetImported(crewCenter, pilotId);
}

function makeNameless(crewCenter: CrewCenter, id: number, password: string): void {
  crewCenter.run(
    `UPDATE users SET name = 'Deleted User', shows_name = 0, shown_name = 'none', vatsim_id = '', ivao_id = '', email = ?, api_key = ?, password = ?, state = ?, updated_at = ? WHERE id = ?`,
    ...[`${randomHex()}@deleted-user.com`, randomHex(), password, standings.indexOf('deleted'), crewCenter.now(), id],
  );
}

/**
 * Returns the columns that an edit changes, and what is wrong with its fields, by their names.
 * @param id - of the pilot; 0 for one who is not there yet
 */
export function checkPilot(
  crewCenter: CrewCenter,
  id: string,
  edit: PilotEdit,
): { readonly columns: Readonly<Record<string, string | number>>; readonly fields: Readonly<Record<string, string>> } {
  const fields: Record<string, string> = {};
  const columns: Record<string, string | number> = {};
  const read = (field: keyof PilotEdit, column: string, toValue: (text: string) => string | number | Wrong) => {
    const text = edit[field]?.trim();
    if (text === undefined) return;
    const value = toValue(text);
    if (typeof value === 'object') fields[field] = value.problem;
    else columns[column] = value;
  };
  const airport = (title: string) => (text: string) =>
    findAirport(crewCenter, { icao: text })?.icao ?? { problem: `${title}: ${noAirport(crewCenter, text)}` };
  read('name', 'name', (text) => {
    const problem = problemOfName(text);
    return problem === null ? text : { problem };
  });
  read('email', 'email', (text) => emailOf(crewCenter, id, text));
  read(
    'airline',
    'airline_id',
    (text) => idOf(crewCenter, airlineSql, text) ?? { problem: `Airline: ${noAirline(crewCenter, text)}` },
  );
  read(
    'rank',
    'rank_id',
    (text) => idOf(crewCenter, rankSql, text) ?? { problem: `Rank: there is no rank ${text}. ${ranksOf(crewCenter)}` },
  );
  read('homeAirport', 'home_airport_id', airport('Home airport'));
  read('currentAirport', 'curr_airport_id', airport('Location'));
  read('standing', 'state', (text) => {
    const known = givenStandings.find((each) => each === text);
    return known === undefined
      ? { problem: `Standing: choose one of ${givenStandings.join(', ')}.` }
      : standings.indexOf(known);
  });
  read('showName', 'shows_name', (text) => flagOf(text));
  read('vatsim', 'vatsim_id', (text) => memberOf('VATSIM', text));
  read('ivao', 'ivao_id', (text) => memberOf('IVAO', text));
  return { columns, fields };
}

interface Wrong {
  readonly problem: string;
}

function flagOf(text: string): number | Wrong {
  if (text === 'yes' || text === 'no') return text === 'yes' ? 1 : 0;
  return { problem: 'Named in public: enter yes or no.' };
}

function memberOf(network: string, text: string): string | Wrong {
  const problem = `${network}: enter the member’s number, such as 1234567, or nothing.`;
  return text === '' ? '' : (networkIdOf(text) ?? { problem });
}

function emailOf(crewCenter: CrewCenter, id: string, text: string): string | Wrong {
  if (!/^[^\s@]+@[^\s@]+$/.test(text) || text.length > 191)
    return { problem: `E-mail: ${text} is not an e-mail address. Enter one.` };
  const other = crewCenter.get('SELECT 1 FROM users WHERE email = ? AND id <> ?', text, Number(id));
  return other === null ? text : { problem: `E-mail: ${text} belongs to another pilot. Enter another one.` };
}

const airlineSql = 'SELECT id FROM airlines WHERE deleted_at IS NULL AND upper(?) IN (icao, iata) ORDER BY id LIMIT 1';
const rankSql = 'SELECT id FROM ranks WHERE deleted_at IS NULL AND name = ? COLLATE NOCASE';

function idOf(crewCenter: CrewCenter, sql: string, text: string): number | null {
  const row = crewCenter.get(sql, text);
  return row === null ? null : numberOf(row, 'id');
}

function ranksOf(crewCenter: CrewCenter): string {
  const rows = crewCenter.all('SELECT name FROM ranks WHERE deleted_at IS NULL ORDER BY hours, id');
  return `Choose one of ${rows.map((row) => textOf(row, 'name')).join(', ')}.`;
}

function requireRow(crewCenter: CrewCenter, login: string): Row {
  const row = findByLogin(crewCenter, login);
  if (row === null) throw new Refusal('not-found', { message: `There is no pilot ${login}.` });
  return row;
}

function randomHex(): string {
  return randomBytes(10).toString('hex');
}
