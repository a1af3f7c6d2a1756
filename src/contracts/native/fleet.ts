import { type Static, Type } from 'typebox';
import type { FleetAircraft } from '../../tracking/desk-model.ts';
import type { SessionRoute } from '../contract.ts';
import { nullable, nullableObject } from '../fields.ts';
import { aircraftSchema, encodeAircraft } from '../flight-wire.ts';
import { deskRefusals, deskRoute } from './desk-route.ts';
import { success } from './success.ts';

const subfleetSchema = Type.Object(
  {
    id: Type.String({ description: "The platform's id of the subfleet" }),
    name: Type.String({ description: 'Its name' }),
    type: Type.String({ description: 'Its type' }),
  },
  { title: 'Subfleet' },
);

export const fleetSchema = Type.Object(
  {
    ...aircraftSchema.properties,
    subfleet: nullableObject(subfleetSchema, 'Subfleet, if the platform has subfleets'),
    airport: nullable<string>('string', { description: 'Where it stands, ICAO code' }),
    service_ceiling: nullable<number>('number', { description: 'Highest altitude, feet' }),
    max_passengers: nullable<number>('number', { description: 'Seats' }),
    max_cargo: nullable<number>('number', { description: 'Most cargo, pounds' }),
    min_rank: nullable<string>('string', { description: 'Lowest rank that may fly it' }),
    is_allowed: Type.Boolean({ description: 'Whether this pilot may fly it now' }),
  },
  { title: 'FleetAircraft' },
);

export const listFleet: SessionRoute = {
  ...deskRoute,
  method: 'GET',
  path: '/fleet',
  summary: 'Aircraft of the crew center',
  description: 'All aircraft in service, and which of them this pilot may fly.',
  answers: { 200: Type.Object({ success, aircraft: Type.Array(fleetSchema) }) },
  refusals: deskRefusals,
  async handle({ desk }, session) {
    const aircraft = (await desk.listFleet(session)).map(encodeFleet);
    return { status: 200, body: { success: true, aircraft } };
  },
};

function encodeFleet(aircraft: FleetAircraft): Static<typeof fleetSchema> {
  const { subfleet } = aircraft;
  return {
    ...encodeAircraft(aircraft),
    subfleet: subfleet === null ? null : { id: subfleet.id, name: subfleet.name, type: subfleet.type },
    airport: aircraft.airport,
    service_ceiling: aircraft.serviceCeilingFt,
    max_passengers: aircraft.maxPassengers,
    max_cargo: aircraft.maxCargoLb,
    min_rank: aircraft.minRank,
    is_allowed: aircraft.isAllowed,
  };
}
