import type { Flight, FlightState } from '../model.ts';
import { Refusal, type RefusalCode } from '../refusals.ts';

/** What a call that changes a flight finds: the state of the flight, or none. */
export type Situation = 'none' | FlightState;

/** What the call does. `refuse` throws the code. */
export type Verdict =
  | {
      readonly do:
        | 'begin'
        | 'resume'
        | 'replace'
        | 'store'
        | 'change'
        | 'file'
        | 'join'
        | 'repeat'
        | 'cancel'
        | 'await';
    }
  | { readonly do: 'refuse'; readonly code: RefusalCode };

const refuse = (code: RefusalCode): Verdict => ({ do: 'refuse', code });
const act = (what: Exclude<Verdict['do'], 'refuse'>): Verdict => ({ do: what });

/**
 * The table of states: one line for every call and situation. `starting` is a start that still waits for the crew center:
 * the same start waits too, every other call is too early.
 */
export const stateTable = {
  startSameBid: {
    none: act('begin'),
    starting: act('await'),
    open: act('resume'),
    suspended: act('resume'),
    filing: refuse('flight-filing'),
    filed: refuse('bid-not-found'),
    cancelled: act('begin'),
    abandoned: act('begin'),
  },
  startOtherBid: {
    none: act('begin'),
    starting: act('replace'),
    open: refuse('flight-open'),
    // If it never was airborne it is abandoned for the new one. Once airborne the start is refused as for an open one.
    suspended: act('replace'),
    filing: act('begin'),
    filed: act('begin'),
    cancelled: act('begin'),
    abandoned: act('begin'),
  },
  report: {
    none: refuse('no-open-flight'),
    starting: refuse('no-open-flight'),
    open: act('store'),
    suspended: act('store'),
    filing: refuse('flight-ended'),
    filed: refuse('flight-filed'),
    cancelled: refuse('flight-ended'),
    abandoned: refuse('flight-ended'),
  },
  changeAircraft: {
    none: refuse('no-open-flight'),
    starting: refuse('no-open-flight'),
    open: act('change'),
    suspended: act('change'),
    filing: refuse('flight-filing'),
    filed: refuse('flight-filed'),
    cancelled: refuse('flight-ended'),
    abandoned: refuse('flight-ended'),
  },
  finish: {
    none: refuse('no-open-flight'),
    starting: refuse('no-open-flight'),
    open: act('file'),
    suspended: act('file'),
    filing: act('join'),
    filed: act('repeat'),
    cancelled: refuse('flight-ended'),
    abandoned: refuse('flight-ended'),
  },
  cancel: {
    none: refuse('no-open-flight'),
    starting: act('cancel'),
    open: act('cancel'),
    suspended: act('cancel'),
    filing: refuse('flight-filing'),
    filed: refuse('flight-filed'),
    cancelled: act('repeat'),
    abandoned: act('repeat'),
  },
} as const satisfies Record<string, Record<Situation, Verdict>>;

const messages: Partial<Record<RefusalCode, string>> = {
  'no-open-flight': 'There is no open flight. Start one first.',
  'flight-open': 'Another flight is open. Finish or cancel it first.',
  'flight-filing': 'This flight is being filed. Repeat finish to get its receipt.',
  'flight-filed': 'This flight is filed. Its receipt is in this response.',
  'flight-ended': 'This flight has already ended.',
  'bid-not-found': 'There is no such bid. It may have been flown, removed or expired.',
  'flight-not-found': 'You have no such flight.',
};

/** Returns the refusal with this code, its message, and the flight whose state forbids the call. */
export function stateRefusal(code: RefusalCode, flight?: Flight): Refusal {
  const message = messages[code] ?? code;
  return new Refusal(code, flight === undefined ? { message } : { message: withReason(message, flight), flight });
}

function withReason(message: string, flight: Flight): string {
  return flight.reason === null ? message : `${message} Reason: ${flight.reason}`;
}

/** Looks up what the call does. @throws Refusal if the table refuses it */
export function decide(call: keyof typeof stateTable, flight: Flight | null): Exclude<Verdict['do'], 'refuse'> {
  const verdict: Verdict = stateTable[call][flight?.state ?? 'none'];
  if (verdict.do === 'refuse') throw stateRefusal(verdict.code, flight ?? undefined);
  return verdict.do;
}

export function hasEnded(flight: Flight): boolean {
  return flight.state === 'filed' || flight.state === 'cancelled' || flight.state === 'abandoned';
}
