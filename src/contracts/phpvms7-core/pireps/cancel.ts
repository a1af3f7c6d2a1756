import { Type } from 'typebox';
import type { SessionRoute } from '../../contract.ts';
import { byMethods, pirepRoute, reporting } from './pirep-route.ts';

export const cancel: readonly SessionRoute[] = byMethods(['PUT', 'POST', 'DELETE'], {
  ...reporting,
  path: '/pireps/{id}/cancel',
  summary: 'Cancel the flight',
  description:
    'A repeat is 200. The bid stays, unless `prefile` made it. Another pilot’s PIREP is 404, which phpVMS would cancel.',
  body: { kind: 'object', schema: Type.Object({}, { title: 'Nothing' }) },
  answers: {
    200: Type.Object(
      {
        message: Type.String({ description: '`PIREP … cancelled`' }),
        attrs: Type.Array(Type.Unknown(), { description: 'Always empty' }),
      },
      { title: 'Cancelled' },
    ),
  },
  refusals: ['flight-not-found', 'flight-filing', 'flight-filed', 'journal-full'],
  async handle(calls, session, request) {
    const name = pirepRoute(request);
    await calls.cancel(session, { name, reason: null, holdsWorker: request.holdsWorker });
    return { status: 200, body: { message: `PIREP ${name.pirepId} cancelled`, attrs: [] } };
  },
});
