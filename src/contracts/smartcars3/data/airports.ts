import { Type } from 'typebox';
import { airportRowSchema, listKnownAirports } from '../../known-places.ts';
import { byGetAndPost, noParams, reading } from '../../params.ts';

export const airports = byGetAndPost(noParams, {
  ...reading,
  path: '/data/airports',
  summary: 'All airports',
  description:
    'Among them every one that a bid of this pilot names: smartCARS does not draw a bid without its airports.',
  answers: { 200: Type.Array(airportRowSchema) },
  handle: async (calls, session) => ({ status: 200, body: await listKnownAirports(calls, session) }),
});
