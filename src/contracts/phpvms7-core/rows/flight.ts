import { Type } from 'typebox';
import type { Airline, FleetAircraft, Schedule } from '../../../tracking/desk-model.ts';
import type { Bid, Fare, FlightPlan, Plan, ScheduleDetails } from '../../../tracking/model.ts';
import { nullable, nullableObject } from '../../fields.ts';
import { distanceSchema, encodeDistance } from '../units.ts';
import { airlineRow, airlineSchema } from './airline.ts';
import { nullableIdSchema, numberId, numberIdSchema } from './ids.ts';
import { fareSchema, flightSubfleetSchema, subfleetRows } from './subfleet.ts';
import { keptRowTimes } from './times.ts';

const simbriefSchema = Type.Object(
  { id: Type.String({ description: 'Id of the flight plan' }), aircraft_id: nullableIdSchema('Id of its aircraft') },
  { title: 'Simbrief' },
);

const flightFields = {
  id: Type.String({ description: 'Id of the scheduled flight' }),
  airline_id: nullableIdSchema('Airline'),
  flight_number: numberIdSchema('Flight number'),
  callsign: nullable<string>('string', { description: 'Callsign' }),
  route_code: nullable<string>('string', { description: 'Route code' }),
  route_leg: nullableIdSchema('Route leg'),
  ident: Type.String({ description: 'As shown to people: `VM101`' }),
  dpt_airport_id: Type.String({ description: 'Departure' }),
  arr_airport_id: Type.String({ description: 'Arrival' }),
  alt_airport_id: nullable<string>('string', { description: 'Alternate' }),
  dpt_time: nullable<string>('string', { description: 'Departure, as text of the schedule' }),
  arr_time: nullable<string>('string', { description: 'Arrival, as text of the schedule' }),
  level: Type.Integer({ description: 'Flight level; 0 when unknown' }),
  distance: distanceSchema,
  flight_time: Type.Optional(Type.Integer({ description: 'Planned flight time, minutes' })),
  flight_type: Type.String({ description: 'Letter of the kind of flight' }),
  load_factor: nullable<number>('number', { description: 'Load, percent' }),
  load_factor_variance: nullable<number>('number', { description: 'How far the load varies, percent' }),
  route: nullable<string>('string', { description: 'Route' }),
  pilot_pay: nullable<number>('number', { description: 'What the pilot is paid' }),
  notes: nullable<string>('string', { description: 'Notes' }),
  scheduled: Type.Integer({ description: '0' }),
  days: nullable<number>('integer', {
    description: 'Days on which it is flown, Monday 1 to Sunday 64, added; null: every day',
  }),
  start_date: nullable<string>('string', { description: 'First day' }),
  end_date: nullable<string>('string', { description: 'Last day' }),
  has_bid: Type.Boolean({ description: 'Whether there is a bid on it' }),
  active: Type.Boolean({ description: 'Whether it is flown' }),
  visible: Type.Boolean({ description: 'Whether it is shown' }),
  event_id: nullableIdSchema('Id of its event'),
  user_id: nullableIdSchema('Id of the pilot whose own it is'),
  owner_type: nullable<string>('string', { description: 'What made it' }),
  owner_id: nullableIdSchema('Id of what made it'),
  airline: nullableObject(airlineSchema, 'Airline'),
  fields: Type.Record(Type.String(), Type.Unknown(), { title: 'FlightFields', description: 'The same by name' }),
  ...keptRowTimes,
};

/** One that a PIREP names. */
export const plannedFlightSchema = Type.Object(flightFields, { title: 'PlannedFlight' });

export const flightSchema = Type.Object(
  {
    ...flightFields,
    fares: Type.Array(fareSchema, { description: 'Those of its subfleets are in `subfleets`' }),
    field_values: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'Values of custom fields; not of one bid alone' }),
    ),
    subfleets: Type.Optional(
      Type.Array(flightSubfleetSchema, { description: 'Aircraft that this pilot may take, by subfleet' }),
    ),
    simbrief: Type.Optional(nullableObject(simbriefSchema, 'The flight plan that the pilot made with SimBrief')),
  },
  { title: 'Flight' },
);

/** What the rows of flights are made with. */
export interface Surroundings {
  readonly airlines: readonly Airline[];
  readonly fleet: readonly FleetAircraft[];
  /** False: rows are without their subfleets. */
  readonly hasSubfleets: boolean;
}

export function scheduleRow(schedule: Schedule, around: Surroundings) {
  const { id, plan, fares, aircraftIds, bidId } = schedule;
  const row = planRow({ id, plan, details: schedule, fares, aircraftIds, hasBid: bidId !== null }, around);
  return { ...row, fares: [], field_values: [], simbrief: null };
}

export function flightOfBid(bid: Bid, around: Surroundings) {
  const { plan, fares, aircraftChoices, briefing } = bid;
  const aircraftIds = (plan.aircraft === null ? aircraftChoices : [plan.aircraft]).map(({ id }) => id);
  const id = plan.scheduleId ?? '';
  const row = {
    ...planRow({ id, plan, details: bid, fares, aircraftIds, hasBid: true }, around),
    fares: [],
    field_values: [],
  };
  return briefing === null ? row : { ...row, simbrief: briefingRow(briefing) };
}

interface Parts {
  readonly id: string;
  readonly plan: Plan;
  readonly details: ScheduleDetails;
  readonly fares: readonly Fare[];
  readonly aircraftIds: readonly string[];
  readonly hasBid: boolean;
}

/** A flight of the schedule, without what only bids and lists of flights have. */
export function planRow({ id, plan, details, fares, aircraftIds, hasBid }: Parts, around: Surroundings) {
  const { airlines, fleet, hasSubfleets } = around;
  const airline = airlines.find((each) => each.id === plan.airlineId) ?? null;
  const allowed = new Set(aircraftIds);
  const subfleets = hasSubfleets
    ? subfleetRows(
        fleet.filter((each) => allowed.has(each.id)),
        fares,
      ).map((subfleet) => ({ ...subfleet, pivot: { flight_id: id, subfleet_id: subfleet.id } }))
    : [];
  return {
    id,
    airline_id: numberId(plan.airlineId),
    flight_number: numberId(plan.flightNumber),
    callsign: null,
    route_code: plan.routeCode,
    route_leg: numberId(plan.routeLeg),
    dpt_airport_id: plan.departure.icao,
    arr_airport_id: plan.arrival.icao,
    alt_airport_id: plan.alternate,
    dpt_time: plan.departureTime,
    arr_time: plan.arrivalTime,
    // Three digits there, as in its sample data.
    level: Math.round((details.cruiseAltitudeFt ?? 0) / 100),
    distance: encodeDistance(plan.distanceNm),
    ...(plan.plannedFlightTimeMin === null ? {} : { flight_time: plan.plannedFlightTimeMin }),
    flight_type: plan.flightType || 'J',
    load_factor: null,
    load_factor_variance: null,
    route: plan.route,
    pilot_pay: null,
    notes: details.notes,
    scheduled: 0,
    days: dayMask(details.days),
    start_date: null,
    end_date: null,
    has_bid: hasBid,
    active: true,
    visible: true,
    event_id: null,
    user_id: null,
    created_at: null,
    updated_at: null,
    deleted_at: null,
    owner_type: null,
    owner_id: null,
    ...(hasSubfleets ? { subfleets } : {}),
    airline: airline === null ? null : airlineRow(airline),
    ident: plan.ident,
    fields: {},
  };
}

function briefingRow({ ofpId, aircraft }: FlightPlan) {
  return { id: ofpId, aircraft_id: numberId(aircraft?.id ?? null) };
}

/** Monday 1, Tuesday 2 … Sunday 64 (app/Models/Enums/Days.php); null means every day. */
function dayMask(days: readonly number[]): number | null {
  const mask = days.reduce((sum, day) => sum | (1 << ((day + 6) % 7)), 0);
  return mask === 0 ? null : mask;
}
