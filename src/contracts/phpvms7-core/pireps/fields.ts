import { Type } from 'typebox';
import { invalid } from '../../body.ts';
import type { SessionRoute } from '../../contract.ts';
import { dataSchema } from '../face.ts';
import { loose, readFields } from '../values.ts';
import { askForPirep, readTracked } from './own-pirep.ts';
import { pirepRoute, reporting } from './pirep-route.ts';

const fieldsSchema = dataSchema(
  Type.Record(Type.String(), Type.Unknown(), { description: 'Values of custom fields, by name' }),
);

/** Custom fields of a flight under way are kept here and filed with its PIREP; those of others are the crew center's. */
export const fields: readonly SessionRoute[] = [
  {
    ...{ ...reporting, method: 'GET', path: '/pireps/{id}/fields', body: null },
    summary: 'The custom fields of a PIREP',
    description: 'What the client said so far, or what was filed.',
    answers: { 200: fieldsSchema },
    refusals: ['flight-not-found', 'crew-center-unavailable'],
    async handle(calls, session, request) {
      const flight = await readTracked(calls, session, request);
      const own = flight?.receipt?.pirep.fields ?? flight?.said?.fields ?? {};
      if (flight !== null) return { status: 200, body: { data: own } };
      const answer = await askForPirep(calls, session, request, { method: 'GET', path: 'fields' });
      return answer ?? { status: 200, body: { data: {} } };
    },
  },
  {
    ...{ ...reporting, path: '/pireps/{id}/fields' },
    summary: 'Set custom fields of an open flight',
    description: 'They are added to those that were said before, and filed with the PIREP.',
    body: { kind: 'object', schema: Type.Object({ fields: loose('Values by name') }) },
    answers: { 200: fieldsSchema },
    async handle(calls, session, request) {
      const { fields: sent } = request.body;
      if (typeof sent !== 'object' || sent === null) throw invalid({ fields: 'is required' });
      const said = { fields: readFields(sent) };
      const { flight } = await calls.describe(session, { name: pirepRoute(request), said });
      return { status: 200, body: { data: flight.said?.fields ?? {} } };
    },
  },
];
