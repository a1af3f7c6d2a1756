import { Type } from 'typebox';
import type { SessionRoute } from '../../contract.ts';
import { dataSchema } from '../face.ts';
import { askForPirep } from './own-pirep.ts';
import { reporting } from './pirep-route.ts';

export const finances: SessionRoute = {
  ...reporting,
  method: 'GET',
  path: '/pireps/{id}/finances',
  body: null,
  summary: 'The income and the costs of a PIREP',
  description: 'As the crew center books them; none on the embedded crew center, which has no finances.',
  answers: { 200: dataSchema(Type.Array(Type.Unknown(), { description: 'Bookings' })) },
  refusals: ['flight-not-found', 'not-offered', 'crew-center-unavailable'],
  handle: async (calls, session, request) =>
    (await askForPirep(calls, session, request, { method: 'GET', path: 'finances' })) ?? {
      status: 200,
      body: { data: [] },
    },
};
