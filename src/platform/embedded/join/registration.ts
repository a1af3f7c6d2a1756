import { numberOf, textOf } from '../../../lib/row.ts';
import type { Secret } from '../../../lib/secret.ts';
import type { Pilot } from '../../../tracking/model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import { toSqlTime } from '../../seven/sql-time.ts';
import type { CrewCenter } from '../crew-center.ts';
import { type Registration, readHostSettings } from '../host-settings.ts';
import type { ApplicationState } from './applications.ts';
import { becomePilot, isPilot, requireApplication } from './applications.ts';
import { findInvitation } from './invitations.ts';
import { findLink, makeLink, takeLink } from './links.ts';

/** What somebody who registers entered; name, address and airport are valid. */
export interface NewcomerInput {
  readonly name: string;
  readonly email: string;
  readonly password: Secret;
  /** ICAO code; null for the first airline. */
  readonly airline: string | null;
  /** ICAO code; null for none. */
  readonly homeAirport: string | null;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  readonly lang: string;
  /** Key of an invitation; empty without one. */
  readonly invitation: string;
}

/** What becomes of a registration; the same for an address that a pilot has. */
export type Next = 'mail' | 'staff' | 'now';

/** The letter that the owner of an address gets: to show that it is theirs, or that they have an account. */
export type Letter =
  | { readonly kind: 'confirm'; readonly to: string; readonly key: Secret }
  | { readonly kind: 'known'; readonly to: string };

export interface Registered {
  readonly next: Next;
  /** Null where no mail is sent. */
  readonly letter: Letter | null;
  /** Who became a pilot at once; the response must not show it. */
  readonly pilot: Pilot | null;
}

/** Applications that may wait at the same time, so that a stranger cannot fill the disk. */
const maxWaiting = 2_000;
const unconfirmedMs = 3_600_000;
const refusedMs = 30 * 86_400_000;

/**
 * Registers a newcomer. What is done, and how long it takes, is the same whether a pilot has the address already: then the
 * application waits for staff, who see that, or the letter informs the owner of the address.
 * @param hasMail - whether letters can be sent; else staff activate those who register where it is open
 * @throws Refusal `forbidden` where nobody may register so, `invalid` naming `invitation`, `too-many-requests`
 */
export async function register(
  crewCenter: CrewCenter,
  input: NewcomerInput,
  { hasMail }: { readonly hasMail: boolean },
): Promise<Registered> {
  const wayNow = () => wayOf(crewCenter, input.invitation);
  crewCenter.read(wayNow);
  const password = await crewCenter.bcrypt.hash(input.password, crewCenter.passwordCost);
  return crewCenter.write(() => {
    const { invitation, mode } = wayNow();
    prune(crewCenter);
    requireRoom(crewCenter);
    const needsStaff = invitation === null && (mode === 'application' || !hasMail);
    if (invitation !== null)
      crewCenter.run('UPDATE tracker_invitations SET uses = uses + 1 WHERE id = ?', Number(invitation));
    const isKnown = isPilot(crewCenter, input.email);
    const state = hasMail ? 'unconfirmed' : 'waiting';
    const id = insert(crewCenter, { input, password, invitation, needsStaff, state });
    if (hasMail) {
      const key = makeLink(crewCenter, 'confirm', isKnown ? null : id);
      const { email: to } = input;
      return { next: 'mail', letter: isKnown ? { kind: 'known', to } : { kind: 'confirm', to, key }, pilot: null };
    }
    if (needsStaff) return { next: 'staff', letter: null, pilot: null };
    const pilot = isKnown ? null : becomePilot(crewCenter, requireApplication(crewCenter, id));
    return { next: 'now', letter: null, pilot };
  });
}

/** Whether a link of a letter is still good. */
export function isConfirmation(crewCenter: CrewCenter, key: string): boolean {
  return crewCenter.read(() => findLink(crewCenter, 'confirm', key)) !== null;
}

/**
 * Uses the link of a letter: its reader has the address. Returns the new pilot, or that staff decide; null for a link that is
 * used or too old, or an address that has become a pilot's.
 */
export function confirm(crewCenter: CrewCenter, key: string): Promise<Pilot | 'waiting' | null> {
  return crewCenter.write(() => {
    const id = takeLink(crewCenter, 'confirm', key);
    if (id === null) return null;
    const row = requireApplication(crewCenter, id);
    if (isPilot(crewCenter, textOf(row, 'email'))) return null;
    if (row.needs_staff !== 1) return becomePilot(crewCenter, row);
    crewCenter.run("UPDATE tracker_applications SET state = 'waiting' WHERE id = ?", Number(id));
    return 'waiting';
  });
}

interface Way {
  readonly mode: Registration;
  readonly invitation: string | null;
}

function wayOf(crewCenter: CrewCenter, key: string): Way {
  const { registration: mode } = readHostSettings(crewCenter);
  const invitation = key === '' ? null : findInvitation(crewCenter, key);
  if (mode === 'closed' || (mode === 'invitation' && key === ''))
    throw new Refusal('forbidden', { message: 'This airline does not take registrations in this way at the moment.' });
  if (key !== '' && invitation === null) {
    const message = 'This invitation was used up or has expired. Ask for another one.';
    throw new Refusal('invalid', { message, fields: { invitation: message } });
  }
  return { mode, invitation };
}

function requireRoom(crewCenter: CrewCenter): void {
  const sql = "SELECT count(*) AS count FROM tracker_applications WHERE state IN ('unconfirmed', 'waiting')";
  const row = crewCenter.get(sql);
  if (row === null || numberOf(row, 'count') < maxWaiting) return;
  const message = 'Too many registrations wait at the moment. Try again later.';
  throw new Refusal('too-many-requests', { message, retryAfterS: 3_600 });
}

/** Forgets those who did not show their address in time, whose invitation another one may use, and those who were refused a month ago. */
function prune(crewCenter: CrewCenter): void {
  const before = (ms: number) => toSqlTime(crewCenter.clock.now() - ms);
  const late = "state = 'unconfirmed' AND created_at <= ?";
  crewCenter.run(
    `UPDATE tracker_invitations SET uses = max(0, uses - (SELECT count(*) FROM tracker_applications
       WHERE invitation_id = tracker_invitations.id AND ${late}))`,
    before(unconfirmedMs),
  );
  crewCenter.run(`DELETE FROM tracker_applications WHERE ${late}`, before(unconfirmedMs));
  crewCenter.run("DELETE FROM tracker_applications WHERE state = 'refused' AND decided_at <= ?", before(refusedMs));
}

function insert(
  crewCenter: CrewCenter,
  row: {
    readonly input: NewcomerInput;
    readonly password: string;
    readonly invitation: string | null;
    readonly needsStaff: boolean;
    readonly state: ApplicationState;
  },
): string {
  const { name, email, airline, homeAirport, answers, lang } = row.input;
  const id = crewCenter.insert(
    `INSERT INTO tracker_applications (name, email, password, airline, home_airport_id, answers, lang, invitation_id,
       needs_staff, state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[name, email, row.password, airline, homeAirport, JSON.stringify(answers), lang],
    ...[row.invitation === null ? null : Number(row.invitation), row.needsStaff ? 1 : 0, row.state, crewCenter.now()],
  );
  return String(id);
}
