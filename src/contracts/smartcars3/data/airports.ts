import { type Static, Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import type { Airport } from '../../../tracking/model.ts';
import { byGetAndPost, noParams, reading } from '../params.ts';

const airportSchema = Type.Object({
  id: Type.String({ description: 'The same as `code`' }),
  code: Type.String({ description: 'ICAO code' }),
  name: Type.String({ description: 'Name' }),
  latitude: Type.Number({ description: 'Degrees; 0 where it is not known' }),
  longitude: Type.Number({ description: 'Degrees; 0 where it is not known' }),
});

export const airports = byGetAndPost(noParams, {
  ...reading,
  path: '/data/airports',
  summary: 'All airports',
  description:
    'Among them every one that a bid of this pilot names: smartCARS does not draw a bid without its airports.',
  answers: { 200: Type.Array(airportSchema) },
  async handle(calls, session) {
    const byCode = new Map<string, Static<typeof airportSchema>>();
    for (const airport of await allAirports(calls, session)) {
      const row = encodeAirport(airport);
      if (row.code !== '' && !byCode.has(row.code)) byCode.set(row.code, row);
    }
    return { status: 200, body: [...byCode.values()] };
  },
});

async function allAirports(calls: Calls, session: Session): Promise<readonly Airport[]> {
  const listed = calls.desk.offers('listAirports') ? await calls.desk.listAirports(session) : [];
  const bids = await calls.listBids(session);
  return [...listed, ...bids.flatMap(({ plan }) => [plan.departure, plan.arrival])];
}

function encodeAirport({ icao, name, lat, lon }: Airport): Static<typeof airportSchema> {
  const code = icao.trim();
  return { id: code, code, name: name ?? code, latitude: lat ?? 0, longitude: lon ?? 0 };
}
