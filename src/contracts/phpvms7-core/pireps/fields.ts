import { Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import { invalid } from '../../body.ts';
import type { SessionRoute, WireRequest } from '../../contract.ts';
import { dataSchema } from '../face.ts';
import { loose, readFields } from '../values.ts';
import { askForPirep, readTracked } from './own-pirep.ts';
import { pirepRoute, reporting } from './pirep-route.ts';

const fieldsSchema = dataSchema(
  Type.Record(Type.String(), Type.Unknown(), { title: 'PirepFields', description: 'Values of custom fields, by name' }),
);

/** Custom fields of a flight under way are kept here and filed with its PIREP; those of others are the crew center's. */
export const fields: readonly SessionRoute[] = [
  {
    ...reporting,
    method: 'GET',
    path: '/pireps/{id}/fields',
    body: null,
    summary: 'The custom fields of a PIREP',
    description: 'What the client said so far, or what was filed.',
    answers: { 200: fieldsSchema },
    refusals: ['flight-not-found', 'not-offered', 'crew-center-unavailable'],
    async handle(calls, session, request) {
      const flight = await readTracked(calls, session, request);
      if (flight !== null && flight.receipt === null) return { status: 200, body: { data: flight.said?.fields ?? {} } };
      return readFiled(calls, session, request, flight?.receipt?.pirep.fields ?? null);
    },
  },
  {
    ...reporting,
    path: '/pireps/{id}/fields',
    summary: 'Set custom fields of a PIREP',
    description:
      'They are added to those that were said before, and filed with the PIREP. Those of a PIREP that is filed go to the crew center at once; 503 while that is down.',
    body: { kind: 'object', schema: Type.Object({ fields: loose('fields', 'Values by name') }) },
    answers: { 200: fieldsSchema },
    refusals: ['flight-not-found', 'flight-ended', 'not-offered', 'crew-center-unavailable', 'journal-full'],
    async handle(calls, session, request) {
      const { fields: sent } = request.body;
      if (typeof sent !== 'object' || sent === null) throw invalid({ fields: 'is required' });
      const said = { fields: readFields(sent) };
      try {
        const { flight } = await calls.describe(session, { name: pirepRoute(request), said });
        return { status: 200, body: { data: flight.said?.fields ?? {} } };
      } catch (error) {
        if (!isRefusal(error, 'flight-filed')) throw error;
        return addToFiled(calls, session, request, said.fields);
      }
    },
  },
];

/** Clients that file by an update send their fields afterwards. */
async function addToFiled(
  calls: Calls,
  session: Session,
  request: WireRequest,
  fields: Readonly<Record<string, string>>,
) {
  const answer = await askForPirep(
    calls,
    session,
    { ...request, body: { fields } },
    { method: 'POST', path: 'fields' },
  );
  if (answer !== null) return answer;
  const papers = calls.desk.papers(session);
  const { pirepId } = pirepRoute(request);
  await papers.addFields(pirepId, fields);
  return { status: 200, body: { data: await papers.listFields(pirepId) } };
}

/** As the crew center has them; while it is down, as they were filed. @param filed - null for a PIREP that was not tracked here */
async function readFiled(
  calls: Calls,
  session: Session,
  request: WireRequest,
  filed: Readonly<Record<string, string>> | null,
) {
  try {
    const answer = await askForPirep(calls, session, request, { method: 'GET', path: 'fields' });
    if (answer !== null) return answer;
    const { pirepId } = pirepRoute(request);
    return { status: 200, body: { data: await calls.desk.papers(session).listFields(pirepId) } };
  } catch (error) {
    if (filed === null || !isRefusal(error, 'crew-center-unavailable')) throw error;
    return { status: 200, body: { data: filed } };
  }
}
