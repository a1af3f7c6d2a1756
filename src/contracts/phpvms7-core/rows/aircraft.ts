import { Type } from 'typebox';
import type { FleetAircraft } from '../../../tracking/desk-model.ts';
import type { Aircraft } from '../../../tracking/model.ts';
import { nullable } from '../../fields.ts';
import { encodeMass, massSchema } from '../units.ts';
import { nullableIdSchema, numberId, numberIdSchema } from './ids.ts';
import { keptRowTimes } from './times.ts';

export const aircraftSchema = Type.Object(
  {
    id: numberIdSchema('Id of the aircraft'),
    subfleet_id: nullableIdSchema('Id of its subfleet'),
    icao: nullable<string>('string', { description: 'ICAO type' }),
    iata: nullable<string>('string', { description: 'IATA type' }),
    name: nullable<string>('string', { description: 'Name' }),
    registration: nullable<string>('string', { description: 'Registration' }),
    airport_id: nullable<string>('string', { description: 'Where it is' }),
    hub_id: nullable<string>('string', { description: 'Its hub' }),
    landing_time: nullable<string>('string', { description: 'When it landed last' }),
    fin: nullable<string>('string', { description: 'Fin number' }),
    hex_code: nullable<string>('string', { description: 'Hex code of the transponder' }),
    selcal: nullable<string>('string', { description: 'SELCAL code' }),
    dow: massSchema,
    mtow: massSchema,
    mlw: massSchema,
    zfw: massSchema,
    simbrief_type: nullable<string>('string', { description: 'Type at SimBrief' }),
    fuel_onboard: massSchema,
    flight_time: Type.Integer({ description: 'Time flown, minutes' }),
    status: Type.String({ description: '`A`: in service' }),
    state: Type.Integer({ description: '0: parked' }),
    ident: Type.String({ description: 'As shown to people: `N320AA (A320)`' }),
    ...keptRowTimes,
  },
  { title: 'Aircraft' },
);

/** @param aircraft - of the fleet, or what a flight or a PIREP keeps of one */
export function aircraftRow(aircraft: Aircraft & Partial<FleetAircraft>) {
  const { id, icao, name, registration, airport = null, subfleet = null } = aircraft;
  const none = encodeMass(null);
  return {
    id: numberId(id),
    subfleet_id: numberId(subfleet?.id ?? null),
    icao,
    iata: null,
    airport_id: airport,
    hub_id: null,
    landing_time: null,
    name: name || null,
    registration,
    fin: null,
    hex_code: null,
    selcal: null,
    dow: none,
    mtow: none,
    mlw: none,
    zfw: none,
    simbrief_type: null,
    fuel_onboard: none,
    flight_time: 0,
    status: 'A',
    state: 0,
    created_at: null,
    updated_at: null,
    deleted_at: null,
    ident: icao === null ? (registration ?? '') : `${registration ?? ''} (${icao})`,
  };
}
