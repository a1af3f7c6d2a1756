import { Type } from 'typebox';
import type { WireRefusal } from '../../http/refusal-answers.ts';
import { refusalAnswers } from '../../http/refusal-answers.ts';
import type { Refusal, RefusalCode } from '../../tracking/refusals.ts';
import { wireFields } from '../refusal-wire.ts';

const as = (code: RefusalCode, status: number, title = refusalAnswers[code].title): WireRefusal => ({ status, title });

/** Statuses of phpVMS 7.0.10, where its clients know one: 400 for invalid values, 401 for a key that may not be used. */
export const coreRefusals: Readonly<Record<RefusalCode, WireRefusal>> = {
  ...refusalAnswers,
  malformed: as('malformed', 400, 'Validation Error'),
  invalid: as('invalid', 400, 'Validation Error'),
  'pilot-not-allowed': as('pilot-not-allowed', 401),
  'no-open-flight': as('no-open-flight', 404),
  'flight-ended': as('flight-ended', 400),
  'flight-filed': as('flight-filed', 400),
  'flight-filing': as('flight-filing', 400),
  'bid-required': as('bid-required', 400),
};

/** The last part of `type` (app/Exceptions); clients look at the status, and show `error.message`. */
const slugs: Partial<Record<RefusalCode, string>> = {
  malformed: 'validation-exception',
  invalid: 'validation-exception',
  'flight-not-found': 'not-found',
  'no-open-flight': 'not-found',
  'bid-not-found': 'bid-not-found',
  'flight-ended': 'pirep-cancelled',
  'flight-filed': 'pirep-error',
  'flight-filing': 'pirep-error',
  forbidden: 'unauthorized',
};

export const coreRefusalSchema = Type.Object(
  {
    error: Type.Object(
      {
        message: Type.String({ description: 'What is wrong, in words' }),
        status: Type.Optional(Type.Integer({ description: 'HTTP status' })),
        code: Type.Optional(Type.String({ description: '`401`, for a key that may not be used' })),
        http_code: Type.Optional(Type.String({ description: '`Unauthorized`, for a key that may not be used' })),
      },
      { title: 'RefusalError' },
    ),
    type: Type.Optional(Type.String({ description: 'Kind of the error, as an address' })),
    title: Type.Optional(Type.String({ description: 'Title of the error' })),
    details: Type.Optional(Type.String({ description: 'What is wrong, in words' })),
    status: Type.Optional(Type.Integer({ description: 'HTTP status' })),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        title: 'FieldFaults',
        description: 'What is wrong with each field',
      }),
    ),
    pirep_id: Type.Optional(Type.String({ description: 'Id of the PIREP that is meant' })),
    bid_id: Type.Optional(Type.String({ description: 'Id of the bid that is not there' })),
    flight_id: Type.Optional(Type.String({ description: 'Id of the flight on which there is a bid' })),
  },
  { title: 'Refusal' },
);

/** An error as `AbstractHttpException` answers it; those of the key as `ApiAuth` does. */
export function encodeCoreRefusal(refusal: Refusal, wire: WireRefusal) {
  return {
    contentType: 'application/json',
    body: wire.status === 401 ? keyError(refusal) : problem(refusal, wire),
  };
}

function keyError({ detail }: Refusal) {
  return { error: { code: '401', http_code: 'Unauthorized', message: detail.message } };
}

function problem({ code, detail }: Refusal, { status, title }: WireRefusal) {
  const faults = Object.entries(wireFields(detail.fields ?? {})).map(([name, fault]) => {
    // `positions[0].lat` is `positions.0.lat` there.
    const field = names.get(name) ?? name.replaceAll(/\[(\d+)\]/g, '.$1');
    return [field, /^[a-z]/.test(fault) ? `The "${field}" field ${fault}.` : fault] as const;
  });
  const { bidId, scheduleId } = detail.named ?? {};
  const message = faults.length === 0 ? detail.message : faults.map(([, fault]) => fault).join(', ');
  return {
    type: `https://phpvms.net/errors/${slugs[code] ?? code}`,
    title: faults.length === 0 ? message : title,
    details: message,
    status,
    error: { status, message },
    ...(faults.length === 0 ? {} : { errors: Object.fromEntries(faults.map(([name, fault]) => [name, [fault]])) }),
    ...(detail.flight?.pirepId == null ? {} : { pirep_id: detail.flight.pirepId }),
    ...(bidId === undefined ? {} : { bid_id: bidId }),
    ...(scheduleId === undefined ? {} : { flight_id: scheduleId }),
  };
}

const names: ReadonlyMap<string, string> = new Map([
  ['airline', 'airline_id'],
  ['aircraft', 'aircraft_id'],
  ['registration', 'aircraft_id'],
  ['departure', 'dpt_airport_id'],
  ['arrival', 'arr_airport_id'],
  ['schedule_id', 'flight_id'],
]);

/** A 500 of ours. */
export function encodeCoreBug(message: string) {
  return {
    type: 'https://phpvms.net/errors/internal-error',
    title: message,
    details: message,
    status: 500,
    error: { status: 500, message },
  };
}
