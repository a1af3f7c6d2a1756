import type { Clock } from '../../lib/clock.ts';
import type { Secret } from '../../lib/secret.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { HostFlight, HostPirep } from '../port.ts';
import type { Database } from './database.ts';
import type { Fleet } from './fleet.ts';
import type { Pilots } from './pilots.ts';
import type { Body } from './pirep-fields.ts';
import type { PirepRow, Pireps } from './pireps.ts';
import type { Rest } from './rest.ts';
import { type RestAnswer, unavailable } from './rest-answer.ts';
import type { Track } from './track.ts';

/** What the adapter tells the operator. */
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
  readonly rest: Rest;
  readonly clock: Clock;
  readonly log: Log;
}

interface Question {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: Body;
  readonly lane: 'urgent' | 'patient';
  readonly timeoutMs: number;
  readonly isDelicate?: boolean;
}

/** Asks the platform's PIREP service as this pilot. A key that was changed meanwhile is read anew, once. */
export async function ask(host: Host, pilotId: string, question: Question): Promise<RestAnswer> {
  const key = await host.pilots.restKey(pilotId);
  const answer = await host.rest.call({ ...question, key });
  if (answer.kind !== 'key-refused') return answer;
  const now = await host.pilots.restKey(pilotId);
  return isSame(key, now) ? answer : host.rest.call({ ...question, key: now });
}

function isSame(left: Secret, right: Secret): boolean {
  return left.reveal() === right.reveal();
}

/** The answer as an error, for whoever has found that what was asked is not done. */
export function toRefusal(answer: Exclude<RestAnswer, { kind: 'done' }>): Refusal {
  switch (answer.kind) {
    case 'refused':
      return new Refusal('crew-center-refused', { message: `The crew center says: ${answer.reason}` });
    case 'key-refused':
      return new Refusal('crew-center-refused', {
        message: 'The crew center does not accept the key of this pilot: the account may not be active.',
      });
    case 'missing':
      return new Refusal('flight-not-found', { message: 'The crew center no longer has this PIREP.' });
    case 'broken':
      return unavailable(`it failed inside: ${answer.reason}`);
    case 'lost':
      return unavailable(`no answer came (${answer.reason})`);
  }
}

/** A PIREP that is not open any more, as an error. */
export function ended(row: PirepRow): Refusal {
  return new Refusal('flight-ended', { message: `The crew center holds this PIREP as ${row.state}.` });
}

type FiledRow = PirepRow & { readonly state: 'pending' | 'accepted' | 'rejected' };

export function isFiled(row: PirepRow | null): row is FiledRow {
  return row !== null && row.state !== 'open' && row.state !== 'cancelled';
}

export function toHostPirep(row: PirepRow): HostPirep {
  return { pirepId: row.id, state: row.state };
}

export function findRow(host: Host, flight: HostFlight): Promise<PirepRow | null> {
  return flight.pirepId === null ? Promise.resolve(null) : host.pireps.find(flight.pirepId, flight.pilotId);
}
