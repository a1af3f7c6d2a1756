import { type TSchema, Type } from 'typebox';

/** Schemas of single fields. Units are said here, once, and never depend on a setting of the crew center. */

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

/** An id. We answer text; a client that keeps numbers may send them as such. */
export function optionalId(description: string) {
  const schema = { type: ['string', 'integer', 'null'], maxLength: 64, description };
  return Type.Optional(Type.Unsafe<string | number | null>(schema));
}

export function nullable<T>(type: 'string' | 'number' | 'integer' | 'boolean', options: object) {
  return Type.Unsafe<T | null>({ ...options, type: [type, 'null'] });
}

export function nullableObject<S extends TSchema>(schema: S, description: string) {
  return Type.Union([schema, Type.Null()], { description });
}

export function instant(description: string) {
  return Type.String({ format: 'date-time', description: `${description}, UTC` });
}

export function nullableInstant(description: string) {
  return nullable<string>('string', { format: 'date-time', description: `${description}, UTC; null when not known` });
}

/** A list whose entries are checked one by one; the most that a call may hold is a limit of the server. */
export function listOf(description: string) {
  const schema = { type: 'array', minItems: 1, description: `${description}; \`limits\` in the status says how many` };
  return Type.Unsafe<readonly unknown[]>(schema);
}

const lat = { minimum: -90, maximum: 90, description: 'Latitude, degrees, north positive' };
const lon = { minimum: -180, maximum: 180, description: 'Longitude, degrees, east positive' };

export const latitude = Type.Number(lat);
export const longitude = Type.Number(lon);
export const optionalLatitude = optionalNumber(lat.description, lat);
export const optionalLongitude = optionalNumber(lon.description, lon);

const largestSeq = Number.MAX_SAFE_INTEGER;
export const seq = optionalInteger(
  'Number of this report, growing within the flight. A repeat of it is recognised and changes nothing. Positions and events count apart.',
  { minimum: 0, maximum: largestSeq },
);
export const recordedAt = optionalInstant(
  'When it was so, by the client. At most 5 minutes ahead of the server (`server_time` in `status`). Without it the time of receipt counts. Without `seq` it is what a repeat is known by',
);

/** What a position report may hold. */
export const positionFields = {
  seq,
  recorded_at: recordedAt,
  lat: latitude,
  lon: longitude,
  heading: optionalNumber('True heading, degrees; 360 is stored as 0', { minimum: 0, maximum: 360 }),
  altitude_msl: optionalNumber('Altitude above mean sea level, feet', { minimum: -10_000, maximum: 1_000_000 }),
  altitude_agl: optionalNumber('Height above the ground, feet', { minimum: -10_000, maximum: 1_000_000 }),
  gs: optionalNumber('Ground speed, knots', { minimum: 0, maximum: 50_000 }),
  ias: optionalNumber('Indicated airspeed, knots (a tailwind at the stand may make it negative)', {
    minimum: -500,
    maximum: 50_000,
  }),
  vs: optionalNumber('Vertical speed, feet per minute, up positive', { minimum: -500_000, maximum: 500_000 }),
  fuel: optionalNumber('Fuel on board, pounds', { minimum: 0, maximum: 10_000_000 }),
  fuel_flow: optionalNumber('Fuel flow of all engines, pounds per hour', { minimum: 0, maximum: 10_000_000 }),
  phase: optionalText('Phase of flight: one of the words of this contract, a code of the platform, or own text', 64),
  distance: optionalNumber('Distance flown so far, nautical miles', { minimum: 0, maximum: 100_000 }),
  transponder: Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['string', 'integer', 'null'],
      maxLength: 16,
      minimum: 0,
      maximum: 9999,
      description: 'Transponder code',
    }),
  ),
  autopilot: Type.Optional(
    Type.Unsafe<string | boolean | null>({
      type: ['string', 'boolean', 'null'],
      maxLength: 64,
      description: 'Autopilot: true, false, or its mode in words',
    }),
  ),
  on_ground: optionalBoolean('Whether the aeroplane stands or rolls on the ground'),
  sim_time: optionalText("The simulator's own clock, as the client writes it", 64),
};

/** What a flight event may hold. */
export const eventFields = {
  kind: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '\\S',
    description: 'What happened. An open vocabulary: a kind that is not in the list is stored all the same',
  }),
  seq,
  recorded_at: recordedAt,
  message: optionalText('In words, for the log of the flight', 2000),
  lat: optionalLatitude,
  lon: optionalLongitude,
  data: Type.Optional(
    Type.Unsafe<unknown>({
      'x-max-depth': 16,
      'x-max-characters': 16_384,
      description: 'Anything more, kept as it is',
    }),
  ),
};

const minutes = { minimum: 0, maximum: 100_000 };
const pounds = { minimum: 0, maximum: 10_000_000 };

/** Figures of a finished flight. What is missing is computed from what was reported. */
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
  arrival: optionalText('Where it ended, ICAO code, when elsewhere than planned', 8),
  route: optionalText('Route as flown', 8000),
  notes: optionalText('Notes of the pilot, plain text', 16_000),
  log: Type.Optional(
    Type.Unsafe<string | readonly string[] | null>({
      type: ['string', 'array', 'null'],
      items: { type: 'string' },
      maxItems: 100_000,
      description: "The client's own log, plain text: a list of lines, or one text with line feeds",
    }),
  ),
  fields: Type.Optional(
    Type.Unsafe<Readonly<Record<string, string | number | boolean>> | null>({
      type: ['object', 'null'],
      maxProperties: 200,
      additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 2000 },
      description: 'Values of custom PIREP fields of the crew center, by name',
    }),
  ),
  score: optionalNumber('Score that the client gives the flight', { minimum: -10_000, maximum: 10_000 }),
  load: optionalInteger('Passengers, or units of cargo', { minimum: 0, maximum: 1_000_000 }),
};

/** How a call names a flight; unnamed it means the pilot's open one. */
export const nameFields = {
  flight_id: optionalId('Our id of the flight'),
  pirep_id: optionalId("The platform's id of the flight's PIREP"),
};
