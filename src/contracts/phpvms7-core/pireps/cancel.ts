import { Type } from 'typebox';
import type { SessionRoute } from '../../contract.ts';
import { byMethods, pirepRoute, reporting } from './pirep-route.ts';
import { removeOwnBid } from './prefile-bid.ts';

export const cancel: readonly SessionRoute[] = byMethods(['PUT', 'POST', 'DELETE'], {
  ...reporting,
  path: '/pireps/{id}/cancel',
  summary: 'Cancel the flight',
  description:
    'A repeat is 200. The bid stays, unless `prefile` made it. Another pilot’s PIREP is 404, which phpVMS would cancel.',
  body: { kind: 'object', schema: Type.Object({}) },
  answers: {
    200: Type.Object({
      message: Type.String({ description: '`PIREP … cancelled`' }),
      attrs: Type.Array(Type.Unknown(), { description: 'Always empty' }),
    }),
  },
  refusals: ['flight-not-found', 'flight-filing', 'flight-filed', 'journal-full'],
  async handle(calls, session, request) {
    const name = pirepRoute(request);
    const { flight } = await calls.cancel(session, { name, reason: null, holdsWorker: request.holdsWorker });
    if (flight.said?.isOwnBid === true && flight.bidId !== null) await removeOwnBid(calls, session, flight.bidId);
    return { status: 200, body: { message: `PIREP ${name.pirepId} cancelled`, attrs: [] } };
  },
});
