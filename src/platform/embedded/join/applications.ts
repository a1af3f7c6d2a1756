import type { TableList } from '../../../lib/lists/table-list.ts';
import { numberOf, type Row, textOf, textOrNull } from '../../../lib/row.ts';
import type { Pilot } from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import { fromSqlTime } from '../../seven/sql-time.ts';
import type { CrewCenter } from '../crew-center.ts';
import { airlineIdOf, insertPilot } from '../pilot-admin.ts';
import { forgetLinks } from './links.ts';

/** `unconfirmed`: nobody has shown yet that the address is theirs. */
export type ApplicationState = 'unconfirmed' | 'waiting' | 'accepted' | 'refused';

/** Somebody who wants to be a pilot. */
export interface Application {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly airline: string | null;
  readonly homeAirport: string | null;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  readonly state: Exclude<ApplicationState, 'unconfirmed'>;
  /** Why it was refused. */
  readonly reason: string | null;
  /** Language in which the applicant reads. */
  readonly lang: string;
  /** Whether a pilot already has this address: then it cannot be accepted. */
  readonly isKnown: boolean;
  readonly createdAt: number | null;
}

const maxReason = 1_000;

/** Applications as a list for staff: those that wait first. */
export const applicationList: TableList = {
  key: 'a.id',
  from: 'tracker_applications a',
  where: "a.state <> 'unconfirmed'",
  words: ['a.name', 'a.email', 'a.state', 'a.answers', 'a.home_airport_id'],
  filters: {
    state: {
      title: 'field.state',
      choices: { waiting: 'is.waiting', accepted: 'is.accepted', refused: 'is.refused' },
      sql: 'a.state = ?',
    },
  },
  sorts: {
    attention: { title: 'sort.waiting-first', sql: "a.state <> 'waiting', a.created_at" },
    newest: { title: 'sort.newest-first', sql: 'a.created_at DESC' },
    name: { title: 'sort.name', sql: 'a.name COLLATE NOCASE' },
  },
};

/** Number of applications that wait for staff. */
export function countWaiting(crewCenter: CrewCenter): number {
  const sql = "SELECT count(*) AS count FROM tracker_applications WHERE state = 'waiting'";
  const row = crewCenter.read(() => crewCenter.get(sql));
  return row === null ? 0 : numberOf(row, 'count');
}

/** @throws Refusal `not-found` */
export function readApplication(crewCenter: CrewCenter, id: string): Application {
  return crewCenter.read(() => toApplication(requireApplication(crewCenter, id)));
}

/** Makes a pilot of an applicant, with the next free number and the password of the application. @throws Refusal `not-found`, `invalid` */
export function acceptApplication(
  crewCenter: CrewCenter,
  id: string,
): Promise<{ readonly application: Application; readonly pilot: Pilot }> {
  return crewCenter.write(() => {
    const row = requireWaiting(crewCenter, id);
    return { application: toApplication(row), pilot: becomePilot(crewCenter, row) };
  });
}

/** @throws Refusal `not-found`, `invalid` naming `reason` */
export function refuseApplication(crewCenter: CrewCenter, id: string, given: string): Promise<Application> {
  const reason = given.trim();
  if (reason === '' || reason.length > maxReason) {
    const message = `Reason: enter 1 to ${maxReason} characters.`;
    throw new Refusal('invalid', { message, fields: { reason: message } });
  }
  return crewCenter.write(() => {
    requireWaiting(crewCenter, id);
    crewCenter.run(
      "UPDATE tracker_applications SET state = 'refused', reason = ?, password = '', decided_at = ? WHERE id = ?",
      ...[reason, crewCenter.now(), Number(id)],
    );
    return toApplication(requireApplication(crewCenter, id));
  });
}

/** Makes a pilot of an applicant, within a transaction. @throws Refusal `invalid` when the address has become another pilot's */
export function becomePilot(crewCenter: CrewCenter, row: Row): Pilot {
  const email = textOf(row, 'email');
  if (isPilot(crewCenter, email))
    throw new Refusal('invalid', { message: `${email} belongs to a pilot already. Refuse this application.` });
  const airline = textOrNull(row, 'airline');
  const known = airlineIdOf(crewCenter, airline) === null ? null : airline;
  if (airlineIdOf(crewCenter, known) === null)
    throw new Refusal('invalid', { message: 'A pilot belongs to an airline. Add an airline first.' });
  const given = {
    name: textOf(row, 'name'),
    email,
    airline: known,
    homeAirport: textOrNull(row, 'home_airport_id'),
  };
  const pilot = insertPilot(crewCenter, given, { hash: textOf(row, 'password') });
  crewCenter.run(
    "UPDATE tracker_applications SET state = 'accepted', user_id = ?, password = '', decided_at = ? WHERE id = ?",
    ...[Number(pilot.id), crewCenter.now(), numberOf(row, 'id')],
  );
  // Who applied several times is a pilot now: nothing is left to decide.
  crewCenter.run(
    "UPDATE tracker_applications SET state = 'refused', user_id = ?, reason = ?, password = '', decided_at = ? WHERE email = ? AND state = 'waiting'",
    ...[Number(pilot.id), `${pilot.ident} was accepted by another application.`, crewCenter.now(), email],
  );
  return pilot;
}

/** What a pilot, whose id is asked for twice, wrote to become one: also what was sent again under the same address. */
const ofPilot = '(user_id = ? OR email = (SELECT email FROM users WHERE id = ?))';

/** Returns the rows of what a pilot wrote to become one. */
export function applicationRows(crewCenter: CrewCenter, pilotId: string): readonly Row[] {
  const sql = `SELECT * FROM tracker_applications WHERE ${ofPilot} ORDER BY id`;
  return crewCenter.all(sql, Number(pilotId), Number(pilotId));
}

/** Removes what a pilot wrote to become one, and links to the account, within a transaction. */
export function forgetApplications(crewCenter: CrewCenter, pilotId: string): void {
  crewCenter.run(`DELETE FROM tracker_applications WHERE ${ofPilot}`, Number(pilotId), Number(pilotId));
  forgetLinks(crewCenter, 'reset', pilotId);
}

/** Whether a pilot has this address. */
export function isPilot(crewCenter: CrewCenter, email: string): boolean {
  return crewCenter.get('SELECT 1 FROM users WHERE email = ?', email) !== null;
}

/** @throws Refusal `not-found` */
export function requireApplication(crewCenter: CrewCenter, id: string): Row {
  const sql = `SELECT a.*, EXISTS (SELECT 1 FROM users u WHERE u.email = a.email AND u.id IS NOT a.user_id) AS is_known
    FROM tracker_applications a WHERE a.id = ?`;
  const row = crewCenter.get(sql, Number(id));
  if (row === null) throw new Refusal('not-found', { message: 'There is no such application.' });
  return row;
}

function requireWaiting(crewCenter: CrewCenter, id: string): Row {
  const row = requireApplication(crewCenter, id);
  const state = textOf(row, 'state');
  if (state === 'waiting') return row;
  throw new Refusal('invalid', { message: `The application of ${textOf(row, 'name')} is already ${state}.` });
}

function toApplication(row: Row): Application {
  return {
    id: textOf(row, 'id'),
    name: textOf(row, 'name'),
    email: textOf(row, 'email'),
    airline: textOrNull(row, 'airline'),
    homeAirport: textOrNull(row, 'home_airport_id'),
    answers: JSON.parse(textOf(row, 'answers')) as Application['answers'],
    state: textOf(row, 'state') as Application['state'],
    reason: textOrNull(row, 'reason'),
    lang: textOf(row, 'lang'),
    isKnown: row.is_known === 1,
    createdAt: fromSqlTime(textOrNull(row, 'created_at')),
  };
}
