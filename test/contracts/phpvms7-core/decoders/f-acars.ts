import type { Decoder } from './decoder.ts';

// Dart: a member that is not there, or of another type, ends the reading of the whole answer. It takes the first bid alone.

export const fAcars: Decoder = {
  client: 'F-ACARS',
  reads: [
    {
      call: 'GET /user/bids',
      source: 'the first entry of data',
      members: {
        data: 'list',
        'data[].id': 'integer',
        'data[].flight_id': 'text',
        'data[].aircraft_id': 'integer|null',
        'data[].flight': 'object',
        'data[].flight.dpt_airport_id': 'text',
        'data[].flight.arr_airport_id': 'text',
      },
    },
    { call: 'POST /pireps/prefile', source: 'data.id', members: { 'data.id': 'text' } },
  ],
};
