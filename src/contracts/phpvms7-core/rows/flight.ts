import { Type } from 'typebox';
import type { Airline, FleetAircraft, Schedule } from '../../../tracking/desk-model.ts';
import type { Bid, Fare, FlightPlan, Plan, ScheduleDetails } from '../../../tracking/model.ts';
import { nullable, nullableObject } from '../../fields.ts';
import { distanceSchema, encodeDistance } from '../units.ts';
import { airlineRow, airlineSchema } from './airline.ts';
import { numberId, numberIdSchema } from './ids.ts';
import { subfleetRows, subfleetSchema } from './subfleet.ts';

export const flightSchema = Type.Object({
  id: Type.String({ description: 'Id of the scheduled flight' }),
  airline_id: Type.Unsafe<number | string | null>({ type: ['integer', 'string', 'null'], description: 'Airline' }),
  flight_number: numberIdSchema('Flight number'),
  ident: Type.String({ description: 'As shown to people: `VM101`' }),
  dpt_airport_id: Type.String({ description: 'Departure' }),
  arr_airport_id: Type.String({ description: 'Arrival' }),
  alt_airport_id: nullable<string>('string', { description: 'Alternate' }),
  level: Type.Integer({ description: 'Flight level; 0 when unknown' }),
  distance: distanceSchema,
  flight_time: Type.Optional(Type.Integer({ description: 'Planned flight time, minutes' })),
  route: nullable<string>('string', { description: 'Route' }),
  has_bid: Type.Boolean({ description: 'Whether there is a bid on it' }),
  airline: nullableObject(airlineSchema, 'Airline'),
  subfleets: Type.Optional(
    Type.Array(subfleetSchema, { description: 'Aircraft that this pilot may take, by subfleet' }),
  ),
});

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
  return { ...row, simbrief: null };
}

export function flightOfBid(bid: Bid, around: Surroundings) {
  const { plan, fares, aircraftChoices, briefing } = bid;
  const aircraftIds = (plan.aircraft === null ? aircraftChoices : [plan.aircraft]).map(({ id }) => id);
  const id = plan.scheduleId ?? '';
  const row = planRow({ id, plan, details: bid, fares, aircraftIds, hasBid: true }, around);
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
    fares: [],
    field_values: [],
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
