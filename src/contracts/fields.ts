import { type TSchema, Type } from 'typebox';
import { type Network, networks } from '../tracking/model.ts';
import { anyJson } from './any-json.ts';
import { optionalPlace, positionSchemas } from './position-wire.ts';

/** Schemas of single fields. Units are defined here, and never depend on a setting of the crew center. */

interface Range {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** An optional number; null and absent mean "not known". */
export function optionalNumber(description: string, range: Range) {
  return Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'], ...range, description }));
}

export function optionalInteger(description: string, range: Range) {
  return Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], ...range, description }));
}

export function optionalText(description: string, maxLength: number) {
  return Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, description }));
}

export function optionalBoolean(description: string) {
  return Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description }));
}

export function optionalInstant(description: string) {
  const schema = { type: ['string', 'null'], format: 'date-time', description: `${description}, UTC` };
  return Type.Optional(Type.Unsafe<string | null>(schema));
}

/** An optional id. The server sends text; clients may send a number. */
export function optionalId(description: string) {
  const schema = { type: ['string', 'integer', 'null'], maxLength: 64, description };
  return Type.Optional(Type.Unsafe<string | number | null>(schema));
}

/** An id that must be given. */
export function requiredId(description: string) {
  return Type.Unsafe<string | number>({ type: ['string', 'integer'], minLength: 1, maxLength: 64, description });
}

export function nullable<T>(type: 'string' | 'number' | 'integer' | 'boolean', options: object) {
  return Type.Unsafe<T | null>({ ...options, type: [type, 'null'] });
}

/** @param items - JSON schema of an entry */
export function nullableList<T>(items: object, description: string) {
  return Type.Unsafe<readonly T[] | null>({ type: ['array', 'null'], items, description });
}

export function nullableObject<S extends TSchema>(schema: S, description: string) {
  return Type.Union([schema, Type.Null()], { description });
}

export function instant(description: string) {
  return Type.String({ format: 'date-time', description: `${description}, UTC` });
}

export function nullableInstant(description: string) {
  return nullable<string>('string', { format: 'date-time', description: `${description}, UTC; null when unknown` });
}

/** A list whose items are checked one by one. Its maximum length is a limit of the server. */
export function listOf(description: string) {
  const schema = {
    type: 'array',
    minItems: 1,
    description: `${description}. \`limits\` in the status has the maximum number`,
  };
  return Type.Unsafe<readonly unknown[]>(schema);
}

/** Fields of a flight event. */
export const eventFields = {
  kind: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '\\S',
    description: 'What happened. An open vocabulary: kinds that are not in the list are stored too',
  }),
  seq: positionSchemas.seq,
  recorded_at: positionSchemas.recorded_at,
  message: optionalText('Text for the log of the flight', 2000),
  ...optionalPlace,
  data: Type.Optional(anyJson('Additional data, stored unchanged', { maxDepth: 16, maxCharacters: 16_384 })),
};

const minutes = { minimum: 0, maximum: 100_000 };
const pounds = { minimum: 0, maximum: 10_000_000 };

/** Figures of a finished flight. Missing ones are computed from the reports. */
export const figureFields = {
  flight_time: optionalNumber('Flight time, block to block without pauses, minutes', minutes),
  distance: optionalNumber('Distance flown, nautical miles', { minimum: 0, maximum: 100_000 }),
  fuel_used: optionalNumber('Fuel used, pounds', pounds),
  block_fuel: optionalNumber('Fuel at block-off, pounds', pounds),
  landing_rate: optionalNumber('Vertical speed at touchdown, feet per minute, down negative', {
    minimum: -100_000,
    maximum: 100_000,
  }),
  block_off_at: optionalInstant('Block-off: first movement'),
  takeoff_at: optionalInstant('Take-off'),
  landing_at: optionalInstant('Landing'),
  block_on_at: optionalInstant('Block-on'),
  arrival: optionalText('Airport where the flight ended, ICAO code, if not the planned one', 8),
  route: optionalText('Route as flown', 8000),
  notes: optionalText("The pilot's notes, plain text", 16_000),
  log: Type.Optional(
    Type.Unsafe<string | readonly string[] | null>({
      type: ['string', 'array', 'null'],
      items: { type: 'string' },
      maxItems: 100_000,
      description: "The client's log, plain text: a list of lines, or one text with line feeds",
    }),
  ),
  fields: Type.Optional(
    Type.Unsafe<Readonly<Record<string, string | number | boolean>> | null>({
      type: ['object', 'null'],
      title: 'PirepFields',
      maxProperties: 200,
      additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 2000 },
      description: 'Values of custom PIREP fields of the crew center, by name',
    }),
  ),
  score: optionalNumber('Score computed by the client', { minimum: -10_000, maximum: 10_000 }),
  load: optionalInteger('Passengers, or units of cargo', { minimum: 0, maximum: 1_000_000 }),
};

export const networkField = Type.Optional(
  Type.Unsafe<Network | null>({
    type: ['string', 'null'],
    enum: [...networks, null],
    description: `Network on which the flight is flown: ${networks.map((each) => `\`${each}\``).join(', ')}`,
  }),
);

/** Fields with which a call names a flight; the default is the pilot's open flight. */
export const nameFields = {
  flight_id: optionalId('Id of the flight'),
  pirep_id: optionalId("The platform's id of the flight's PIREP"),
};
