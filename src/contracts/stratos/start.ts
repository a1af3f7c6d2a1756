import { Type } from 'typebox';
import type { Calls, Session } from '../../tracking/calls.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { optionalId } from '../fields.ts';
import { writing } from '../params.ts';
import { decodeId } from '../reports.ts';
import { trackingId } from './flight-names.ts';

const startBody = Type.Object({ bid_id: optionalId('The bid to fly; without it, the newest') });

export const start: SessionRoute = {
  ...writing,
  path: '/flights/start',
  summary: 'Start the flight of a bid',
  description:
    'For the bid of an open flight it returns that flight, so a restarted client can continue. If the bid has no aircraft, the first that the pilot may take is used. Another flight that is suspended is abandoned.',
  body: { kind: 'object', schema: startBody },
  answers: {
    200: Type.Object({ tracking_id: Type.String({ description: 'Id of the flight, for the calls that follow' }) }),
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
    const bidId = decodeId(bodyAs(startBody, request.body).bid_id) ?? (await newestBid(calls, session));
    const { flight } = await calls.start(session, {
      bidId,
      aircraft: null,
      registration: null,
      freeFlight: null,
      holdsWorker: request.holdsWorker,
      replaces: 'suspended',
    });
    return { status: 200, body: { tracking_id: trackingId(flight.flight) } };
  },
};

/** The bid of the open flight comes first: a client that was restarted names none. @throws Refusal `bid-not-found` */
async function newestBid(calls: Calls, session: Session): Promise<string> {
  const open = await calls.readFlight(session, null);
  const bidId = open?.flight.bidId ?? (await calls.listBids(session)).find(({ blocked }) => blocked === null)?.id;
  if (bidId === undefined)
    throw new Refusal('bid-not-found', { message: 'There is no bid to fly. Book a flight first.' });
  return bidId;
}
