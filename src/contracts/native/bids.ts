import { Type } from 'typebox';
import { bidSchema, encodeBid } from '../bid-wire.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { optionalId, requiredId } from '../fields.ts';
import { decodeId } from '../reports.ts';
import { deskRefusals, deskRoute } from './desk-route.ts';
import { success } from './success.ts';

export const listBids: SessionRoute = {
  method: 'GET',
  path: '/bids',
  summary: 'Bids of the pilot',
  description: 'Newest first. A bid that cannot be flown is listed with a reason in `blocked`.',
  access: 'session',
  body: null,
  query: null,
  answers: { 200: Type.Object({ success, bids: Type.Array(bidSchema) }) },
  refusals: ['crew-center-unavailable'],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
  async handle(calls, session) {
    const bids = await calls.listBids(session);
    return { status: 200, body: { success: true, bids: bids.map(encodeBid) } };
  },
};

export const bookSchema = Type.Object({
  schedule_id: requiredId('Schedule to book'),
  aircraft: optionalId('Id of the aircraft to fly it with'),
});

/** Of every call that makes or changes a bid. */
export const bidAnswers = { 200: Type.Object({ success, bid: bidSchema }, { title: 'BidAnswer' }) };

export const book: SessionRoute = {
  ...deskRoute,
  method: 'POST',
  path: '/bids',
  summary: 'Book a schedule',
  description:
    "By the crew center's own rules. The call is idempotent: for a schedule that the pilot has a bid on, it returns that bid.",
  body: { kind: 'object', schema: bookSchema },
  answers: bidAnswers,
  refusals: ['not-found', 'invalid', 'pilot-not-allowed', 'crew-center-refused', ...deskRefusals],
  async handle({ desk }, session, request) {
    const body = bodyAs(bookSchema, request.body);
    const scheduleId = decodeId(body.schedule_id) ?? '';
    const bid = await desk.book(session, { scheduleId, aircraftId: decodeId(body.aircraft) });
    return { status: 200, body: { success: true, bid: encodeBid(bid) } };
  },
};
