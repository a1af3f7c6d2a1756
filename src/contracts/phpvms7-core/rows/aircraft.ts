import { Type } from 'typebox';
import type { FleetAircraft } from '../../../tracking/desk-model.ts';
import type { Aircraft } from '../../../tracking/model.ts';
import { nullable } from '../../fields.ts';
import { encodeMass } from '../units.ts';
import { numberId, numberIdSchema } from './ids.ts';

export const aircraftSchema = Type.Object({
  id: numberIdSchema('Id of the aircraft'),
  subfleet_id: Type.Unsafe<number | string | null>({
    type: ['integer', 'string', 'null'],
    description: 'Id of its subfleet',
  }),
  icao: nullable<string>('string', { description: 'ICAO type' }),
  name: nullable<string>('string', { description: 'Name' }),
  registration: nullable<string>('string', { description: 'Registration' }),
  airport_id: nullable<string>('string', { description: 'Where it is' }),
  status: Type.String({ description: '`A`: in service' }),
  state: Type.Integer({ description: '0: parked' }),
  ident: Type.String({ description: 'As shown to people: `N320AA (A320)`' }),
});

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
