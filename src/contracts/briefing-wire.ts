import { type Static, Type } from 'typebox';
import type { FlightPlan } from '../tracking/model.ts';
import { nullable, nullableObject } from './fields.ts';
import { aircraftSchema, encodeAircraft } from './flight-wire.ts';

/** The flight plan that a pilot made for a bid, on the wire. */
export const briefingSchema = Type.Object(
  {
    ofp_id: Type.String({ description: "SimBrief's id of the flight plan" }),
    route: nullable<string>('string', { description: 'Route' }),
    alternate: nullable<string>('string', { description: 'Alternate airport, ICAO code' }),
    block_fuel: nullable<number>('number', { description: 'Block fuel, pounds' }),
    cruise_altitude: nullable<number>('number', { description: 'Cruise altitude, feet' }),
    passengers: nullable<number>('number', { description: 'Passengers' }),
    cargo: nullable<number>('number', { description: 'Cargo, pounds' }),
    aircraft: nullableObject(aircraftSchema, 'The aircraft that it was made for'),
  },
  { title: 'Briefing' },
);

export function encodeBriefing(plan: FlightPlan): Static<typeof briefingSchema> {
  return {
    ofp_id: plan.ofpId,
    route: plan.route,
    alternate: plan.alternate,
    block_fuel: plan.blockFuelLb,
    cruise_altitude: plan.cruiseAltitudeFt,
    passengers: plan.passengers,
    cargo: plan.cargoLb,
    aircraft: plan.aircraft === null ? null : encodeAircraft(plan.aircraft),
  };
}
