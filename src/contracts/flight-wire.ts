import { type Static, Type } from 'typebox';
import { diversionIn, diversionOf } from '../tracking/figures/arrival.ts';
import type { FlightView } from '../tracking/figures/flight-view.ts';
import type { Aircraft, Airport, Flight, Receipt } from '../tracking/model.ts';
import { encodePosition } from '../tracking/position/position-code.ts';
import { instant, nullable, nullableInstant, nullableObject } from './fields.ts';
import { formatInstant, formatInstantOrNull } from './instant.ts';
import { encodeJudgement, judgementSchema } from './judgement-wire.ts';
import { positionSchema } from './position-wire.ts';

/** A flight on the wire, the same in every contract. */

export const airportSchema = Type.Object(
  {
    icao: Type.String({ description: 'ICAO code' }),
    name: nullable<string>('string', { description: 'Name' }),
    lat: nullable<number>('number', { description: 'Latitude, degrees' }),
    lon: nullable<number>('number', { description: 'Longitude, degrees' }),
  },
  { title: 'Airport' },
);

export function encodeAirport(airport: Airport): Static<typeof airportSchema> {
  return { icao: airport.icao, name: airport.name, lat: airport.lat, lon: airport.lon };
}

export const aircraftSchema = Type.Object(
  {
    id: Type.String({ description: "The platform's id of the aircraft" }),
    icao: nullable<string>('string', { description: 'ICAO type' }),
    name: nullable<string>('string', { description: 'Name' }),
    registration: nullable<string>('string', { description: 'Registration' }),
  },
  { title: 'Aircraft' },
);

export function encodeAircraft(aircraft: Aircraft): Static<typeof aircraftSchema> {
  return { id: aircraft.id, icao: aircraft.icao, name: aircraft.name, registration: aircraft.registration };
}

export const stateSchema = Type.Enum(['starting', 'open', 'suspended', 'filing', 'filed', 'cancelled', 'abandoned'], {
  description:
    'State of the flight: `open` while it is reported, `suspended` after half an hour without a report (the next one opens it again), `filing` until the crew center has the PIREP, then `filed`; `cancelled` and `abandoned` flights ended without a PIREP',
});

/** A position in a response has every member; unknown ones are null. */
const lastPositionSchema = Type.Required(positionSchema, { title: 'Position' });

export const receiptSchema = Type.Object(
  {
    flight_id: Type.String({ description: 'Id of the flight' }),
    pirep_id: Type.String({ description: "The platform's id of the PIREP" }),
    pirep_state: Type.String({
      description: 'State of the PIREP when it was filed: `pending` (waits for review), `accepted` or `rejected`',
    }),
    filed_at: instant('When the crew center received it'),
    flight_time: nullable<number>('number', { description: 'Flight time, minutes; null when unknown' }),
    distance: nullable<number>('number', { description: 'Distance flown, nautical miles' }),
    fuel_used: nullable<number>('number', { description: 'Fuel used, pounds' }),
    block_fuel: nullable<number>('number', { description: 'Fuel at block-off, pounds' }),
    landing_rate: nullable<number>('number', { description: 'Vertical speed at touchdown, feet per minute' }),
    block_off_at: nullableInstant('Block-off'),
    takeoff_at: nullableInstant('Take-off'),
    landing_at: nullableInstant('Landing'),
    block_on_at: nullableInstant('Block-on'),
    diversion: nullableObject(airportSchema, 'Airport of landing, if not the planned one'),
    score: nullable<number>('number', {
      description: "Score of the airline's rules; without rules in force that of the client",
    }),
    judgement: nullableObject(judgementSchema, "What the airline's rules say; null while none are in force"),
    positions: Type.Integer({ description: 'Number of positions stored' }),
    basis: Type.Record(Type.String(), Type.Enum(['reported', 'computed', 'estimated']), {
      title: 'Basis',
      description: 'Basis of each figure that is not null, by its name here',
    }),
  },
  { title: 'Receipt' },
);

export function encodeReceipt(receipt: Receipt): Static<typeof receiptSchema> {
  const { pirep } = receipt;
  const diversion = diversionIn(pirep);
  return {
    flight_id: receipt.flightId,
    pirep_id: receipt.pirepId,
    pirep_state: receipt.pirepState,
    filed_at: formatInstant(receipt.filedAt),
    flight_time: pirep.flightTimeMin,
    distance: pirep.distanceNm,
    fuel_used: pirep.fuelUsedLb,
    block_fuel: pirep.blockFuelLb,
    landing_rate: pirep.landingRateFpm,
    block_off_at: formatInstantOrNull(pirep.blockOffAt),
    takeoff_at: formatInstantOrNull(pirep.takeoffAt),
    landing_at: formatInstantOrNull(pirep.landingAt),
    block_on_at: formatInstantOrNull(pirep.blockOnAt),
    diversion: diversion && encodeAirport(diversion),
    score: pirep.score,
    judgement: pirep.judgement === undefined ? null : encodeJudgement(pirep.judgement),
    positions: pirep.positionCount,
    basis: encodeBasis(pirep.basis),
  };
}

const figureNames = {
  flightTimeMin: 'flight_time',
  distanceNm: 'distance',
  fuelUsedLb: 'fuel_used',
  blockFuelLb: 'block_fuel',
  landingRateFpm: 'landing_rate',
  blockOffAt: 'block_off_at',
  takeoffAt: 'takeoff_at',
  landingAt: 'landing_at',
  blockOnAt: 'block_on_at',
} as const satisfies Record<keyof Receipt['pirep']['basis'], string>;

function encodeBasis(basis: Receipt['pirep']['basis']): Static<typeof receiptSchema>['basis'] {
  const known: Static<typeof receiptSchema>['basis'] = {};
  for (const figure of Object.keys(figureNames) as (keyof typeof figureNames)[]) {
    const how = basis[figure];
    if (how !== undefined) known[figureNames[figure]] = how;
  }
  return known;
}

const paperFields = {
  flight_id: Type.String({ description: 'Id of the flight' }),
  pirep_id: nullable<string>('string', { description: "The platform's id of the PIREP; null until it has one" }),
  bid_id: nullable<string>('string', { description: 'Bid of the flight; null for a flight without one' }),
  state: stateSchema,
  flight_number: Type.String({ description: 'Flight number' }),
  ident: Type.String({ description: 'As shown to people: `VM101`' }),
  callsign: nullable<string>('string', { description: 'As spoken to ATC' }),
  departure: airportSchema,
  arrival: airportSchema,
  diversion: nullableObject(airportSchema, 'Airport of landing, if not the planned one; known from the landing on'),
  aircraft: nullableObject(aircraftSchema, 'Aircraft of the flight'),
  registration: nullable<string>('string', { description: 'Registration of `aircraft`' }),
  route: nullable<string>('string', { description: 'Route as filed' }),
  network: nullable<string>('string', { description: 'Network on which it is flown, as reported by the client' }),
  planned_distance: nullable<number>('number', { description: 'Planned distance, nautical miles' }),
  started_at: instant('When it was started'),
  ended_at: nullableInstant('When it ended'),
  reason: nullable<string>('string', { description: 'Why the flight ended' }),
  receipt: nullableObject(
    receiptSchema,
    'Receipt of the PIREP once it is `filed`; it changes only when staff correct it or have it judged again',
  ),
};

/** The flight without its progress, as sent with a refusal. */
export const flightSchema = Type.Object(paperFields, { title: 'Flight' });

export function encodeFlight(flight: Flight): Static<typeof flightSchema> {
  const { plan, aircraft } = flight;
  const diversion = diversionOf(flight);
  return {
    flight_id: flight.id,
    pirep_id: flight.pirepId,
    bid_id: flight.bidId,
    state: flight.state,
    flight_number: plan.flightNumber,
    ident: plan.ident,
    callsign: plan.callsign,
    departure: encodeAirport(plan.departure),
    arrival: encodeAirport(plan.arrival),
    diversion: diversion && encodeAirport(diversion),
    aircraft: aircraft === null ? null : encodeAircraft(aircraft),
    registration: aircraft?.registration ?? null,
    network: flight.network,
    route: plan.route,
    planned_distance: plan.distanceNm,
    started_at: formatInstant(flight.startedAt),
    ended_at: formatInstantOrNull(flight.endedAt),
    reason: flight.reason,
    receipt: flight.receipt === null ? null : encodeReceipt(flight.receipt),
  };
}

/** A flight with its progress, as sent to its pilot. */
export const viewFields = {
  ...paperFields,
  phase: nullable<string>('string', { description: 'Phase of flight, reported or derived from the positions' }),
  last_position: nullableObject(lastPositionSchema, 'Newest position, with the fields of `position`'),
  last_seq: nullable<number>('integer', {
    description: 'Highest stored position `seq`; null when no position had one',
  }),
  positions: Type.Integer({ description: 'Number of positions stored' }),
  events: Type.Integer({ description: 'Number of flight events stored' }),
  distance: nullable<number>('number', { description: 'Distance flown so far, nautical miles' }),
  next_interval: Type.Number({ description: 'Recommended time until the next position, seconds' }),
};
export const viewSchema = Type.Object(viewFields, { title: 'FlightView' });

export function encodeView(view: FlightView): Static<typeof viewSchema> {
  return {
    ...encodeFlight(view.flight),
    phase: view.phase,
    last_position: view.lastPosition === null ? null : encodePosition(view.lastPosition, formatInstant),
    last_seq: view.lastSeq,
    positions: view.positionCount,
    events: view.eventCount,
    distance: view.distanceFlownNm,
    next_interval: view.nextIntervalS,
  };
}
