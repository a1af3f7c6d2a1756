import { Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import type { SessionRoute, WireObject, WireRequest } from '../../contract.ts';
import { dataSchema } from '../face.ts';
import { loose, readFields } from '../values.ts';
import { askForPirep } from './own-pirep.ts';
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
      const own = await readOwn(calls, session, request);
      if (own !== null) return { status: 200, body: { data: own } };
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
      const said = { fields: readFields(request.body.fields) };
      const { flight } = await calls.describe(session, { name: pirepRoute(request), said });
      return { status: 200, body: { data: flight.said?.fields ?? {} } };
    },
  },
];

/** Null for a PIREP that is not tracked here. */
async function readOwn(calls: Calls, session: Session, request: WireRequest): Promise<WireObject | null> {
  try {
    const view = await calls.readFlight(session, pirepRoute(request));
    return view?.flight.receipt?.pirep.fields ?? view?.flight.said?.fields ?? {};
  } catch (error) {
    if (!isRefusal(error, 'flight-not-found')) throw error;
    return null;
  }
}
