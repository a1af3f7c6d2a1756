import { Type } from 'typebox';
import { bidSchema, encodeBid } from '../bid-wire.ts';
import type { SessionRoute } from '../contract.ts';
import { nullable, nullableObject } from '../fields.ts';
import { encodeView, viewSchema } from '../flight-wire.ts';

export const getBid: SessionRoute = {
  method: 'POST',
  path: '/get_bid.php',
  summary: "The pilot's latest bid, and the open flight",
  description:
    "The latest bid is the one that the platform's own function returns. With `open_flight` a restarted client continues its flight, counting on from its `last_seq`.",
  access: 'session',
  body: { kind: 'object', schema: Type.Object({}) },
  query: null,
  answers: {
    200: Type.Object({
      success: Type.Boolean({ description: 'true' }),
      bid: nullableObject(bidSchema, 'null when there is none'),
      blocked: nullable<string>('string', { description: 'Why `bid` is null although the pilot has a bid' }),
      open_flight: nullableObject(viewSchema, 'null when none is open'),
    }),
  },
  refusals: ['crew-center-unavailable'],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
  async handle(calls, session) {
    const { bid, blocked, openFlight } = await calls.latestBid(session);
    const body = {
      success: true,
      bid: bid === null ? null : encodeBid(bid),
      blocked,
      open_flight: openFlight === null ? null : encodeView(openFlight),
    };
    return { status: 200, body };
  },
};
