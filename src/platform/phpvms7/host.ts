import type { Clock } from '../../lib/clock.ts';
import type { Secret } from '../../lib/secret.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { HostFlight, HostPirep } from '../port.ts';
import type { Briefings } from './briefings.ts';
import type { Database } from './database.ts';
import type { Doubts } from './doubts.ts';
import type { Fleet } from './fleet.ts';
import type { LiveMap } from './live-map.ts';
import type { Pilots } from './pilots.ts';
import type { Body } from './pirep-fields.ts';
import type { PirepRow, Pireps } from './pireps.ts';
import type { Rest, RestCall } from './rest.ts';
import { type RestAnswer, unavailable } from './rest-answer.ts';
import type { Track } from './track.ts';

/** Messages to the operator. */
export interface Log {
  warn(detail: Readonly<Record<string, unknown>>, message: string): void;
}

/** The parts of the adapter, built once. */
export interface Host {
  readonly database: Database;
  readonly pilots: Pilots;
  readonly fleet: Fleet;
  readonly pireps: Pireps;
  readonly track: Track;
  readonly map: LiveMap;
  readonly briefings: Briefings;
  readonly rest: Rest;
  /** Signs calls to the module; null where the site has no key that is long enough. */
  readonly key: Secret | null;
  readonly doubts: Doubts;
  readonly clock: Clock;
  readonly log: Log;
}

/** A call to the platform's PIREP or bid service. */
interface Question {
  readonly action: 'prefile' | 'update' | 'file' | 'cancel' | 'add-bid' | 'remove-bid';
  /** Empty where the call speaks of no PIREP. */
  readonly pirepId: string;
  readonly body: Body;
  /** `patient`: no client waits for it. */
  readonly lane: 'urgent' | 'patient';
}

/** Timeouts. Listeners, mails, awards and add-ons run before the platform responds. */
const timeoutsMs = { urgent: 120_000, patient: 20_000 } as const;

/** The pilot who makes the call, and the id of what it changes: a flight or a booking. */
interface Asker {
  readonly id: string;
  readonly pilotId: string;
}

/**
 * Calls the platform's API as this pilot. If the key was refused because it has changed, it is read again, once.
 * Code that finds the result of a lost call in the database calls `host.doubts.end`.
 * @throws Refusal `crew-center-unavailable` while an earlier call for the same flight or booking with a lost response may be running
 */
export async function ask(host: Host, flight: Asker, question: Question): Promise<RestAnswer> {
  host.doubts.requireNone(flight.id);
  const { body, lane } = question;
  const call = {
    ...addressOf(question),
    body,
    lane,
    timeoutMs: timeoutsMs[lane],
    isDelicate: lane === 'urgent',
  } as const;
  const key = await host.pilots.restKey(flight.pilotId);
  let answer = await host.rest.call({ ...call, key });
  if (answer.kind === 'key-refused') {
    const now = await host.pilots.restKey(flight.pilotId);
    if (!isSame(key, now)) answer = await host.rest.call({ ...call, key: now });
  }
  if (answer.kind === 'lost') host.doubts.begin(flight.id);
  return answer;
}

function addressOf({ action, pirepId }: Question): Pick<RestCall, 'method' | 'path'> {
  if (action === 'prefile') return { method: 'POST', path: 'pireps/prefile' };
  // An empty `with` spares the list of the rest with all their aircraft.
  if (action === 'remove-bid') return { method: 'DELETE', path: 'user/bids?with=' };
  if (action === 'add-bid') return { method: 'PUT', path: 'user/bids' };
  return { method: action === 'cancel' ? 'PUT' : 'POST', path: `pireps/${encodeURIComponent(pirepId)}/${action}` };
}

function isSame(left: Secret, right: Secret): boolean {
  return left.reveal() === right.reveal();
}

/** Converts a response to an error, once it is known that the call had no effect. */
export function toRefusal(answer: Exclude<RestAnswer, { kind: 'done' }>): Refusal {
  switch (answer.kind) {
    case 'refused':
      return new Refusal('crew-center-refused', { message: `The crew center says: ${answer.reason}` });
    case 'key-refused':
      return new Refusal('crew-center-refused', {
        message: "The crew center does not accept this pilot's API key: the account may not be active.",
      });
    case 'missing':
      return new Refusal('flight-not-found', { message: 'The crew center no longer has this PIREP.' });
    case 'broken':
      return unavailable(`it had an internal error: ${answer.reason}`);
    case 'lost':
      return unavailable(`there was no response (${answer.reason})`);
  }
}

/** A PIREP that is not open any more, as an error. */
export function ended(row: PirepRow): Refusal {
  return new Refusal('flight-ended', { message: `At the crew center this PIREP is ${row.state}.` });
}

/** A PIREP that is filed. */
export type FiledRow = PirepRow & { readonly state: 'pending' | 'accepted' | 'rejected' };

export function isFiled(row: PirepRow | null): row is FiledRow {
  return row !== null && row.state !== 'open' && row.state !== 'cancelled';
}

export function toHostPirep(row: PirepRow): HostPirep {
  return { pirepId: row.id, state: row.state };
}

export function findRow(host: Host, flight: HostFlight): Promise<PirepRow | null> {
  return flight.pirepId === null ? Promise.resolve(null) : host.pireps.find(flight.pirepId, flight.pilotId);
}

/**
 * The flight's PIREP, null when it has none.
 * @throws Refusal `crew-center-unavailable` while a call with a lost response may still create one
 */
export async function findSettledRow(host: Host, flight: HostFlight): Promise<PirepRow | null> {
  const row = await findRow(host, flight);
  if (row === null) host.doubts.requireNone(flight.id);
  return row;
}

/** @throws Refusal `flight-not-found` when it is gone, `flight-ended` when it is filed or cancelled */
export async function requireOpen(host: Host, flight: HostFlight): Promise<PirepRow> {
  const row = await findSettledRow(host, flight);
  if (row === null) throw toRefusal({ kind: 'missing' });
  if (row.state !== 'open') throw ended(row);
  return row;
}
