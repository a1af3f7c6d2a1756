import { Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import type { Bid } from '../../../tracking/model.ts';
import { isRefusal, Refusal } from '../../../tracking/refusals.ts';
import { bodyAs, type SessionRoute } from '../../contract.ts';
import { optionalId, optionalText } from '../../fields.ts';
import { decodeId } from '../../reports.ts';
import { dataSchema, reading } from '../face.ts';
import { hostFirst } from '../host-first.ts';
import { bidsUnderWay, nothingAround, orOwnKnowledge } from '../own-knowledge.ts';
import { idParams } from '../path-params.ts';
import { bidRow, bidSchema } from '../rows/bid.ts';
import { readSurroundings } from '../surroundings.ts';
import { requireOwn } from './user.ts';

const bidsQuery = Type.Object({ with: optionalText('Empty: without the subfleets of the flights', 200) });
const listAnswers = { 200: dataSchema(Type.Array(bidSchema)) };
const oneAnswers = { 200: dataSchema(bidSchema) };

const listing: SessionRoute = hostFirst({
  ...reading,
  path: '/user/bids',
  summary: "The pilot's bids",
  description:
    'A flight that was filed takes its bid along. While the crew center is unavailable the bid of the flight under way is there.',
  query: bidsQuery,
  answers: listAnswers,
  handle: (calls, session, { query }) => answerBids(calls, session, query.with),
});

export const bids: readonly SessionRoute[] = [
  listing,
  { ...hostFirst({ ...listing, path: '/bids' }), summary: 'The same', description: 'See `GET /user/bids`.' },
  hostFirst({
    ...listing,
    path: '/users/{id}/bids',
    summary: 'The same, by the id of the pilot',
    description: 'The own id, or `me`.',
    params: idParams,
    handle(calls, session, { query, params }) {
      requireOwn(session, params.id);
      return answerBids(calls, session, query.with);
    },
  }),
  ...(['/user/bids/{id}', '/bids/{id}'] as const).map((path) =>
    hostFirst({
      ...reading,
      path,
      summary: 'One of the bids',
      description: 'See `GET /user/bids`.',
      query: bidsQuery,
      params: idParams,
      answers: oneAnswers,
      refusals: ['bid-not-found', ...reading.refusals],
      async handle(calls, session, { query, params }) {
        const bid = (await calls.listBids(session)).find(({ id }) => id === params.id);
        if (bid === undefined) throw noSuchBid({ bidId: String(params.id) });
        return {
          status: 200,
          body: { data: await oneBid(calls, session, bid, query.with) },
        };
      },
    }),
  ),
];

async function answerBids(calls: Calls, session: Session, withParts: unknown) {
  const { bids: own, around } = await orOwnKnowledge(
    async () => ({ bids: await calls.listBids(session), around: await readSurroundings(calls, session, withParts) }),
    async () => ({ bids: await bidsUnderWay(calls, session), around: nothingAround }),
  );
  return { status: 200, body: { data: own.map((bid) => bidRow(session, bid, around)) } };
}

/** phpVMS lists the fields of a bid's flight once where it answers one bid, and twice in lists. */
async function oneBid(calls: Calls, session: Session, bid: Bid, withParts: unknown) {
  const row = bidRow(session, bid, await readSurroundings(calls, session, withParts));
  const { field_values: _twice, ...flight } = row.flight;
  return { ...row, flight };
}

const newBid = Type.Object({
  flight_id: optionalId('Id of the scheduled flight'),
  aircraft_id: optionalId('Id of the aircraft to fly it with'),
});

export const addBid: readonly SessionRoute[] = (['PUT', 'POST'] as const).map((method) =>
  hostFirst({
    ...reading,
    method,
    path: '/user/bids',
    summary: 'Bid on a scheduled flight',
    description: 'A bid of the pilot that is there is returned unchanged.',
    body: { kind: 'object', schema: newBid },
    answers: oneAnswers,
    refusals: ['not-found', 'invalid', 'crew-center-refused', ...reading.refusals],
    async handle(calls, session, request) {
      const wire = bodyAs(newBid, request.body);
      const scheduleId = decodeId(wire.flight_id);
      if (scheduleId === null) throw new Refusal('not-found', { message: 'Name the flight in flight_id.' });
      const bid = await book(calls, session, { scheduleId, aircraftId: decodeId(wire.aircraft_id) });
      return { status: 200, body: { data: await oneBid(calls, session, bid, null) } };
    },
  }),
);

/** @throws Refusal that says which flight it is, when another pilot has it */
async function book(calls: Calls, session: Session, order: { scheduleId: string; aircraftId: string | null }) {
  try {
    return await calls.desk.book(session, order);
  } catch (error) {
    if (!isRefusal(error, 'crew-center-refused')) throw error;
    const named = { scheduleId: order.scheduleId };
    throw new Refusal(error.code, { ...error.detail, named });
  }
}

const gone = Type.Object({
  bid_id: optionalId('Id of the bid'),
  flight_id: optionalId('Id of its flight, in the place of the id'),
});

export const removeBid: SessionRoute = hostFirst({
  ...reading,
  method: 'DELETE',
  path: '/user/bids',
  summary: 'Remove a bid',
  description: 'The bid is named in the body, by its id or by its flight. Returns those that are left.',
  body: { kind: 'object', schema: gone },
  answers: listAnswers,
  refusals: ['bid-not-found', ...reading.refusals],
  async handle(calls, session, request) {
    const wire = bodyAs(gone, request.body);
    const [bidId, flightId] = [decodeId(wire.bid_id), decodeId(wire.flight_id)];
    // A bid whose schedule is gone has no id of one either.
    if (bidId === null && flightId === null) throw noSuchBid();
    const own = await calls.listBids(session);
    const bid = own.find(({ id, plan }) => (bidId !== null ? id === bidId : plan.scheduleId === flightId));
    if (bid !== undefined) await calls.desk.unbook(session, bid.id);
    else if (bidId !== null) throw noSuchBid();
    return answerBids(calls, session, null);
  },
});

const noSuchBid = (named: { readonly bidId?: string } = {}) =>
  new Refusal('bid-not-found', { message: 'You have no such bid.', named });
