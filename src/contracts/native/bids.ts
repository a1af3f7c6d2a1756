import { Type } from 'typebox';
import { bidSchema, encodeBid } from '../bid-wire.ts';
import type { SessionRoute } from '../contract.ts';
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
