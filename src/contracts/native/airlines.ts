import { Type } from 'typebox';
import type { SessionRoute } from '../contract.ts';
import { nullable } from '../fields.ts';
import { deskRefusals, deskRoute } from './desk-route.ts';
import { success } from './success.ts';

export const airlineSchema = Type.Object(
  {
    id: Type.String({ description: "The platform's id of the airline" }),
    icao: Type.String({ description: 'ICAO code' }),
    iata: nullable<string>('string', { description: 'IATA code' }),
    name: Type.String({ description: 'Name' }),
    country: nullable<string>('string', { description: 'Country, as the crew center writes it' }),
    logo_url: nullable<string>('string', { description: 'Logo' }),
  },
  { title: 'Airline' },
);

export const listAirlines: SessionRoute = {
  ...deskRoute,
  method: 'GET',
  path: '/airlines',
  summary: 'Airlines of the crew center',
  description: 'All that are active.',
  answers: { 200: Type.Object({ success, airlines: Type.Array(airlineSchema) }) },
  refusals: deskRefusals,
  async handle({ desk }) {
    const airlines = (await desk.listAirlines()).map(({ id, icao, iata, name, country, logoUrl }) => {
      return { id, icao, iata, name, country, logo_url: logoUrl };
    });
    return { status: 200, body: { success: true, airlines } };
  },
};
