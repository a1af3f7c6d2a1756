import { type Static, Type } from 'typebox';
import type { Plan } from '../tracking/model.ts';
import { nullable, nullableObject } from './fields.ts';
import { aircraftSchema, airportSchema, encodeAircraft, encodeAirport } from './flight-wire.ts';

/** What is flown, on the wire: members of a bid and of a schedule. */
export const planFields = {
  flight_number: Type.String({ description: 'Flight number' }),
  ident: Type.String({ description: 'As shown to people: `VM101`' }),
  callsign: nullable<string>('string', { description: 'As spoken to ATC' }),
  departure: airportSchema,
  arrival: airportSchema,
  alternate: nullable<string>('string', { description: 'Alternate airport, ICAO code' }),
  aircraft: nullableObject(aircraftSchema, 'The aircraft, if one is named'),
  registration: nullable<string>('string', { description: 'Registration of `aircraft`' }),
  route: nullable<string>('string', { description: 'Route as filed' }),
  distance: nullable<number>('number', { description: 'Distance, nautical miles' }),
  schedule_id: nullable<string>('string', { description: "The platform's id of the schedule" }),
  flight_type: nullable<string>('string', { description: "The platform's flight type code" }),
  route_code: nullable<string>('string', { description: 'Route code' }),
  route_leg: nullable<string>('string', { description: 'Route leg' }),
  planned_flight_time: nullable<number>('number', { description: 'Planned flight time, minutes' }),
  departure_time: nullable<string>('string', { description: 'Departure time, as text of the schedule' }),
  arrival_time: nullable<string>('string', { description: 'Arrival time, as text of the schedule' }),
};
const planSchema = Type.Object(planFields);

export function encodePlan(plan: Plan): Static<typeof planSchema> {
  return {
    flight_number: plan.flightNumber,
    ident: plan.ident,
    callsign: plan.callsign,
    departure: encodeAirport(plan.departure),
    arrival: encodeAirport(plan.arrival),
    alternate: plan.alternate,
    aircraft: plan.aircraft === null ? null : encodeAircraft(plan.aircraft),
    registration: plan.aircraft?.registration ?? null,
    route: plan.route,
    distance: plan.distanceNm,
    schedule_id: plan.scheduleId,
    flight_type: plan.flightType,
    route_code: plan.routeCode,
    route_leg: plan.routeLeg,
    planned_flight_time: plan.plannedFlightTimeMin,
    departure_time: plan.departureTime,
    arrival_time: plan.arrivalTime,
  };
}
