import { Type } from 'typebox';
import type { Airline } from '../../../tracking/desk-model.ts';
import { nullable } from '../../fields.ts';
import { numberId, numberIdSchema } from './ids.ts';
import { keptRowTimes } from './times.ts';

export const airlineSchema = Type.Object(
  {
    id: numberIdSchema('Id of the airline'),
    icao: Type.String({ description: 'ICAO code' }),
    iata: nullable<string>('string', { description: 'IATA code' }),
    name: Type.String({ description: 'Name' }),
    country: nullable<string>('string', { description: 'Country, ISO code' }),
    logo: nullable<string>('string', { description: 'Address of the logo' }),
  },
  { title: 'Airline' },
);

/** The same with what lists of the fleet add. */
export const wholeAirlineSchema = Type.Object(
  {
    ...airlineSchema.properties,
    callsign: nullable<string>('string', { description: 'Callsign' }),
    active: Type.Boolean({ description: 'Whether it flies' }),
    total_flights: Type.Integer({ description: 'Flights' }),
    total_time: Type.Integer({ description: 'Flight time, minutes' }),
    ...keptRowTimes,
  },
  { title: 'WholeAirline' },
);

/** The same with what lists of the fleet add; what the desk does not say is 0 or null. */
export function wholeAirlineRow(airline: Airline) {
  return {
    ...airlineRow(airline),
    callsign: null,
    active: true,
    total_flights: 0,
    total_time: 0,
    created_at: null,
    updated_at: null,
    deleted_at: null,
  };
}

export function airlineRow({ id, icao, iata, name, country, logoUrl }: Airline) {
  return { id: numberId(id), icao, iata, name, country, logo: logoUrl };
}
