import { Type } from 'typebox';
import type { ListedAirport } from '../../../tracking/desk-model.ts';
import { nullable } from '../../fields.ts';

export const airportSchema = Type.Object(
  {
    id: Type.String({ description: 'Id: the ICAO code' }),
    iata: nullable<string>('string', { description: 'IATA code' }),
    icao: Type.String({ description: 'ICAO code' }),
    name: nullable<string>('string', { description: 'Name' }),
    country: nullable<string>('string', { description: 'Country' }),
    hub: Type.Boolean({ description: 'Whether it is a hub' }),
    lat: nullable<number>('number', { description: 'Latitude, degrees north' }),
    lon: nullable<number>('number', { description: 'Longitude, degrees east' }),
    location: nullable<string>('string', { description: 'Town' }),
    region: nullable<string>('string', { description: 'Region' }),
    timezone: nullable<string>('string', { description: 'Time zone' }),
    notes: nullable<string>('string', { description: 'Notes' }),
    elevation: nullable<number>('number', { description: 'Elevation, feet' }),
    ground_handling_cost: Type.Number({ description: 'Cost of ground handling' }),
    fuel_100ll_cost: Type.Number({ description: 'Price of 100LL' }),
    fuel_jeta_cost: Type.Number({ description: 'Price of Jet A' }),
    fuel_mogas_cost: Type.Number({ description: 'Price of Mogas' }),
    deleted_at: nullable<string>('string', { description: 'When it was deleted' }),
    description: Type.String({ description: 'As shown in a list to choose from' }),
  },
  { title: 'Airport' },
);

export const foundAirportSchema = Type.Object(
  {
    id: Type.String({ description: 'Id: the ICAO code' }),
    iata: nullable<string>('string', { description: 'IATA code' }),
    icao: Type.String({ description: 'ICAO code' }),
    name: nullable<string>('string', { description: 'Name' }),
    hub: Type.Boolean({ description: 'Whether it is a hub' }),
    description: Type.String({ description: 'As shown in a list to choose from' }),
  },
  { title: 'FoundAirport' },
);

export function airportRow(airport: ListedAirport) {
  const { icao, iata, name, country, isHub, lat, lon } = airport;
  return {
    id: icao,
    iata,
    icao,
    name: name || null,
    location: null,
    region: null,
    country,
    timezone: null,
    hub: isHub,
    notes: null,
    lat,
    lon,
    elevation: null,
    ground_handling_cost: 0,
    fuel_100ll_cost: 0,
    fuel_jeta_cost: 0,
    fuel_mogas_cost: 0,
    deleted_at: null,
    description: describe(airport),
  };
}

export function foundAirportRow(airport: ListedAirport) {
  const { icao, iata, name, isHub } = airport;
  return { id: icao, iata, icao, name: name || null, hub: isHub, description: describe(airport) };
}

/** app/Models/Airport.php, `description`. */
function describe({ icao, iata, name, isHub }: ListedAirport): string {
  const code = iata === null ? icao : `${icao}/${iata}`;
  return `${code}${name ? ` - ${name}` : ''}${isHub ? ' (hub)' : ''}`;
}
