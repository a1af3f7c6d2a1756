import { Type } from 'typebox';
import type { WireRefusal } from '../../http/refusal-answers.ts';
import { refusalAnswers } from '../../http/refusal-answers.ts';
import type { Refusal, RefusalCode } from '../../tracking/refusals.ts';

const status = (code: RefusalCode, number: number): WireRefusal => ({ ...refusalAnswers[code], status: number });

/** Statuses that smartCARS handles: 400 for invalid values, 401 if the pilot must log in again, 404 for an ended flight. */
export const smartcarsRefusals: Readonly<Record<RefusalCode, WireRefusal>> = {
  ...refusalAnswers,
  invalid: status('invalid', 400),
  'bid-required': status('bid-required', 400),
  'password-login-disabled': status('password-login-disabled', 401),
  // The message of the phpVMS 5 API for a pilot who is not confirmed.
  'pilot-not-allowed': status('pilot-not-allowed', 409),
  'no-open-flight': status('no-open-flight', 404),
  'flight-ended': status('flight-ended', 404),
};

export const smartcarsRefusalSchema = Type.Object({ message: Type.String({ description: 'What to do, in words' }) });

/** `{message}`, the whole of an error that smartCARS shows. */
export function encodeSmartcarsRefusal(refusal: Refusal) {
  return { contentType: 'application/json; charset=utf-8', body: { message: messageOf(refusal) } };
}

function messageOf({ detail }: Refusal): string {
  const faults = Object.entries(detail.fields ?? {}).map(([name, fault]) => saying(name, fault.replace(/\.$/, '')));
  return faults.length === 0 ? detail.message : `${faults.join('; ')}.`;
}

/** A problem continues after the name of its field, unless it is a complete sentence. */
function saying(name: string, fault: string): string {
  return /^[a-z]/.test(fault) ? `${wireName(name)} ${fault}` : fault;
}

const wireNames: ReadonlyMap<string, string> = new Map([
  ['lat', 'latitude'],
  ['lon', 'longitude'],
  ['bidId', 'bidID'],
  ['scheduleId', 'flightID'],
  ['flightNumber', 'number'],
]);

/** The core's name of a field as smartCARS spells it: `flightTimeMin` is its `flightTime`. */
function wireName(name: string): string {
  return wireNames.get(name) ?? name.replace(/(?:Min|Lb|Fpm|Ft|Kt)$/, '');
}
