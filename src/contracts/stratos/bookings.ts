import { type Static, Type } from 'typebox';
import type { Calls, Session } from '../../tracking/calls.ts';
import type { Aircraft, Bid } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { invalid } from '../body.ts';
import { wireId } from '../client-rows.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { requiredId } from '../fields.ts';
import { doneSchema, reading, writing } from '../params.ts';
import { decodeId } from '../reports.ts';
import { bidSchema, encodeBid } from './flight-row.ts';

export const bookings: SessionRoute = {
  ...reading,
  method: 'GET',
  path: '/flights/bookings',
  summary: "The pilot's bids",
  description: 'A bid that cannot be flown is listed, with the reason in its notes.',
  body: null,
  query: null,
  answers: { 200: Type.Array(bidSchema) },
  handle: async (calls, session) => ({ status: 200, body: (await calls.listBids(session)).map(encodeBid) }),
};

const choiceSchema = Type.Object(
  {
    id: Type.Integer({ description: "The crew center's id of the aircraft" }),
    name: Type.String({ description: 'Name' }),
    registration: Type.String({ description: 'Registration; empty where there is none' }),
    icao: Type.String({ description: 'ICAO type' }),
    subfleet: Type.String({ description: 'Type of its subfleet; empty where it is not known' }),
  },
  { title: 'AircraftChoice' },
);

const bidParams = Type.Object({ bid: requiredId('Id of the bid') });

export const eligibleAircraft: SessionRoute = {
  ...reading,
  method: 'GET',
  path: '/flights/bookings/{bid}/aircraft',
  summary: 'The aircraft to choose from for a bid',
  description:
    'None, and not changeable, for a bid whose flight plan names its aircraft, and for one that is being flown.',
  body: null,
  query: null,
  params: bidParams,
  answers: {
    200: Type.Object({
      changeable: Type.Boolean({ description: 'Whether `flights/change-aircraft` may choose another one' }),
      aircraft: Type.Array(choiceSchema),
    }),
  },
  refusals: [...reading.refusals, 'bid-not-found'],
  async handle(calls, session, request) {
    const bid = await requireBid(calls, session, decodeId(bodyAs(bidParams, request.params).bid) ?? '');
    const open = await calls.readFlight(session, null);
    const changeable = bid.briefing === null && open?.flight.bidId !== bid.id && calls.desk.offers('chooseAircraft');
    return { status: 200, body: { changeable, aircraft: changeable ? await choicesOf(calls, session, bid) : [] } };
  },
};

async function choicesOf(calls: Calls, session: Session, bid: Bid): Promise<Static<typeof choiceSchema>[]> {
  const fleet = calls.desk.offers('listFleet') ? await calls.desk.listFleet(session) : [];
  const wanted = new Set(bid.aircraftChoices.map(({ id }) => id));
  const listed = fleet.filter(({ id, isAllowed }) => isAllowed && (wanted.size === 0 || wanted.has(id)));
  const subfleets = new Map(listed.map(({ id, subfleet }) => [id, subfleet?.type ?? '']));
  const choices: readonly Aircraft[] = wanted.size === 0 ? listed : bid.aircraftChoices;
  return choices.map((each) => ({
    id: wireId(each.id),
    name: each.name ?? each.icao ?? '',
    registration: each.registration ?? '',
    icao: each.icao ?? '',
    subfleet: subfleets.get(each.id) ?? '',
  }));
}

const changeBody = Type.Object({
  bid_id: requiredId('Id of the bid'),
  aircraft_id: requiredId('The aircraft to take'),
});

export const changeAircraft: SessionRoute = {
  ...writing,
  path: '/flights/change-aircraft',
  summary: 'Choose the aircraft of a bid',
  description:
    'Before it is flown. Returns the bid as `flights/bookings` has it. 422 for an aircraft that is not among the choices, and for a bid whose flight plan names its aircraft.',
  body: { kind: 'object', schema: changeBody },
  answers: { 200: bidSchema },
  refusals: [...writing.refusals, 'bid-not-found', 'flight-open', 'crew-center-refused'],
  async handle(calls, session, request) {
    const body = bodyAs(changeBody, request.body);
    const bid = await requireBid(calls, session, decodeId(body.bid_id) ?? '');
    const open = await calls.readFlight(session, null);
    if (open?.flight.bidId === bid.id)
      throw new Refusal('flight-open', { message: 'The aircraft cannot be changed after the flight has started.' });
    if (bid.briefing !== null) throw invalid({ aircraft: 'is fixed by the flight plan of this bid' });
    const changed = await calls.desk.chooseAircraft(session, bid.id, decodeId(body.aircraft_id) ?? '');
    return { status: 200, body: encodeBid(changed) };
  },
};

/** Somebody else's bid is none. @throws Refusal `bid-not-found` */
async function requireBid(calls: Calls, session: Session, bidId: string): Promise<Bid> {
  const bid = (await calls.listBids(session)).find(({ id }) => id === bidId);
  if (bid === undefined) throw new Refusal('bid-not-found', { message: 'Bid not found.' });
  return bid;
}

const unbookBody = Type.Object({ bid_id: requiredId('Id of the bid') });

export const unbook: SessionRoute = {
  ...writing,
  path: '/flights/unbook',
  summary: 'Remove a bid',
  description: 'An open flight of this bid continues.',
  body: { kind: 'object', schema: unbookBody },
  answers: { 200: doneSchema },
  refusals: [...writing.refusals, 'bid-not-found', 'crew-center-refused'],
  async handle({ desk }, session, request) {
    await desk.unbook(session, decodeId(bodyAs(unbookBody, request.body).bid_id) ?? '');
    return { status: 200, body: { status: 200 } };
  },
};
