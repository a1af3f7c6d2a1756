import { Type } from 'typebox';
import { bodyAs, type SessionRoute } from '../../contract.ts';
import { requiredId } from '../../fields.ts';
import { writing } from '../../params.ts';
import { decodeId } from '../../reports.ts';
import type { Flavour } from '../flavour.ts';

const startBody = Type.Object({ bidID: requiredId('The bid to fly') });

export function start(flavour: Flavour): SessionRoute {
  return {
    ...writing,
    path: '/flights/start',
    summary: 'Start the flight of a bid',
    description:
      'For the bid of an open flight it returns that flight, so a restarted client can continue. If the bid has no aircraft, the first that the pilot may take is used until the first `flights/update` names one. Another flight that is suspended is abandoned.',
    body: { kind: 'object', schema: startBody },
    answers: {
      200: Type.Object({
        trackingID: Type.String({ description: 'Id of the flight, for `uuid` of the calls that follow' }),
      }),
    },
    refusals: [
      'bid-not-found',
      'bid-blocked',
      'flight-open',
      'flight-filing',
      'too-soon',
      'crew-center-refused',
      'crew-center-unavailable',
      'journal-full',
    ],
    async handle(calls, session, request) {
      const bidId = decodeId(bodyAs(startBody, request.body).bidID) ?? '';
      const nothing = { aircraft: null, registration: null, freeFlight: null };
      const { flight } = await calls.start(session, {
        ...nothing,
        bidId,
        holdsWorker: request.holdsWorker,
        replaces: 'suspended',
      });
      return { status: 200, body: { trackingID: flavour.trackingId(flight.flight) } };
    },
  };
}
