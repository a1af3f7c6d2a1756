import { Type } from 'typebox';
import type { SessionRoute } from '../../contract.ts';
import { reading } from '../../params.ts';
import type { Flavour } from '../flavour.ts';
import { bidRowSchema, encodeBid } from '../flight-row.ts';

export function bookings(flavour: Flavour): SessionRoute {
  return {
    ...reading,
    method: 'GET',
    path: '/flights/bookings',
    summary: "The pilot's bids",
    description:
      'Oldest first, as the API of phpVMS 5 lists them. A bid that cannot be flown is listed, with the reason in its notes.',
    body: null,
    query: null,
    answers: { 200: Type.Array(bidRowSchema) },
    async handle(calls, session) {
      const bids = await calls.listBids(session);
      return { status: 200, body: bids.toReversed().map((bid) => encodeBid(flavour, bid)) };
    },
  };
}
