import { Refusal } from '../../../tracking/refusals.ts';
import type { SessionRoute } from '../../contract.ts';
import { dataSchema, reading } from '../face.ts';
import { hostFirst } from '../host-first.ts';
import { decodePage, listAnswer, listQuery, listSchema, pageOf } from '../paging.ts';
import { idParams } from '../path-params.ts';
import { airlineRow, airlineSchema } from '../rows/airline.ts';

export const airlines: readonly SessionRoute[] = [
  hostFirst({
    ...reading,
    path: '/airlines',
    summary: 'Airlines',
    description: 'Those that fly.',
    query: listQuery({}),
    answers: { 200: listSchema(airlineSchema) },
    async handle({ desk }, _session, { query }) {
      return listAnswer('/airlines', pageOf(await desk.listAirlines(), decodePage(query)), airlineRow);
    },
  }),
  hostFirst({
    ...reading,
    path: '/airlines/{id}',
    summary: 'One airline',
    description: 'By its id.',
    params: idParams,
    answers: { 200: dataSchema(airlineSchema) },
    refusals: ['not-found', ...reading.refusals],
    async handle({ desk }, _session, { params }) {
      const airline = (await desk.listAirlines()).find(({ id }) => id === params.id);
      if (airline === undefined) throw new Refusal('not-found', { message: 'There is no such airline.' });
      return { status: 200, body: { data: airlineRow(airline) } };
    },
  }),
];
