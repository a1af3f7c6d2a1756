import { Type } from 'typebox';
import type { SessionRoute } from '../contract.ts';
import { nullable } from '../fields.ts';
import { airportSchema, encodeAirport } from '../flight-wire.ts';
import { deskRefusals, deskRoute } from './desk-route.ts';
import { success } from './success.ts';

export const listedSchema = Type.Object(
  {
    ...airportSchema.properties,
    iata: nullable<string>('string', { description: 'IATA code' }),
    country: nullable<string>('string', { description: 'Country, as the crew center writes it' }),
    is_hub: Type.Boolean({ description: 'Whether it is a hub of the airline' }),
  },
  { title: 'ListedAirport' },
);

export const listAirports: SessionRoute = {
  ...deskRoute,
  method: 'GET',
  path: '/airports',
  summary: 'Airports of the crew center',
  description: 'All of them, with those of the bids of this pilot.',
  answers: { 200: Type.Object({ success, airports: Type.Array(listedSchema) }) },
  refusals: deskRefusals,
  async handle({ desk }, session) {
    const airports = (await desk.listAirports(session)).map((airport) => {
      const { iata, country, isHub } = airport;
      return { ...encodeAirport(airport), iata, country, is_hub: isHub };
    });
    return { status: 200, body: { success: true, airports } };
  },
};
